import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import type { HookRecord } from '../../src/store/records.js'
import type { Store } from '../../src/store/store.js'
import { config, failure, item, numbers, page, takeSnapshot } from './store.js'

const hook = (id: string, stream: string): HookRecord => ({
  id,
  stream,
  url: 'https://example.com/hook',
  secret: 'sécret',
  events: ['asked', 'answered'],
  created: 7,
})

type Sql = (statement: string) => Promise<readonly Record<string, unknown>[]>

const TABLES = [
  'streams',
  'log',
  'snapshots',
  'snapshot_parts',
  'items',
  'item_packs',
  'points',
  'receipts',
  'hooks',
  'deliveries',
  'tokens',
  'grants',
]

/** Streams, snapshots, webhooks. */
export const restConformance = (open: () => Promise<Store>, sql: Sql): void => {
  it('creates, reads, changes and lists streams', async () => {
    const store = await open()
    const created = await store.createStream('b', config, 10)
    const noCounts = { items: 0, open: 0, spent: 0, answers: 0, taught: 0 }
    assert.deepEqual(created, {
      id: 'b',
      created: 10,
      version: 1,
      config,
      seq: 0,
      counts: noCounts,
      changed: 10,
    })
    assert.deepEqual(await store.readStream('b'), created)
    assert.equal(await store.readStream('a'), undefined)
    assert.equal(await failure(store.createStream('b', config, 11)), 'stream/exists')
    const changed = await store.changeStream('b', 1, { ...config, title: 'Bee' })
    assert.deepEqual(changed, { ...created, version: 2, config: { ...config, title: 'Bee' } })
    assert.equal(await failure(store.changeStream('b', 1, config)), 'stream/changed')
    assert.equal(await failure(store.changeStream('x', 1, config)), 'stream/unknown')
    for (const id of ['é', 'a', 'C', '_', '😀', '\uffee']) await store.createStream(id, config, 10)
    const order = ['C', '_', 'a', 'b', 'é', '\uffee', '😀']
    assert.deepEqual(
      (await store.listStreams({ limit: 100 })).map(({ id }) => id),
      order,
    )
    assert.deepEqual(
      (await store.listStreams({ after: 'a', limit: 2 })).map(({ id }) => id),
      ['b', 'é'],
    )
    assert.deepEqual(await store.listStreams({ after: '😀', limit: 2 }), [])
    await store.close()
  })

  it('lets one of many concurrent creations win', async () => {
    const store = await open()
    const outcomes = await Promise.all(numbers(0, 20).map(() => failure(store.createStream('s', config, 1))))
    assert.deepEqual(outcomes.sort(), ['kept', ...numbers(0, 19).map(() => 'stream/exists')])
    await store.close()
  })

  it('deletes a stream and only its data', async () => {
    const store = await open()
    const fill = async (id: string): Promise<void> => {
      await store.createStream(id, config, 10)
      await store.createHook(hook(`hook of ${id}`, id))
      const receipt = { key: 'k', fingerprint: 'f', status: 200, body: '{}', time: 5 }
      const deliveries = [{ hook: `hook of ${id}`, event: 'asked', body: '{}', due: 1 }]
      const points = [{ t: 1, time: 1, point: '{}' }]
      const packs = [{ seq: 1, t: 1, last: 1, count: 1, time: 1, labels: '[]', stamp: '0190', items: '' }]
      await store.append(page(id, 1, { items: [item('a', 1)], packs, points, receipt, deliveries }))
      await takeSnapshot(store, id, 1, Uint8Array.of(1, 2))
      await store.putGrant({ subject: 'name:Ann', stream: id, actions: ['read'], created: 1 })
      await store.createToken({
        id: `t ${id}`,
        kind: 'token',
        hash: id,
        name: id,
        role: 'reader',
        stream: id,
        created: 1,
      })
    }
    const totals = () =>
      Promise.all(TABLES.map(async (table) => (await sql(`SELECT * FROM ${table}`)).length))
    await fill('kept')
    const before = await totals()
    await fill('gone')
    await store.note({ time: 1, who: 'ann', action: 'delete', stream: 'gone' })
    await store.deleteStream('gone')
    assert.deepEqual(await totals(), before)
    assert.equal((await store.listAudit({ stream: 'gone', limit: 9 })).length, 1)
    assert.equal(await failure(store.deleteStream('gone')), 'stream/unknown')
    assert.equal(await failure(store.append(page('gone', 2))), 'log/conflict')
    assert.equal(await takeSnapshot(store, 'gone', 1, Uint8Array.of(1)), false)
    assert.equal(await failure(store.createHook(hook('h', 'gone'))), 'stream/unknown')
    await fill('gone')
    await store.close()
  })

  it('keeps the two latest snapshots, and of the others those that are spread best', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    let kept: number[] = []
    for (let seq = 10; seq <= 400; seq += 10 + ((seq * 7) % 30)) {
      await takeSnapshot(store, 's', seq, Uint8Array.of(1))
      kept = [...kept, seq]
      if (kept.length > 5) {
        const gaps = kept.slice(0, -2).map((_, k) => (kept[k + 1] ?? 0) - (kept[k - 1] ?? 0))
        kept.splice(gaps.indexOf(Math.min(...gaps)), 1)
      }
      assert.deepEqual(await store.listSnapshots('s'), kept.toReversed())
    }
    assert.equal((await sql("SELECT * FROM snapshot_parts WHERE stream = 's'")).length, 5)
    await store.close()
  })

  it('keeps the latest valid snapshots, including large ones', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const large = new Uint8Array(randomBytes(9 * 2 ** 20 + 17))
    assert.deepEqual(await store.listSnapshots('s'), [])
    for (const seq of [1, 2, 3, 5]) await takeSnapshot(store, 's', seq, Uint8Array.of(seq, 0, 255))
    await takeSnapshot(store, 's', 4, large)
    assert.deepEqual(await store.listSnapshots('s'), [5, 4, 3, 2, 1])
    assert.deepEqual(await store.readSnapshot('s', 4), large)
    await takeSnapshot(store, 's', 5, new Uint8Array(0))
    assert.deepEqual(await store.readSnapshot('s', 5), new Uint8Array(0))
    const view = large.subarray(100, 200)
    await takeSnapshot(store, 's', 5, view)
    assert.deepEqual(await store.readSnapshot('s', 5), new Uint8Array(view))
    assert.equal(large.length, 9 * 2 ** 20 + 17)
    assert.equal((await sql('SELECT part FROM snapshot_parts')).length, 7)
    await sql(
      'UPDATE snapshot_parts SET bytes = (SELECT bytes FROM snapshot_parts WHERE seq = 3) WHERE seq = 5',
    )
    assert.equal(await store.readSnapshot('s', 5), undefined)
    await sql('DELETE FROM snapshot_parts WHERE seq = 4 AND part = 1')
    assert.equal(await store.readSnapshot('s', 4), undefined)
    assert.deepEqual(await store.readSnapshot('s', 3), Uint8Array.of(3, 0, 255))
    await store.close()
  })

  it('stores webhooks and deliveries', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    await store.createHook(hook('h1', 's'))
    await store.createHook(hook('h2', 's'))
    assert.notEqual(await failure(store.createHook(hook('h2', 's'))), 'kept')
    assert.deepEqual(await store.listHooks('s'), [hook('h1', 's'), hook('h2', 's')])
    const message = (id: string, due: number) => ({ hook: id, event: 'asked', body: `{"due":${due}}`, due })
    const deliveries = [message('h1', 30), message('h2', 10), message('h1', 20), message('gone', 1)]
    await store.append(page('s', 1, { deliveries }))
    const due = await store.dueDeliveries(25, 10)
    assert.deepEqual(
      due.map(({ delivery }) => delivery.due),
      [10, 20],
    )
    const { delivery, hook: target } = due[0]
    assert.deepEqual(target, hook('h2', 's'))
    assert.deepEqual(delivery, {
      ...message('h2', 10),
      number: delivery.number,
      attempts: 0,
      state: 'waiting',
    })
    assert.equal((await store.dueDeliveries(99, 1)).length, 1)
    await store.changeDelivery(delivery.number, { attempts: 1, state: 'waiting', due: 40, error: 'HTTP 500' })
    assert.deepEqual(
      (await store.dueDeliveries(99, 10)).map((one) => one.delivery.due),
      [20, 30, 40],
    )
    const [changed] = await store.listDeliveries('h2', { limit: 5 })
    assert.deepEqual(changed, { ...delivery, attempts: 1, due: 40, error: 'HTTP 500' })
    const [latest, earlier] = await store.listDeliveries('h1', { limit: 5 })
    assert.deepEqual([latest.due, earlier.due], [20, 30])
    assert.deepEqual(await store.listDeliveries('h1', { before: latest.number, limit: 5 }), [earlier])
    await store.changeDelivery(latest.number, { attempts: 2, state: 'delivered', due: 50 })
    await store.changeDelivery(earlier.number, { attempts: 9, state: 'dead', due: 50, error: 'given up' })
    await store.tidy(50)
    assert.equal((await store.listDeliveries('h1', { limit: 5 })).length, 2)
    await store.tidy(51)
    assert.deepEqual(
      (await store.listDeliveries('h1', { limit: 5 })).map(({ state }) => state),
      ['dead'],
    )
    assert.equal((await sql('SELECT * FROM deliveries')).length, 2)
    const filter = { classes: ['spam'], minConfidence: 0.9 }
    await store.createHook({ ...hook('h3', 's'), filter })
    assert.deepEqual((await store.listHooks('s')).at(-1)?.filter, filter)
    await store.append(page('s', 2, { deliveries: [5, 6, 7, 8].map((due) => message('h3', due)) }))
    const fresh = await store.listDeliveries('h3', { limit: 5 })
    const merged = { ...message('h3', 5), body: 'both' }
    const numbers = fresh.map(({ number }) => number)
    await store.mergeDeliveries({ delivery: merged, replaced: numbers.slice(2) })
    await store.mergeDeliveries({ delivery: merged, replaced: numbers })
    // What may have been sent is not merged any more.
    assert.equal(await store.reserveDelivery(numbers[0], 9, 10), false)
    assert.equal(await store.reserveDelivery(numbers[0], 8, 8), true)
    await store.mergeDeliveries({ delivery: merged, replaced: numbers.slice(0, 2) })
    await store.postponeDelivery(numbers[1], 7, 11)
    await store.postponeDelivery(numbers[1], 7, 12)
    assert.deepEqual(
      (await store.listDeliveries('h3', { limit: 5 })).map(({ body, due }) => [body, due]),
      [
        ['both', 5],
        ['{"due":8}', 8],
        ['{"due":7}', 11],
      ],
    )
    assert.equal(await store.dropDeliveries('h3', 'other', 1), 0)
    assert.equal(await store.dropDeliveries('h3', 'asked', 1), 2)
    assert.deepEqual(
      (await store.listDeliveries('h3', { limit: 5 })).map(({ body }) => body),
      ['both'],
    )
    await store.deleteHook('s', 'h3')
    assert.equal(await failure(store.deleteHook('other', 'h1')), 'hook/unknown')
    await store.deleteHook('s', 'h1')
    assert.equal(await failure(store.deleteHook('s', 'h1')), 'hook/unknown')
    assert.deepEqual(await store.listDeliveries('h1', { limit: 5 }), [])
    await store.close()
  })

  it('deletes old receipts', async () => {
    const store = await open()
    await store.createStream('s', config, 10)
    const receipt = (key: string, time: number) => ({ key, fingerprint: 'f', status: 200, body: '{}', time })
    await store.append(page('s', 1, { receipt: receipt('old', 5) }))
    await store.append(page('s', 2, { receipt: receipt('new', 6) }))
    await store.tidy(6)
    assert.equal(await store.readReceipt('s', 'old'), undefined)
    assert.equal((await store.readReceipt('s', 'new'))?.time, 6)
    await store.close()
  })
}
