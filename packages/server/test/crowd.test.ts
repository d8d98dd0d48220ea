// Own process: it runs services under load.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endProcesses } from './support/crash-process.js'
import { crowd } from './support/crowd.js'
import { postgresKind, sqliteKind } from './support/store.js'

const SEED = 11
const SOAK = Boolean(process.env.ASKANCE_SOAK)
const size = SOAK
  ? { labellers: 50, senders: 20, items: 50_000, total: 5000 }
  : { labellers: 10, senders: 5, items: 1000, total: 100 }
const kinds = SOAK ? [sqliteKind(), postgresKind()] : [sqliteKind()]

for (const kind of kinds)
  describe(`a crowd, ${kind.name}, seed ${SEED}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(endProcesses)
    after(() => kind.end())
    for (const answersPerItem of SOAK ? [1, 2, 3] : [2])
      test(`never leases a question twice, loses none, and respects the cap: ${answersPerItem} answers an item`, async (context) => {
        const result = await crowd({ store: await kind.freshUrl(), ...size, answersPerItem, seed: SEED })
        context.diagnostic(JSON.stringify(result))
        const { asked, answers } = result
        assert.ok(asked >= size.total / 2 && answers > 0, `${asked} asked, ${answers} answered`)
      })
  })
