// Own process: it kills services.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crashRounds } from './support/crash-rounds.js'
import { postgresKind, sqliteKind } from './support/store.js'

/** For each store and algorithm. */
const ROUNDS = process.env.ASKANCE_SOAK ? 100 : 2
const MOST_ANSWERS = process.env.ASKANCE_SOAK ? 600 : 150
const SEED = 7

for (const kind of [sqliteKind(), postgresKind()])
  describe(`kill −9 under load, ${kind.name}, ${ROUNDS} rounds, seed ${SEED}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(endProcesses)
    after(() => kind.end())
    for (const algorithm of ['auto', 'D-AMD'])
      test(`loses nothing that was acknowledged, and the model is the log's: ${algorithm}`, async (context) => {
        const known = await crashRounds({
          store: await kind.freshUrl(),
          rounds: ROUNDS,
          seed: SEED,
          algorithm,
          mostAnswers: MOST_ANSWERS,
          onRound: (round, items, answers) => {
            if (round % 10 === 0) context.diagnostic(`round ${round}: ${items} items, ${answers} answers`)
          },
        })
        assert.ok(known.decisions.size > 0 && known.answers.size > 0)
      })
  })
