import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crashRounds } from './support/crash-rounds.js'
import { postgresKind, sqliteKind } from './support/store.js'

/** A few rounds for each store and algorithm; the long test has hundreds. */
const ROUNDS = 3
const SEED = 7

for (const kind of [sqliteKind(), postgresKind()])
  describe(`kill −9 under load, ${kind.name}, seed ${SEED}`, () => {
    before(() => kind.begin())
    after(endProcesses)
    after(() => kind.end())
    for (const algorithm of ['auto', 'D-AMD'])
      test(`loses nothing that was acknowledged, and the model is the log's: ${algorithm}`, async () => {
        const store = await kind.freshUrl()
        const known = await crashRounds({ store, rounds: ROUNDS, seed: SEED, algorithm, between: [100, 600] })
        assert.ok(known.decisions.size > 0 && known.answers.size > 0)
      })
  })
