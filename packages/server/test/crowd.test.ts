import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crowd } from './support/crowd.js'
import { sqliteKind } from './support/store.js'

const SEED = 11

describe(`a crowd, seed ${SEED}`, () => {
  const kind = sqliteKind()
  before(() => kind.begin())
  after(endProcesses)
  after(() => kind.end())
  for (const answersPerItem of [1, 3])
    test(`never holds one question twice, loses none, and keeps to the cap: ${answersPerItem} answers an item`, async () => {
      const { asked, answers } = await crowd({
        store: await kind.freshUrl(),
        labellers: 10,
        senders: 5,
        milliseconds: 500,
        items: 1000,
        answersPerItem,
        total: 100,
        seed: SEED,
      })
      assert.ok(asked >= 50 && answers > 0, `${asked} asked, ${answers} answered`)
    })
})
