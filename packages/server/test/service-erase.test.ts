import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createService, type Service } from '../src/service/service.js'
import { defaultSettings } from '../src/settings/table.js'
import { openStore } from '../src/store/open.js'
import { CHECK_PROBABILITY, checkCoin } from '../src/stream/checks.js'
import { Stream } from '../src/stream/stream.js'
import { logOf } from './support/crash-check.js'
import { STREAM } from './support/crash-load.js'
import { postgresKind, sqliteKind } from './support/store.js'
import { askingConfig, Life } from './support/stream-life.js'
import { WORDY } from './support/stream-random.js'

const SECRET = 'my neighbour Zebulon Quartermain owes me money'
const by = { by: 'ada' }
const SOAK = Boolean(process.env.ASKANCE_SOAK)
/** Mails before the secret one, and after it. */
const BATCH = SOAK ? 40 : 20

/** Whether any file of the store has the secret, in any case of letters. */
const hasSecret = (url: string): boolean =>
  readdirSync(dirname(url))
    .filter((name) => name.startsWith(basename(url)))
    .some((name) =>
      readFileSync(join(dirname(url), name))
        .toString('latin1')
        .toLowerCase()
        .includes('zebulon'),
    )

/** With few indices: the model is saved and replayed as a whole many times. */
const wordyConfig = { ...askingConfig, vectorizer: WORDY }

const texts = (from: number): { id: string; text: string }[] =>
  Array.from({ length: BATCH }, (_, k) => ({
    id: `mail ${from + k}`,
    text: k % 2 ? 'cheap pills and a prize for you' : 'the minutes of the meeting are attached',
  }))

/** Sends mails, the secret one among them, and labels what is asked and the secret one in any case. */
const play = async (service: Service): Promise<void> => {
  const items = [...texts(0), { id: 'secret', text: SECRET }, ...texts(100)]
  const decisions = await service.run(STREAM, 'observe', { items }, by)
  const answers = decisions
    .filter(({ id, asked }) => asked || id === 'secret')
    .map(({ id }) => ({ id, label: id === 'secret' ? 'b' : 'a' }))
  await service.run(STREAM, 'answers', { answers }, by)
}

