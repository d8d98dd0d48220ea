import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crowd } from './support/crowd.js'
import { postgresKind, sqliteKind } from './support/store.js'

const SEED = 12

for (const kind of [sqliteKind(), postgresKind()])
  describe(`50 labellers and 20 senders for a minute, ${kind.name}, seed ${SEED}`, () => {
    before(() => kind.begin())
    after(endProcesses)
    after(() => kind.end())
    for (const answersPerItem of [1, 2])
      test(`${answersPerItem} answers an item`, { timeout: 600_000 }, async (context) => {
        const result = await crowd({
          store: await kind.freshUrl(),
          labellers: 50,
          senders: 20,
          milliseconds: 60_000,
          items: 50_000,
          answersPerItem,
          total: 5000,
          seed: SEED,
        })
        context.diagnostic(JSON.stringify(result))
        assert.ok(result.asked > 1000 && result.answers > 500)
      })
  })
