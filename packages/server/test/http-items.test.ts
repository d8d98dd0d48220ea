import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Desk, openDesk } from './support/http-app.js'

const base = '/v1/streams/mails'

describe('routes about items', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())

  test('returns one decision per item', async () => {
    const one = await desk.call('POST', `${base}/items`, { body: { text: 'hello' } })
    assert.match(one.json.id, /^[0-9a-f-]{36}$/)
    const several = await desk.call('POST', `${base}/items`, {
      body: {
        items: [
          { id: 'x1', features: { a: 1, b: 'red', c: null } },
          { row: { index: [1, 5], value: [1, 2] } },
        ],
      },
    })
    assert.equal(several.json.decisions.length, 2)
    assert.equal(several.json.decisions[0].id, 'x1')
    assert.equal('trace' in several.json.decisions[0], false)
  })

  test('rejects items without content or with a row beside it, and repeated ids', async () => {
    for (const [body, code] of [
      [{ id: 'y' }, 'item/shape'],
      [{ text: 'a', row: { index: [1], value: [1] } }, 'item/shape'],
      [{ row: { index: [1, 2], value: [1] } }, 'item/shape'],
      [{ row: { index: [2, 1], value: [1, 1] } }, 'item/shape'],
      [{ row: { index: [2, 2], value: [1, 1] } }, 'item/shape'],
      [
        {
          items: [
            { id: 'y', text: 'a' },
            { id: 'y', text: 'b' },
          ],
        },
        'item/repeated',
      ],
    ] as const) {
      const { status, json } = await desk.call('POST', `${base}/items`, { body })
      assert.equal(status, 422)
      assert.equal(json.code, code)
    }
    const wrong = await desk.call('POST', `${base}/items`, { body: { items: [{ text: 5 }] } })
    assert.deepEqual(wrong.json.errors, [{ pointer: '/items/0/text', message: 'must be string; found 5' }])
    for (const [features, message] of [
      [{ a: [1] }, 'must be number, boolean, string, null; found [1]'],
      [{ a: 1e200 }, 'must be <= 1e+100; found 1e+200'],
    ] as const) {
      const { json } = await desk.call('POST', `${base}/items`, { body: { features } })
      assert.deepEqual(json.errors, [{ pointer: '/features/a', message }])
    }
    assert.equal((await desk.call('POST', '/v1/streams/none/items', { body: { text: 'a' } })).status, 404)
  })

  test('rejects fields that are nested too deeply, or have too much text', async () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const send = (route: string, fields: string) =>
      desk.call('POST', `${base}/${route}`, { body: `{"text":"a","fields":${fields}}` })
    for (const route of ['items', 'predict']) {
      assert.equal((await send(route, nested(33))).status, 200)
      for (const fields of [nested(34), `[{"a":${'{"b":'.repeat(40)}1${'}'.repeat(41)}]`]) {
        const { status, json } = await send(route, fields)
        assert.deepEqual([status, json.code], [422, 'item/shape'])
        assert.match(json.detail, /nested more than 32 levels/)
      }
      const long = await send(route, JSON.stringify([{ a: ['x'.repeat(600_000)] }, 'x'.repeat(600_000)]))
      assert.match(long.json.detail, /1200001 characters/)
      const wide = await send(route, `[[${'0,'.repeat(1_000_000)}0]]`)
      assert.match(wide.json.detail, /1000002 values, expected at most 1000000 \(textLimit\)/)
    }
  })

  test('a request with an idempotency key is executed once', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    const first = await desk.call('POST', `${base}/items`, { body: { text: 'once' }, headers })
    const again = await desk.call('POST', `${base}/items`, { body: { text: 'once' }, headers })
    assert.deepEqual(again.json, first.json)
    const other = await desk.call('POST', `${base}/items`, { body: { text: 'twice' }, headers })
    assert.equal(other.json.code, 'request/key-reused')
    assert.equal(other.status, 422)
    const long = { 'idempotency-key': 'k'.repeat(201) }
    assert.equal(
      (await desk.call('POST', `${base}/items`, { body: { text: 'a' }, headers: long })).status,
      400,
    )
  })

  test('predicting changes nothing', async () => {
    const { seq } = desk.service.fake.streams.get('mails')!
    const one = await desk.call('POST', `${base}/predict`, { body: { text: 'a' }, as: 'reader' })
    assert.equal(one.json.predicted, 'ham')
    const two = await desk.call('POST', `${base}/predict`, {
      body: { items: [{ text: 'a' }, { text: 'b' }] },
    })
    assert.equal(two.json.predictions.length, 2)
    assert.equal(desk.service.fake.streams.get('mails')!.seq, seq)
  })

  test('examples are learned', async () => {
    const body = { items: [{ text: 'a', label: 'ham' }] }
    assert.deepEqual((await desk.call('POST', `${base}/examples`, { body })).json, { taught: 1 })
    assert.equal(
      (await desk.call('POST', `${base}/examples`, { body: { items: [{ text: 'a' }] } })).status,
      400,
    )
  })

  test('lists items, latest first, with filters', async () => {
    const { json } = await desk.call('GET', `${base}/items?limit=2`)
    assert.equal(json.items.length, 2)
    assert.ok(json.items[0].t > json.items[1].t)
    const next = await desk.call('GET', `${base}/items?limit=2&cursor=${json.next}`)
    assert.ok(next.json.items[0].t < json.items[1].t)
    const asked = await desk.call('GET', `${base}/items?asked=true&predicted=ham&search=text%20of`)
    assert.deepEqual(
      asked.json.items.map(({ id }: { id: string }) => id),
      ['c', 'a'],
    )
    assert.deepEqual(asked.json.items[0].content, { text: 'text of c' })
    assert.equal((await desk.call('GET', `${base}/items?asked=perhaps`)).status, 400)
    assert.equal((await desk.call('GET', '/v1/streams/none/items')).status, 404)
  })

  test('asked items include their question state, with one call to the stream', async () => {
    const before = desk.service.calls.length
    const { json } = await desk.call('GET', `${base}/items?search=text%20of`, { as: 'reader' })
    const [c, b, a] = json.items
    assert.deepEqual([c.id, c.reason, c.probability, c.state], ['c', 'audit', 0.5, 'open'])
    assert.equal(a.state, 'open')
    assert.equal('answer' in a, false)
    for (const name of ['reason', 'probability', 'state', 'answer']) assert.equal(name in b, false, name)
    assert.deepEqual(
      desk.service.calls.slice(before).map(({ name, request }) => [name, request]),
      [['asked', { ids: ['c', 'b', 'a'], isLabeller: true }]],
    )
  })

  test('lists items whose answer differs from the prediction', async () => {
    const first = await desk.call('GET', `${base}/items?wrong=true&limit=1`, { as: 'reader' })
    const [latest] = first.json.items
    assert.deepEqual([latest.answer, latest.predicted, latest.state], ['spam', 'ham', 'answered'])
    const ids = [latest.id]
    for (let { next } = first.json; next; ) {
      const page = await desk.call('GET', `${base}/items?wrong=true&limit=1&cursor=${next}`)
      ids.push(...page.json.items.map(({ id }: { id: string }) => id))
      next = page.json.next
    }
    const asked = await desk.call('GET', `${base}/items?asked=true&wrong=false`)
    assert.deepEqual(
      ids,
      asked.json.items.map(({ id }: { id: string }) => id),
    )
    assert.deepEqual((await desk.call('GET', `${base}/items?wrong=true&asked=false`)).json, { items: [] })
    const both = await desk.call('GET', `${base}/items?wrong=true&search=text%20of%20c`)
    assert.deepEqual(
      both.json.items.map(({ id }: { id: string }) => id),
      ['c'],
    )
    assert.equal((await desk.call('GET', '/v1/streams/none/items?wrong=true')).status, 404)
    assert.equal((await desk.call('GET', `${base}/items?wrong=true&cursor=e30`)).json.code, 'request/cursor')
  })

  test('combines the filters of the stream and of the store', async () => {
    const ids = async (query: string): Promise<string[]> =>
      (await desk.call('GET', `${base}/items?${query}`)).json.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('status=answered&search=text%20of'), ['c', 'a'])
    assert.deepEqual(await ids('status=predicted&search=text%20of'), ['b'])
    assert.deepEqual(await ids('status=predicted&label=spam'), [])
    assert.deepEqual(await ids('label=spam&by=Ada&minConfidence=0.71'), [])
    assert.deepEqual(desk.service.calls.at(-1)?.request, {
      limit: 500,
      label: 'spam',
      by: 'Ada',
      isLabeller: false,
    })
    // The names of fields are no content.
    assert.deepEqual(await ids('search=text'), await ids('search=text%20of'))
    assert.equal((await desk.call('GET', `${base}/items?status=odd`)).status, 400)
    assert.equal((await desk.call('GET', `${base}/items?minConfidence=2`)).status, 400)
  })

  test('lists doubtful labels', async () => {
    const { json } = await desk.call('GET', `${base}/review?kind=mistakes&limit=1`, { as: 'reader' })
    const [item] = json.items
    assert.deepEqual([item.answer, item.suggested, item.doubt], ['spam', 'ham', 0.9])
    assert.ok(item.content.text)
    assert.deepEqual(desk.service.calls.at(-1)?.request, { kind: 'mistakes', limit: 1, isLabeller: true })
    assert.equal((await desk.call('GET', `${base}/review`)).status, 400)
  })

  test('labellers answer for themselves only', async () => {
    const send = (by: string | undefined, as: string) =>
      desk.call('POST', `${base}/answers`, { body: { answers: [{ id: 'a', label: 'ham', by }] }, as })
    assert.equal((await send('Somebody', 'owner')).status, 200)
    assert.equal((await send('Somebody', 'labeller')).json.code, 'access/role')
    assert.equal((await send(undefined, 'labeller')).status, 200)
    assert.deepEqual(desk.service.calls.at(-1)?.request, {
      answers: [{ id: 'a', label: 'ham' }],
      isLabeller: true,
    })
    assert.equal((await send(undefined, 'reader')).status, 403)
  })

  test('reads an item with its decision and history', async () => {
    desk.service.page('mails', [
      { type: 'answered', id: 'a', label: 'spam', time: 5, by: 'Ada' },
      { type: 'answered', id: 'b', label: 'ham', time: 6 },
    ])
    const { json } = await desk.call('GET', `${base}/items/a`)
    assert.equal(json.decision.asked, true)
    assert.equal('type' in json.decision, false)
    assert.deepEqual(
      json.history.map(({ type }: { type: string }) => type),
      ['observed', 'answered'],
    )
    assert.equal('trace' in json.history[0], false)
    assert.equal(json.history[1].by, 'Ada')
    assert.equal(json.historyTruncated, false)
    assert.equal((await desk.call('GET', `${base}/items/none`)).json.code, 'item/unknown')
  })

  test('ids may have up to 200 printable characters', async () => {
    for (const id of ['a/b c?d#e%', 'é'.repeat(200), '日本', 'v1.2']) {
      await desk.call('POST', `${base}/items`, { body: { id, text: 'a' } })
      const { status, json } = await desk.call('GET', `${base}/items/${encodeURIComponent(id)}`)
      assert.equal(status, 200, id)
      assert.equal(json.id, id)
    }
    assert.equal((await desk.call('GET', `${base}/items/${'a'.repeat(201)}`)).status, 400)
    assert.equal((await desk.call('GET', `${base}/items/a%0Ab`)).status, 400)
    assert.equal((await desk.call('POST', `${base}/items`, { body: { id: '..', text: 'a' } })).status, 400)
  })

  test('explains stored items and new content', async () => {
    assert.equal((await desk.call('GET', `${base}/items/a/explanation`)).json.reasonText, 'It was.')
    assert.equal((await desk.call('GET', `${base}/items/none/explanation`)).status, 404)
    assert.equal((await desk.call('POST', `${base}/explain`, { body: { text: 'a' } })).json.predicted, 'ham')
    assert.equal((await desk.call('POST', `${base}/explain`, { body: {} })).status, 422)
  })

  test('erasing an item forgets it and is recorded in the audit log', async () => {
    const { json } = await desk.call('DELETE', `${base}/items/b`)
    assert.deepEqual(json, { id: 'b', forgotten: true })
    assert.deepEqual(desk.service.calls.at(-1)?.request, { ids: ['b'] })
    assert.equal(desk.service.fake.audit.at(-1)?.action, 'eraseItem')
    assert.equal((await desk.call('DELETE', `${base}/items/none`)).status, 404)
  })

  test('erasing a person says what was erased, and the audit log does not say whose', async () => {
    const { json } = await desk.call('POST', `${base}/erase`, { body: { ids: ['b'], labeller: 'Zoe' } })
    assert.deepEqual(
      { ...json, labeller: { ...json.labeller, as: '' } },
      {
        items: 1,
        forgotten: 1,
        labeller: { answers: 2, votes: 0, as: '' },
      },
    )
    const { action, detail = '' } = desk.service.fake.audit.at(-1) ?? {}
    assert.equal(action, 'erasePerson')
    assert.equal(detail, `1 item, 2 answers of ${json.labeller.as}`)
    for (const body of [{}, { ids: [] }, { idPrefix: '' }, { meta: {} }, { author: 'x' }])
      assert.equal((await desk.call('POST', `${base}/erase`, { body })).status, 400)
    assert.equal((await desk.call('POST', `${base}/erase`, { body: { ids: ['none'] } })).status, 404)
  })

  test('rejects more items than the batch limit', async () => {
    const small = await openDesk({ batchLimit: 3 })
    const items = Array.from({ length: 4 }, () => ({ text: 'a' }))
    assert.equal((await small.call('POST', `${base}/items`, { body: { items } })).status, 400)
    await small.app.close()
  })
})
