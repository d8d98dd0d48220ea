import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Desk, openDesk } from './support/http-app.js'

describe('routes about streams', () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk.app.close())

  test('creating fills in defaults and returns the location', async () => {
    const { status, headers, json } = await desk.call('POST', '/v1/streams', {
      body: { title: 'Mails of Noëlle!', classes: ['ham', 'spam'] },
    })
    assert.equal(status, 201)
    assert.equal(headers.location, '/v1/streams/mails-of-noelle')
    assert.equal(headers.etag, '"1"')
    const { seed, ...config } = json.config
    assert.ok(Number.isSafeInteger(seed))
    assert.deepEqual(config, {
      title: 'Mails of Noëlle!',
      classes: ['ham', 'spam'],
      algorithm: 'auto',
      parameters: {},
      budget: { ratio: 0.1 },
      measure: 0.2,
      drift: true,
      answersPerItem: 1,
      consensus: 'majority',
      leaseSeconds: 60,
      paused: false,
    })
  })

  test('a derived id gets a suffix if in use, a given id is rejected', async () => {
    const body = { title: 'Twice', classes: ['a', 'b'] }
    assert.equal((await desk.call('POST', '/v1/streams', { body })).json.id, 'twice')
    assert.match((await desk.call('POST', '/v1/streams', { body })).json.id, /^twice-[0-9a-f]{8}$/)
    const wanted = await desk.call('POST', '/v1/streams', { body: { ...body, id: 'twice' } })
    assert.equal(wanted.status, 409)
    assert.equal(wanted.json.code, 'stream/exists')
    const untitled = await desk.call('POST', '/v1/streams', { body: { classes: ['a', 'b'] } })
    assert.match(untitled.json.id, /^stream-[0-9a-f]{8}$/)
  })

  test('costs are weights or balance, and items can have several labels', async () => {
    const body = { classes: ['a', 'b'], objective: 'cost', costs: 'balance', multiLabel: true }
    const { status, json } = await desk.call('POST', '/v1/streams', { body })
    assert.equal(status, 201)
    assert.deepEqual([json.config.costs, json.config.multiLabel], ['balance', true])
    const other = await desk.call('POST', '/v1/streams', { body: { ...body, costs: 'even' } })
    assert.equal(other.status, 400)
  })

  test('bodies are validated strictly, without conversion', async () => {
    for (const [body, pointer] of [
      [{ classes: ['a', 'b'], colour: 'red' }, ''],
      [{ classes: ['a'] }, '/classes'],
      [{ classes: ['a', 'b'], measure: '0.5' }, '/measure'],
      [{ classes: ['a', 'b\n'] }, '/classes/1'],
      [{ classes: ['a', 'b'], id: 'Not/An id' }, '/id'],
      [{ classes: ['a', 'b'], parameters: JSON.parse('{"__proto__": 1}') }, '/parameters'],
      [[], ''],
    ] as const) {
      const { status, json } = await desk.call('POST', '/v1/streams', { body })
      assert.equal(status, 400, JSON.stringify(body))
      assert.equal(json.code, 'request/invalid')
      assert.ok(
        json.errors.some((fault: { pointer: string }) => fault.pointer.startsWith(pointer)),
        `${JSON.stringify(json)} names ${pointer}`,
      )
    }
  })

  test('lists are paginated', async () => {
    for (const id of ['p1', 'p2', 'p3'])
      await desk.call('POST', '/v1/streams', { body: { id, classes: ['a', 'b'] } })
    const ids: string[] = []
    let url = '/v1/streams?limit=2'
    for (let page = 0; url !== '' && page < 20; page++) {
      const { json } = await desk.call('GET', url)
      ids.push(...json.items.map(({ id }: { id: string }) => id))
      assert.ok(json.items.length <= 2)
      url = json.next ? `/v1/streams?limit=2&cursor=${json.next}` : ''
    }
    assert.deepEqual(ids, [...desk.service.fake.streams.keys()].sort())
    assert.equal((await desk.call('GET', '/v1/streams?cursor=bm9wZQ')).json.code, 'request/cursor')
    assert.equal((await desk.call('GET', '/v1/streams?limit=0')).status, 400)
    assert.equal((await desk.call('GET', '/v1/streams?limit=many')).status, 400)
    assert.equal((await desk.call('GET', '/v1/streams?unknown=1')).status, 400)
  })

  test('a token for one stream lists only that stream', async () => {
    const { json } = await desk.call('GET', '/v1/streams', { as: 'reader-mails' })
    assert.deepEqual(
      json.items.map(({ id }: { id: string }) => id),
      ['mails'],
    )
    assert.deepEqual((await desk.call('GET', '/v1/streams', { as: 'reader-other' })).json.items, [])
  })

  test('a change needs the current version', async () => {
    const url = '/v1/streams/mails'
    const body = { paused: true }
    const read = await desk.call('GET', url)
    assert.equal(read.headers.etag, '"1"')
    assert.equal(read.json.status.counts.items, 3)
    assert.equal((await desk.call('PATCH', url, { body })).json.code, 'request/no-match')
    const wrong = await desk.call('PATCH', url, { body, headers: { 'if-match': '"7"' } })
    assert.equal(wrong.status, 412)
    const nonsense = await desk.call('PATCH', url, { body, headers: { 'if-match': 'seven' } })
    assert.equal(nonsense.status, 412)
    const changed = await desk.call('PATCH', url, { body, headers: { 'if-match': '"1"' } })
    assert.equal(changed.headers.etag, '"2"')
    assert.equal(changed.json.config.paused, true)
    const any = await desk.call('PATCH', url, { body: { title: 'M' }, headers: { 'if-match': '*' } })
    assert.equal(any.headers.etag, '"3"')
    assert.equal((await desk.call('PATCH', url, { body: {}, headers: { 'if-match': '*' } })).status, 400)
  })

  test('deletes a stream', async () => {
    await desk.call('POST', '/v1/streams', { body: { id: 'gone', classes: ['a', 'b'] } })
    const { status, text } = await desk.call('DELETE', '/v1/streams/gone')
    assert.equal(status, 204)
    assert.equal(text, '')
    assert.equal((await desk.call('GET', '/v1/streams/gone')).json.code, 'stream/unknown')
    assert.equal((await desk.call('DELETE', '/v1/streams/gone')).status, 404)
  })

  test('actions of owners are recorded without secrets', async () => {
    await desk.call('POST', '/v1/tokens', { body: { name: 'Ada', role: 'reader' } })
    const { json } = await desk.call('GET', '/v1/audit?limit=200')
    const actions = json.items.map(({ action }: { action: string }) => action)
    for (const action of ['createStream', 'changeStream', 'deleteStream', 'createToken'])
      assert.ok(actions.includes(action), action)
    assert.ok(!JSON.stringify(json).includes('ask_'))
    const next = (await desk.call('GET', '/v1/audit?limit=1')).json.next
    assert.equal((await desk.call('GET', `/v1/audit?limit=1&cursor=${next}`)).json.items.length, 1)
    const ofOne = await desk.call('GET', '/v1/audit?stream=gone')
    assert.ok(ofOne.json.items.every(({ stream }: { stream: string }) => stream === 'gone'))
  })
})
