import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Classifier } from '@askance/core'
import type { InputItem } from '@askance/data'
import { startServer } from '../src/run/index.js'
import { defaultSettings } from '../src/settings/index.js'
import { logged } from './run-tools.js'

test('vectors of items are learned, checked, stored, restored and exported', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-vectors-'))
  const settings = {
    ...defaultSettings,
    port: 0,
    anonymous: true,
    threads: 0,
    store: join(folder, 'a.sqlite'),
  }
  const start = () => startServer(settings, { logger: logged('warn').logger, stdout: { write: () => {} } })
  let service = await start()
  t.after(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })
  const send = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${service.url}/v1/streams${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const call = async (method: string, path: string, body?: object) => {
    const response = await send(method, path, body)
    const text = await response.text()
    return { status: response.status, json: text === '' ? {} : JSON.parse(text.split('\n')[0] ?? '') }
  }
  const config = { classes: ['a', 'b'], budget: { total: 100 } }
  for (const [id, more] of [
    ['mails', {}],
    ['pool', { protocol: 'pool' }],
    ['tags', { multiLabel: true }],
    ['old', { algorithm: 'PAA-II' }],
  ] as const)
    assert.equal((await call('POST', '', { id, ...config, ...more })).status, 201, id)

  const vector = (k: number): number[] => [k % 2 === 0 ? 1 : -1, Math.sin(k), 0.5]
  const items = Array.from({ length: 12 }, (_, k) => ({
    id: `i${k}`,
    text: `word${k} and more`,
    vector: vector(k),
  }))
  for (const id of ['mails', 'pool', 'tags'])
    assert.equal((await call('POST', `/${id}/items`, { items })).status, 200, id)

  // A batch with an invalid vector changes nothing.
  for (const [bad, code] of [
    [{ text: 'x', vector: [1, 2] }, 'vector/length'],
    [{ text: 'x', vector: [1, null, 3] }, 'request/invalid'],
    [{ text: 'x', vector: [1, '2', 3] }, 'request/invalid'],
    [{ text: 'x', vector: [1, 1e200, 3] }, 'request/invalid'],
    [{ text: 'x', vector: [1] }, 'request/invalid'],
    [{ text: 'x', vector: 'AAAA' }, 'request/invalid'],
    [{ text: 'x', vector: new Array(4097).fill(1) }, 'request/invalid'],
  ] as const)
    for (const path of ['/mails/items', '/mails/predict', '/pool/items', '/tags/items']) {
      const { status, json } = await call('POST', path, {
        items: [items[0], bad].map(({ ...one }, k) => ({ ...one, id: `bad${k}` })),
      })
      assert.deepEqual([status, json.code], [400, code], `${path} ${JSON.stringify(bad).slice(0, 80)}`)
    }
  const refused = await call('POST', '/old/items', { items: [items[0]] })
  assert.deepEqual([refused.status, refused.json.code], [422, 'vector/algorithm'])
  assert.match(refused.json.detail, /^item 1: /)

  // Answers, also to items that were not asked, then a restart: the same predictions from the log.
  const answers = items.map(({ id }, k) => ({ id, label: k % 2 === 0 ? 'a' : 'b' }))
  assert.equal((await call('POST', '/mails/answers', { answers })).status, 200)
  const probe = { items: [{ vector: vector(40) }, { text: 'word1' }, { text: 'word2', vector: vector(41) }] }
  const before = await call('POST', '/mails/predict', probe)
  assert.equal(before.status, 200)
  await service.close()
  service = await start()
  const after = await call('POST', '/mails/predict', probe)
  assert.deepEqual(after.json, before.json)
  assert.equal(before.json.predictions[0].predicted, 'a')
  assert.equal(
    (await call('POST', '/mails/items', { id: 'late', vector: [1, 2] })).json.code,
    'vector/length',
  )

  // Pages do not show vectors; the model and the items have them.
  const { json: page } = await call('GET', '/mails/items?limit=1')
  assert.deepEqual(Object.keys(page.items[0].content).sort(), ['id', 'text'])
  const saved = await send('GET', '/mails/model')
  const model = Classifier.load<InputItem>(new Uint8Array(await saved.arrayBuffer()))
  assert.equal(model.report()?.members.at(-1), 'vector')
  const { predicted } = before.json.predictions[2]
  assert.equal(model.predict({ text: 'word2', vector: vector(41) }), predicted)
  const { json: labelled } = await call('GET', '/pool/labelled?format=jsonl')
  assert.equal(labelled.vector.length, 3)
})
