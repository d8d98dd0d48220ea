import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { migrations } from '../src/store/migrations.js'
import { openStore } from '../src/store/open.js'
import { wholeEvents } from '../src/store/whole-events.js'
import { config, counts, item, page, postgresKind, type StoreKind, sqliteKind } from './support/store.js'
import { makeFirstSchema } from './support/store-first.js'

const fillFirst = async (kind: StoreKind, url: string): Promise<void> => {
  const text = (value: unknown) => `'${JSON.stringify(value)}'`
  const statements = [
    `INSERT INTO streams VALUES ('s', 5, 2, ${text(config)}, 3, ${text(counts)}, 9)`,
    "INSERT INTO log VALUES ('s', 1, 2, 7, 3, '1\n2'), ('s', 3, 1, 8, 1, '3')",
    `INSERT INTO items VALUES ('s', 'a', 1, 1, 7, 'ham', 0.5, 1, '{}'), ('s', 'b', 2, 2, 7, 'spam', 0.5, 0, '{}')`,
    "INSERT INTO points (stream, t, time, point) VALUES ('s', 1, 7, '{}'), ('s', 2, 7, '{}')",
    "INSERT INTO tokens VALUES ('t', 'hash', 'Ann', 'owner', NULL, 4, NULL)",
    "INSERT INTO audit (time, who, action, stream, detail) VALUES (4, 'Ann', 'create', 's', NULL)",
  ]
  for (const statement of statements) await kind.sql(url, statement)
}

for (const kind of [sqliteKind(), postgresKind()]) {
  describe(`a store of the first schema in ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    it('is migrated when opened, with all its data', async () => {
      const url = await kind.freshUrl()
      await makeFirstSchema(url)
      await fillFirst(kind, url)
      const store = await openStore(url)
      const stream = await store.readStream('s')
      assert.deepEqual(stream, { id: 's', created: 5, version: 2, config, seq: 3, counts, changed: 9 })
      assert.deepEqual(
        (await store.readLog('s', 0, 1e9)).map(({ events }) => events),
        ['1\n2', '3'],
      )
      assert.deepEqual(
        (await store.listItems('s', { limit: 9, asked: true })).items.map(({ id }) => id),
        ['a'],
      )
      assert.deepEqual(
        (await store.listItems('s', { limit: 9, predicted: 'spam' })).items.map(({ id }) => id),
        ['b'],
      )
      assert.equal((await store.readPoints('s', 0, 9, 9)).length, 2)
      assert.equal((await store.findToken('hash'))?.name, 'Ann')
      assert.equal((await store.listAudit({ limit: 9 })).length, 1)
      assert.deepEqual(await store.readItemEvents('s', ['a']), { seqs: [], unindexed: 3 })
      const receipt = { key: 'k', fingerprint: 'f', status: 200, body: '{}', time: 5 }
      const deliveries = [{ hook: 'h', event: 'asked', body: '{}', due: 1 }]
      await store.createHook({ id: 'h', stream: 's', url: 'u', secret: 'x', events: ['asked'], created: 1 })
      await store.append(page('s', 4, { items: [item('c', 3)], receipt, deliveries }))
      assert.deepEqual(
        (await store.readReplay('s', 2, 1e9)).map(wholeEvents),
        ['3', page('s', 4).events],
        'pages of both versions are read',
      )
      assert.deepEqual(await store.readReceipt('s', 'k'), receipt)
      assert.equal((await store.dueDeliveries(5, 5)).length, 1)
      await store.close()
      const [schema] = await kind.sql(url, "SELECT value FROM meta WHERE name = 'schema'")
      assert.equal(schema.value, String(migrations.length))
    })
  })
}
