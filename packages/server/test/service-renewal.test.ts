import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { serverError } from '../src/errors.js'
import { erasePerson } from '../src/service/erase-person.js'
import { createService } from '../src/service/service.js'
import { defaultSettings } from '../src/settings/table.js'
import { openStore } from '../src/store/open.js'
import type { Store } from '../src/store/store.js'
import type { StreamConfig } from '../src/stream/config.js'
import { logOf, replayed } from './support/crash-check.js'
import { STREAM } from './support/crash-load.js'
import { postgresKind, sqliteKind } from './support/store.js'
import { askingConfig } from './support/stream-life.js'
import { WORDY } from './support/stream-random.js'
import { until } from './support/until.js'

const SOAK = Boolean(process.env.ASKANCE_SOAK)
const by = { by: 'owner' }
const SECRET = 'quartermain'

const wordyConfig = { ...askingConfig, algorithm: 'auto', vectorizer: WORDY, budget: { ratio: 0.2 } }

/** A service with two threads, of which one can rebuild a stream of the other. */
const opened = async (url: string, config: StreamConfig = wordyConfig, snapshotEvery = 50) => {
  const opened = await openStore(url)
  /** The log is read once `opens` has resolved, so many characters at a time. */
  const gate = { opens: Promise.resolve(), chars: 2 ** 20, reads: 0, isFull: false }
  const store: Store = Object.assign(Object.create(opened), opened, {
    readReplay: async (...[id, after, chars]: Parameters<Store['readReplay']>) => {
      gate.reads++
      await gate.opens
      return opened.readReplay(id, after, Math.min(chars, gate.chars))
    },
    append: async (...args: Parameters<Store['append']>) => {
      if (gate.isFull) throw serverError('store/full')
      return opened.append(...args)
    },
  })
  const loads: number[] = []
  const warnings: object[] = []
  const logger = {
    info: (facts: object) => void loads.push((facts as { snapshot: number }).snapshot),
    warn: (facts: object) => void warnings.push(facts),
    error: (facts: object) => void warnings.push(facts),
  }
  const settings = { ...defaultSettings, threads: 2, snapshotEvery }
  const service = createService({ settings, store, logger })
  await service.createStream(STREAM, config)
  const observe = (ids: readonly string[]) =>
    service.run(
      STREAM,
      'observe',
      { items: ids.map((id, k) => ({ id, text: `${k % 2 ? 'a prize' : 'minutes'} for ${id}` })) },
      by,
    )
  const isReplay = async () => {
    const model = Buffer.from(await service.run(STREAM, 'exported', {}, by))
    assert.ok(!model.toString('latin1').includes(SECRET))
    return model.equals((await replayed(store, await logOf(store))).classifier.save())
  }
  return { store, gate, service, loads, warnings, observe, isReplay }
}

/** Keeps the log from being read until it is opened. */
const closed = (gate: { opens: Promise<void> }): { readonly open: () => void } => {
  let open = (): void => undefined
  gate.opens = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open }
}

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, k) => `${prefix}${k}`)

