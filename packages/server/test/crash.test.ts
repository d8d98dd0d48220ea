// Own process: it kills services.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crashRounds } from './support/crash-rounds.js'
import { postgresKind, sqliteKind, sqliteKinds } from './support/store.js'

/** For each store and algorithm. */
const SOAK = Boolean(process.env.ASKANCE_SOAK)
const ROUNDS = SOAK ? 100 : 2
const MOST_ANSWERS = SOAK ? 600 : 60
const SEED = 7

for (const [kind, own] of [
  ...(SOAK ? sqliteKinds() : [sqliteKind()]).map((kind) => [kind, 'auto'] as const),
  [postgresKind(), 'D-AMD'],
] as const)
  describe(`kill −9 under load, ${kind.name}, ${ROUNDS} rounds, seed ${SEED}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(endProcesses)
    after(() => kind.end())
    for (const algorithm of SOAK ? ['auto', 'D-AMD'] : [own])
      test(`loses no acknowledged request, and the model matches the log: ${algorithm}`, async (context) => {
        const known = await crashRounds({
          store: await kind.freshUrl(),
          rounds: ROUNDS,
          seed: SEED,
          algorithm,
          sqliteDriver: kind.sqliteDriver,
          mostAnswers: MOST_ANSWERS,
          onRound: (round, items, answers) => {
            if (round % 10 === 0) context.diagnostic(`round ${round}: ${items} items, ${answers} answers`)
          },
        })
        assert.ok(known.decisions.size > 0 && known.answers.size > 0)
      })
  })
