import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crashRounds } from './support/crash-rounds.js'
import { postgresKind, sqliteKind } from './support/store.js'

const ROUNDS = 200
const SEED = 20_261
const ALGORITHMS = ['auto', 'D-AMD'] as const

for (const [k, kind] of [sqliteKind(), postgresKind()].entries())
  describe(`${ROUNDS} rounds of kill −9 under load, ${kind.name}, seed ${SEED + k}`, () => {
    before(() => kind.begin())
    after(endProcesses)
    after(() => kind.end())
    for (const algorithm of ALGORITHMS)
      test(algorithm, { timeout: 3_600_000 }, async (context) => {
        const known = await crashRounds({
          store: await kind.freshUrl(),
          rounds: ROUNDS / ALGORITHMS.length,
          seed: SEED + k,
          algorithm,
          between: [0, 900],
          told: (round, items, answers) => {
            if (round % 10 === 0) context.diagnostic(`round ${round}: ${items} items, ${answers} answers`)
          },
        })
        assert.ok(known.decisions.size > 0 && known.answers.size > 0)
      })
  })
