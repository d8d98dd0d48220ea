import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eraseFromStore } from '../src/run/erase.js'
import { erasePerson } from '../src/service/erase-person.js'
import { createService } from '../src/service/service.js'
import { defaultSettings } from '../src/settings/table.js'
import { openStore } from '../src/store/open.js'
import type { StreamConfig } from '../src/stream/config.js'
import { logOf, replayed } from './support/crash-check.js'
import { STREAM } from './support/crash-load.js'
import { postgresKind, sqliteKind } from './support/store.js'
import { askingConfig } from './support/stream-life.js'
import { WORDY } from './support/stream-random.js'

const by = { by: 'owner' }

/** A service that counts how often a stream is loaded, and from which snapshot. */
const opened = async (url: string, config: Partial<StreamConfig>, snapshotEvery = 1e9) => {
  const store = await openStore(url)
  const loads: number[] = []
  const silent = () => undefined
  const logger = {
    info: (facts: object) => void loads.push((facts as { snapshot: number }).snapshot),
    warn: silent,
    error: silent,
  }
  const service = createService({
    settings: { ...defaultSettings, threads: 0, snapshotEvery },
    store,
    logger,
  })
  if (!(await store.readStream(STREAM)))
    await service.createStream(STREAM, { ...askingConfig, budget: { ratio: 0.2 }, ...config })
  const observe = (ids: readonly string[], meta?: object) =>
    service.run(
      STREAM,
      'observe',
      { items: ids.map((id, k) => ({ id, text: k % 2 ? 'a prize for you' : `minutes of ${id}`, ...meta })) },
      by,
    )
  /** Whether the model is the one that the log alone gives. */
  const isReplay = async () => {
    const model = Buffer.from(await service.run(STREAM, 'exported', {}, by))
    return model.equals((await replayed(store, await logOf(store))).classifier.save())
  }
  return { store, service, loads, observe, isReplay }
}

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, k) => `${prefix}${k}`)

