import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createService } from '../src/service/service.js'
import { defaultSettings } from '../src/settings/table.js'
import { openStore } from '../src/store/open.js'
import { Stream } from '../src/stream/stream.js'
import { logOf } from './support/crash-check.js'
import { STREAM } from './support/crash-load.js'
import { postgresKind, sqliteKind } from './support/store.js'
import { askingConfig } from './support/stream-life.js'
import { WORDY } from './support/stream-random.js'

const by = { by: 'ada' }
const config = {
  ...askingConfig,
  vectorizer: WORDY,
  multiLabel: true,
  classes: ['sport', 'politics', 'music'],
}
const TEXTS = [
  'the goal of the match',
  'the minister of sport',
  'a concert for the minister',
  'Zebulon sings',
]
const LABELS = [['sport'], ['sport', 'politics'], ['politics', 'music'], []]

for (const kind of [sqliteKind(), postgresKind()])
  describe(`a multi-label stream in the store, ${kind.name}`, { skip: kind.skip }, () => {
    before(() => kind.begin())
    after(() => kind.end())

    test('is restored by a snapshot and the log, and forgets what is erased', async () => {
      const url = await kind.freshUrl()
      const settings = { ...defaultSettings, threads: 0, snapshotEvery: 5 }
      let store = await openStore(url)
      let service = createService({ settings, store })
      await service.createStream(STREAM, config)
      const items = TEXTS.map((text, k) => ({ id: `i${k}`, text }))
      const decisions = await service.run(STREAM, 'observe', { items }, by)
      // A known item gets its stored decision.
      assert.deepEqual(await service.run(STREAM, 'observe', { items }, by), decisions)
      const answers = LABELS.map((labels, k) => ({ id: `i${k}`, labels }))
      await service.run(STREAM, 'answers', { answers: answers.slice(0, 3) }, by)
      const [question] = await service.run(STREAM, 'lease', { count: 1 }, by)
      await service.run(STREAM, 'answer', { id: question.id, labels: [] }, by)
      const model = await service.run(STREAM, 'exported', {}, by)

      // Closing without the service is like a crash.
      await store.close()
      store = await openStore(url)
      service = createService({ settings, store })
      assert.deepEqual(Buffer.from(await service.run(STREAM, 'exported', {}, by)), Buffer.from(model))
      assert.equal((await service.run(STREAM, 'undo', {}, by)).id, question.id)
      await service.run(STREAM, 'answer', { id: question.id, labels: ['music'] }, by)
      const [item] = await store.findItems(STREAM, ['i0'])
      assert.match(item?.predicted ?? '', /^\n/)

      await service.run(STREAM, 'erase', { ids: ['i3'] }, by)
      const pages = await logOf(store)
      assert.ok(!pages.join('\n').includes('Zebulon') && !pages.join('\n').includes('zeb'))
      const replayed = new Stream(STREAM, config)
      for (const page of pages) replayed.replay(page)
      const served = Buffer.from(await service.run(STREAM, 'exported', {}, by))
      assert.deepEqual(served, Buffer.from(replayed.classifier.save()))
      assert.ok(!served.toString('latin1').toLowerCase().includes('zeb'))
      await service.close()
    })
  })
