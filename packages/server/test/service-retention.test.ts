import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createService } from '../src/service/service.js'
import { defaultSettings } from '../src/settings/table.js'
import { openStore } from '../src/store/open.js'
import { STREAM } from './support/crash-load.js'
import { itemColumns } from './support/item-columns.js'
import { postgresKind, sqliteKind } from './support/store.js'
import { askingConfig } from './support/stream-life.js'
import { WORDY } from './support/stream-random.js'

const by = { by: 'owner' }

for (const kind of [sqliteKind(), postgresKind()])
  describe(`a log whose beginning was removed, ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    test('gives the same stream, keeps the snapshots it needs, and says what is missing', async () => {
      const url = await kind.freshUrl()
      let now = 1000
      const open = async () => {
        const store = await openStore(url)
        const settings = { ...defaultSettings, threads: 0, snapshotEvery: 1e9 }
        return { store, service: createService({ settings, store, clock: () => now }) }
      }
      const observe = async ({ service }: Awaited<ReturnType<typeof open>>, prefix: string) => {
        const items = Array.from({ length: 10 }, (_, k) => ({
          id: `${prefix}${k}`,
          text: `word${k} of mail`,
        }))
        return service.run(STREAM, 'observe', { items }, by)
      }
      const model = async ({ service }: Awaited<ReturnType<typeof open>>) =>
        Buffer.from(await service.run(STREAM, 'exported', {}, by))
      const first = async ({ store }: Awaited<ReturnType<typeof open>>) =>
        (await store.readLog(STREAM, 0, 1))[0]?.seq

      let running = await open()
      await running.service.createStream(STREAM, { ...askingConfig, algorithm: 'auto', vectorizer: WORDY })
      // A snapshot is taken when the service is closed.
      for (const prefix of ['a', 'b', 'c']) {
        await observe(running, prefix)
        now += 1000
        await running.store.pruneLog(STREAM, now)
        if (prefix === 'a') assert.equal(await first(running), 1, 'without two snapshots nothing is removed')
        await running.service.close()
        running = await open()
      }
      const whole = await model(running)
      const [, , oldest = 0] = await running.store.listSnapshots(STREAM)
      await running.store.pruneLog(STREAM, 1500)
      const begin = (await first(running)) ?? 0
      assert.ok(begin > 1 && begin <= oldest + 1, `begins at ${begin}, snapshot ${oldest}`)
      await running.service.close()

      running = await open()
      assert.ok(whole.equals(await model(running)), 'the stream is loaded from a snapshot')
      const [again] = await observe(running, 'a')
      assert.deepEqual(again, { id: 'a0', t: 1, time: 1000, asked: false }, 'an item is not observed twice')
      assert.equal((await observe(running, 'd')).length, 10)

      const snapshots = await running.store.listSnapshots(STREAM)
      await running.service.run(STREAM, 'erase', { ids: ['a3', 'b3'] }, by)
      assert.equal((await running.store.findItems(STREAM, ['a3']))[0]?.content, '')
      assert.ok((await running.store.listSnapshots(STREAM)).includes(snapshots.at(-1) ?? 0))
      assert.equal((await running.service.run(STREAM, 'status', {}, by)).counts.items, 40)
      await running.service.close()

      await kind.sql(url, 'DELETE FROM snapshots')
      running = await open()
      await assert.rejects(running.service.run(STREAM, 'status', {}, by), {
        code: 'store/broken',
        message: /begins at/,
      })
      await running.service.close()
    })

    test('deletes dead deliveries', async () => {
      const store = await openStore(await kind.freshUrl())
      await store.createStream(STREAM, askingConfig, 1)
      await store.createHook({ id: 'h', stream: STREAM, url: 'u', secret: 'x', events: ['*'], created: 1 })
      const delivery = { hook: 'h', event: 'asked', body: '{}', due: 1 }
      const counts = { items: 0, open: 0, spent: 0, answers: 0, taught: 0 }
      const rest = { time: 1, counts, items: itemColumns([]), points: [], erased: [] }
      const deliveries = [delivery, delivery]
      await store.append({ stream: STREAM, seq: 1, count: 1, events: '{}', ...rest, deliveries })
      const [dead] = await store.listDeliveries('h', { limit: 9 })
      await store.changeDelivery(dead?.number ?? 0, { attempts: 9, state: 'dead', due: 5 })
      await store.tidyDeliveries(5)
      assert.equal((await store.listDeliveries('h', { limit: 9 })).length, 2)
      await store.tidyDeliveries(6)
      assert.deepEqual(
        (await store.listDeliveries('h', { limit: 9 })).map(({ state }) => state),
        ['waiting'],
      )
      await store.close()
    })
  })