for (const kind of [sqliteKind(), postgresKind()]) {
  const isFile = kind.name.startsWith('SQLite')
  describe(`an item that is erased, ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    const algorithms = isFile || SOAK ? ['auto', 'D-AMD'] : ['D-AMD']
    for (const algorithm of algorithms)
      for (const budget of SOAK || (algorithm === 'auto' && isFile)
        ? [{ ratio: 1 }, { total: 5 }]
        : [{ ratio: 1 }])
        test(`is gone, and the model matches the log: ${algorithm}, ${JSON.stringify(budget)}`, async () => {
          const url = await kind.freshUrl()
          const store = await openStore(url)
          const service = createService({
            settings: { ...defaultSettings, snapshotEvery: SOAK ? 10 : 25 },
            store,
          })
          await service.createStream(STREAM, { ...wordyConfig, algorithm, budget })
          await play(service)
          await service.run(STREAM, 'erase', { ids: ['secret'] }, by)

          const [item] = await store.findItems(STREAM, ['secret'])
          assert.equal(item?.content, '')
          const pages = await logOf(store)
          assert.ok(!pages.join('\n').includes('Zebulon'))
          const replayed = new Stream(STREAM, { ...wordyConfig, algorithm, budget })
          for (const page of pages) replayed.replay(page)
          const served = await service.run(STREAM, 'exported', {}, by)
          assert.ok(!Buffer.from(served).toString('latin1').toLowerCase().includes('zebulon'))
          assert.deepEqual(Buffer.from(served), Buffer.from(replayed.classifier.save()))

          const again = await service.run(STREAM, 'observe', { items: texts(200) }, by)
          assert.equal(again.length, BATCH)
          await assert.rejects(service.run(STREAM, 'erase', { ids: ['never'] }, by), {
            code: 'item/unknown',
          })
          await service.close()
          if (isFile) assert.ok(!readFileSync(url).includes('Zebulon'))
        })

    test('is gone from a pack, and the others in it are not', async () => {
      const url = await kind.freshUrl()
      const store = await openStore(url)
      const service = createService({ settings: defaultSettings, store })
      await service.createStream(STREAM, { ...wordyConfig, algorithm: 'D-AMD', budget: { total: 1 } })
      const items = [...texts(0), { id: '', text: SECRET }, ...texts(1)].map(({ text }) => ({ text }))
      const { decisions } = await service.receive(STREAM, JSON.stringify({ items }), by)
      const sent = JSON.parse(`[${decisions}]`) as { id: string; asked: boolean }[]
      const [secret, next] = sent.slice(BATCH)
      assert.deepEqual([secret?.asked, next?.asked], [false, false])
      await service.run(STREAM, 'answers', { answers: [{ id: secret?.id ?? '', label: 'a' }] }, by)
      const ids = [secret?.id ?? '', next?.id ?? '']
      await Promise.all(ids.map((id) => service.run(STREAM, 'erase', { ids: [id] }, by)))
      const found = await store.findItems(
        STREAM,
        sent.map(({ id }) => id),
      )
      assert.equal(found.length, items.length)
      for (const { id, content } of found) assert.equal(content === '', ids.includes(id))
      const replayed = new Stream(STREAM, { ...wordyConfig, algorithm: 'D-AMD', budget: { total: 1 } })
      for (const page of await logOf(store)) replayed.replay(page)
      const served = await service.run(STREAM, 'exported', {}, by)
      assert.deepEqual(Buffer.from(served), Buffer.from(replayed.classifier.save()))
      await service.close()
      if (isFile) assert.ok(!hasSecret(url))
    })

    test('is gone from the check of its answer', async () => {
      const config = { ...wordyConfig, algorithm: 'D-AMD', budget: { ratio: 1 } }
      const items = [{ id: 'secret', text: SECRET }, ...texts(0)]
      let seed = -1
      let reason: string | undefined
      // The first seed that makes the question an audit that is checked.
      while (reason !== 'audit') {
        do seed++
        while (checkCoin(seed, 1) >= CHECK_PROBABILITY)
        const life = new Life({ ...config, seed })
        life.run('observe', { items })
        reason = life.stream.classifier.question('secret')?.reason
      }
      const url = await kind.freshUrl()
      const store = await openStore(url)
      const service = createService({ settings: defaultSettings, store })
      await service.createStream(STREAM, { ...config, seed })
      await service.run(STREAM, 'observe', { items }, by)
      await service.run(STREAM, 'answers', { answers: [{ id: 'mail 0', label: 'ham', by: 'bob' }] }, by)
      await service.run(STREAM, 'lease', { count: 50 }, by)
      await service.run(STREAM, 'answer', { id: 'secret', label: 'spam' }, by)
      assert.match((await logOf(store)).join('\n'), /check-drawn.*zebulon/)
      await service.run(STREAM, 'erase', { ids: ['secret'] }, by)
      const log = (await logOf(store)).join('\n')
      assert.match(log, /"type":"check-drawn"/)
      assert.doesNotMatch(log, /zebulon/i)
      const replayed = new Stream(STREAM, { ...config, seed })
      replayed.replay(log)
      const served = await service.run(STREAM, 'exported', {}, by)
      assert.deepEqual(Buffer.from(served), Buffer.from(replayed.classifier.save()))
      await service.close()
      if (isFile) assert.ok(!hasSecret(url))
    })

    const erasures = SOAK ? 200 : isFile ? 10 : 3
    test(`leaves nothing in a snapshot that is being written, ${erasures} times`, async () => {
      const url = await kind.freshUrl()
      const store = await openStore(url)
      // A snapshot after every change: one is nearly always under way.
      const service = createService({ settings: { ...defaultSettings, snapshotEvery: 1 }, store })
      await service.createStream(STREAM, { ...wordyConfig, algorithm: 'D-AMD', budget: { ratio: 1 } })
      for (let k = 0; k < erasures; k++) {
        const id = `secret ${k}`
        await service.run(STREAM, 'observe', { items: [{ id, text: SECRET }] }, by)
        const answered = service.run(STREAM, 'answers', { answers: [{ id, label: 'ham' }] }, by)
        await Promise.all([answered, service.run(STREAM, 'erase', { ids: [id] }, by)])
        const snapshots = await kind.sql(url, 'SELECT bytes FROM snapshot_parts')
        for (const { bytes } of snapshots)
          assert.ok(
            !Buffer.from(bytes as Uint8Array)
              .toString('latin1')
              .toLowerCase()
              .includes('zebulon'),
            id,
          )
        const served = await service.run(STREAM, 'exported', {}, by)
        assert.ok(!Buffer.from(served).toString('latin1').toLowerCase().includes('zebulon'), id)
        if (isFile) assert.ok(!hasSecret(url), `${id} is in a file of the store`)
      }
      await service.close()
      if (isFile) assert.ok(!hasSecret(url))
    })
  })
}