for (const kind of [sqliteKind(), postgresKind()]) {
  const isFile = kind.name.startsWith('SQLite')
  describe(`a stream that is rebuilt after erasing, ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    // These depend on the store only through what it reads and writes.
    if (SOAK || isFile) {
      test('serves requests meanwhile, and is replaced by the copy without one that waits', async () => {
        const { gate, service, loads, warnings, observe, isReplay } = await opened(await kind.freshUrl())
        await observe([...numbered('early ', 60), SECRET, ...numbered('late ', 60)])
        assert.equal(loads.length, 1)
        const { open } = closed(gate)
        await service.run(STREAM, 'erase', { ids: [SECRET] }, by)
        const asked = await observe(numbered('meanwhile ', 20))
        assert.equal(asked.length, 20)
        assert.equal(loads.length, 1, 'no request has waited for the copy')
        open()
        await until(() => loads.length === 2)
        await observe(numbered('after ', 20))
        assert.ok(await isReplay())
        assert.equal(loads.length, 2)
        assert.deepEqual(warnings, [])
        await service.close()
      })

      test('is loaded again at once if it breaks meanwhile: the copy is not finished', async () => {
        const { store, gate, service, loads, warnings, observe, isReplay } = await opened(
          await kind.freshUrl(),
          wordyConfig,
          10_000,
        )
        for (let k = 0; k < 30; k++) await observe([...numbered(`${k} `, 4), ...(k === 9 ? [SECRET] : [])])
        const { open } = closed(gate)
        gate.chars = 1
        await service.run(STREAM, 'erase', { ids: [SECRET] }, by)
        gate.reads = 0
        await observe(['begins the copy'])
        await until(() => gate.reads > 0)
        gate.isFull = true
        await assert.rejects(observe(['refused']))
        gate.isFull = false
        const later = observe(['later'])
        open()
        await later
        let pages = 0
        for (let after = 0; ; pages++) {
          const last = (await store.readReplay(STREAM, after, 1)).at(-1)
          if (!last) break
          after = last.seq + last.count - 1
        }
        assert.ok(pages > 20)
        const reads = gate.reads - pages - 1
        assert.ok(reads < pages + 5, `${reads} reads of ${pages} pages`)
        assert.equal(loads.length, 2)
        assert.ok(await isReplay())
        assert.deepEqual(warnings, [])
        await service.close()
      })

      test('is replaced by a copy from which something was erased meanwhile, and by another one', async () => {
        const { gate, service, loads, warnings, observe, isReplay } = await opened(await kind.freshUrl())
        const secrets = numbered(`${SECRET} `, 4)
        await observe([...numbered('early ', 20), ...secrets])
        for (const id of secrets) {
          const { open } = closed(gate)
          await service.run(STREAM, 'erase', { ids: [id] }, by)
          gate.reads = 0
          await observe([`begins a copy ${id}`])
          await until(() => gate.reads > 0)
          const before = loads.length
          await service.run(STREAM, 'erase', { ids: [`early ${secrets.indexOf(id)}`] }, by)
          assert.equal(loads.length, before, 'the erasure has not waited')
          open()
          await until(() => loads.length > before)
        }
        let sent = 0
        await until(async () => {
          await observe([`item ${sent++}`])
          return loads.length > 1 + secrets.length
        })
        assert.ok(await isReplay())
        assert.equal(loads.length, 2 + secrets.length, 'no request had to load it')
        assert.deepEqual(warnings, [])
        await service.close()
      })

      test('is not replaced by a copy if a labeller was renamed meanwhile', async () => {
        const { gate, service, loads, observe, isReplay } = await opened(await kind.freshUrl())
        const asked = await observe([...numbered('early ', 20), SECRET])
        const answers = asked.filter((one) => one.asked).map(({ id }) => ({ id, label: 'ham', by: 'ann' }))
        await service.run(STREAM, 'answers', { answers }, by)
        const { open } = closed(gate)
        await service.run(STREAM, 'erase', { ids: [SECRET] }, by)
        gate.reads = 0
        await observe(['begins a copy'])
        await until(() => gate.reads > 0)
        await erasePerson(service, STREAM, { labeller: 'ann' }, by)
        open()
        // The copy has read all of the log.
        await until(() => gate.reads > 1)
        await service.run(STREAM, 'status', {}, by)
        assert.equal(loads.length, 1)
        let sent = 0
        await until(async () => {
          await observe([`item ${sent++}`])
          return loads.length === 2
        })
        assert.ok(await isReplay())
        assert.equal(loads.length, 2)
        await service.close()
      })

      test('shows nothing of what was erased before the copy is there', async () => {
        const { service, loads, isReplay } = await opened(await kind.freshUrl(), askingConfig)
        const items = numbered('item ', 9).map((id, k) => ({
          id,
          features: { [k % 3 ? 'other' : SECRET]: 1 },
        }))
        await service.run(STREAM, 'observe', { items }, by)
        const secrets = items.filter((_, k) => k % 3 === 0).map(({ id }) => id)
        const answers = items.map(({ id }, k) => ({ id, label: k % 3 ? 'ham' : 'spam' }))
        await service.run(STREAM, 'answers', { answers }, by)
        const words = async () => JSON.stringify(await service.run(STREAM, 'features', { count: 100 }, by))
        assert.ok((await words()).includes(SECRET))
        await service.run(STREAM, 'erase', { ids: secrets }, by)
        await service.run(STREAM, 'status', {}, by)
        assert.ok(!(await words()).includes(SECRET))
        assert.equal(loads.length, 2)
        assert.ok(await isReplay())
        await service.close()
      })
    }

    test('loses nothing while many send, answer and erase', async () => {
      const isQuick = !SOAK && !isFile
      const config = isQuick ? { ...wordyConfig, algorithm: 'D-AMD' } : wordyConfig
      const { store, service, warnings, observe, isReplay } = await opened(await kind.freshUrl(), config)
      const rounds = SOAK ? 100 : 6
      const erased: string[] = []
      const given = new Map<string, string>()
      await observe(numbered('first ', 40))
      const send = async (who: number): Promise<void> => {
        for (let k = 0; k < rounds; k++) {
          const decisions = await observe(numbered(`${who} ${k} `, 10))
          for (const { id, asked } of decisions) {
            if (!asked) continue
            await service.run(STREAM, 'answers', { answers: [{ id, label: 'ham' }] }, by)
            given.set(id, 'ham')
          }
        }
      }
      const erase = async (): Promise<void> => {
        for (let k = 0; k < rounds; k++) {
          const id = `${SECRET} ${k}`
          await observe([id])
          await service.run(STREAM, 'erase', { ids: [id] }, by)
          erased.push(id)
        }
      }
      await Promise.all([send(0), send(1), send(2), erase()])
      assert.ok(await isReplay())
      const { items } = await store.listItems(STREAM, { after: 0, limit: 10_000 })
      assert.equal(items.length, 40 + 30 * rounds + rounds)
      assert.equal(new Set(items.map(({ id }) => id)).size, items.length)
      const lost = items.filter(({ id, content }) => (content === '') !== erased.includes(id))
      assert.deepEqual(lost, [])
      const log = (await logOf(store)).join('\n')
      for (const [id] of given) assert.ok(log.includes(`"type":"answered","id":"${id}"`), id)
      assert.deepEqual(warnings, [])
      await service.close()
    })
  })
}