for (const kind of [sqliteKind(), postgresKind()])
  describe(`erasing, ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    test('many items by prefix or metadata rebuilds the stream once', async () => {
      const { store, service, loads, observe, isReplay } = await opened(await kind.freshUrl(), {
        algorithm: 'auto',
        vectorizer: WORDY,
      })
      await observe(numbered('other/', 30))
      await observe(numbered('ann/', 250))
      await observe(numbered('mail ', 20), { meta: { author: 'ann', lang: 'en' } })
      assert.equal(loads.length, 1)
      const erased = await erasePerson(service, STREAM, { idPrefix: 'ann/' }, by)
      assert.equal(erased.items, 250)
      const meta = { author: 'ann' }
      assert.equal((await erasePerson(service, STREAM, { meta: { ...meta, lang: 'de' } }, by)).items, 0)
      assert.equal((await erasePerson(service, STREAM, { meta }, by)).items, 20)
      assert.equal((await erasePerson(service, STREAM, { ids: ['other/1', 'other/2'] }, by)).items, 2)
      assert.equal(loads.length, 1, 'no erasure has waited until the stream is rebuilt')
      await service.run(STREAM, 'features', { count: 1 }, by)
      assert.equal(loads.length, 2)
      assert.ok(await isReplay())
      const left = await store.scanItems(STREAM, { prefix: '', after: '', limit: 1000 })
      assert.equal(left.filter(({ content }) => content !== '').length, 28)
      const again = await erasePerson(service, STREAM, { idPrefix: 'ann/' }, by)
      assert.equal(again.items, 0, 'nothing is erased twice')
      await assert.rejects(erasePerson(service, STREAM, { ids: ['other/3', 'never'] }, by), {
        code: 'item/unknown',
      })
      assert.notEqual((await store.findItems(STREAM, ['other/3']))[0]?.content, '')
      await service.close()
    })

    test('an item keeps the snapshots from before it, and the stream is rebuilt from there', async () => {
      const url = await kind.freshUrl()
      const first = await opened(url, { algorithm: 'auto', vectorizer: WORDY })
      await first.observe(numbered('early ', 20))
      await first.service.close()
      const [snapshot] = await (async () => {
        const store = await openStore(url)
        const found = await store.listSnapshots(STREAM)
        await store.close()
        return found
      })()
      const { store, service, loads, observe, isReplay } = await opened(url, {})
      await observe(numbered('late ', 20))
      await service.run(STREAM, 'erase', { ids: ['late 3'] }, by)
      assert.deepEqual(await store.listSnapshots(STREAM), [snapshot])
      assert.ok(await isReplay())
      assert.deepEqual(loads, [snapshot, snapshot], 'the snapshot from before was used')
      await service.run(STREAM, 'erase', { ids: ['early 3'] }, by)
      assert.deepEqual(await store.listSnapshots(STREAM), [])
      assert.ok(await isReplay())
      await service.close()
    })

    test('an item from which nothing was learned rebuilds nothing', async () => {
      const { store, service, loads, isReplay } = await opened(
        await kind.freshUrl(),
        { algorithm: 'D-AMD', budget: { ratio: 0.1 }, measure: 0.1 },
        10,
      )
      const items = numbered('row ', 60).map((id, k) => ({ id, row: { index: [1, 2], value: [k % 3, 1] } }))
      const decisions = await service.run(STREAM, 'observe', { items }, by)
      const pages = await logOf(store)
      const free = decisions.filter(({ id }) => !pages.join('').includes(`"item":{"id":"${id}"`))
      assert.ok(free.length > 10)
      await service.run(STREAM, 'erase', { ids: free.map(({ id }) => id) }, by)
      assert.equal((await store.findItems(STREAM, [free[0]?.id ?? '']))[0]?.content, '')
      assert.ok(await isReplay())
      assert.equal(loads.length, 1)
      await service.close()
    })

    test('a labeller unlearns the answers and replaces the name everywhere', async () => {
      const url = await kind.freshUrl()
      const { store, service, observe, isReplay } = await opened(
        url,
        { algorithm: 'D-AMD', vectorizer: WORDY, budget: { ratio: 0.9 }, answersPerItem: 1 },
        30,
      )
      await observe(numbered('mail ', 80))
      const zoe = { by: 'Zoe Quartermain' }
      const key = (name: string) => ({ key: `${zoe.by}\n${name}`, fingerprint: name })
      for (let k = 0; k < 25; k++) {
        const [question] = await service.run(STREAM, 'lease', { count: 1 }, zoe)
        const answer = { id: question?.id ?? '', label: k % 2 ? 'ham' : 'spam' }
        await service.run(STREAM, 'answer', answer, { ...zoe, key: key(`${k}`) })
      }
      const [bobs] = await service.run(STREAM, 'lease', { count: 1 }, { by: 'bob' })
      await service.run(STREAM, 'answer', { id: bobs?.id ?? '', label: 'ham' }, { by: 'bob' })
      const { labeller } = await erasePerson(service, STREAM, { labeller: zoe.by }, by)
      assert.equal(labeller?.answers, 25)
      assert.ok(await isReplay())
      assert.ok(!(await logOf(store)).join('').includes('Zoe'))
      assert.equal((await service.run(STREAM, 'status', {}, by)).counts.answers, 1)
      const names = (await service.run(STREAM, 'agreement', {}, by)).labellers.map(({ name }) => name)
      assert.deepEqual(names.sort(), ['bob', labeller?.as])
      await service.close()
      if (kind.name === 'SQLite')
        for (const name of readdirSync(dirname(url)).filter((one) => one.startsWith(basename(url))))
          assert.ok(!readFileSync(join(dirname(url), name)).includes('Zoe'), name)
    })

    test('takes back votes on open questions', async () => {
      const url = await kind.freshUrl()
      const { service, observe, isReplay } = await opened(url, {
        algorithm: 'D-AMD',
        vectorizer: WORDY,
        budget: { ratio: 1 },
        answersPerItem: 2,
      })
      await observe(['a', 'b'])
      for (const name of ['zoe', 'bob']) {
        const [question] = await service.run(STREAM, 'lease', { count: 1 }, { by: name })
        await service.run(STREAM, 'answer', { id: question?.id ?? '', label: 'ham' }, { by: name })
      }
      const [open] = await service.run(STREAM, 'lease', { count: 1 }, { by: 'zoe' })
      await service.run(STREAM, 'answer', { id: open?.id ?? '', label: 'spam' }, { by: 'zoe' })
      const { labeller } = await erasePerson(service, STREAM, { labeller: 'zoe' }, by)
      assert.equal(labeller?.votes, 1)
      assert.ok(await isReplay())
      await service.close()
      // The command, while no service runs.
      const erased = await eraseFromStore(
        { ...defaultSettings, store: url },
        STREAM,
        { ids: ['a'] },
        'command',
      )
      assert.equal(erased.items, 1)
      const store = await openStore(url)
      const [entry] = await store.listAudit({ limit: 1 })
      assert.deepEqual([entry?.action, entry?.who, entry?.detail], ['erasePerson', 'command', '1 item'])
      await store.close()
    })
  })
