import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeToken } from '../src/access/tokens.js'
import { serverError } from '../src/errors.js'
import { EventClient } from '../src/http/events/client.js'
import type { Page, TokenRecord } from '../src/store/records.js'
import { type Desk, openDesk } from './support/http-app.js'
import { itemColumns } from './support/item-columns.js'
import { until } from './support/until.js'

describe('who follows a stream', () => {
  let desk: Desk
  let url: string
  before(async () => {
    desk = await openDesk({ followersPerToken: 2, followerLimit: 4 })
    url = await desk.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => desk.app.close())

  const following = () => desk.service.followerCount('mails')

  const give = async (rest: Partial<TokenRecord> = {}) => {
    const { token, record } = makeToken({ name: 'Eve', role: 'reader', ...rest }, desk.service.now())
    await desk.service.store.createToken(record)
    return { token, record }
  }

  /** Resolves to all that was sent, once the service ends the connection. */
  const follow = async (token: string, stream = 'mails') => {
    const signal = AbortSignal.timeout(300_000)
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/v1/streams/${stream}/events`, { signal, headers })
    return { status: response.status, text: response.text() }
  }

  test('is disconnected when the token is revoked, by this process or another', async () => {
    const one = await give()
    const first = await follow(one.token)
    assert.equal(following(), 1)
    assert.equal((await desk.call('DELETE', `/v1/tokens/${one.record.id}`)).status, 204)
    desk.service.page('mails', [{ type: 'skipped', id: 'told to nobody', time: 1 }])
    assert.doesNotMatch(await first.text, /nobody/)
    const other = await give()
    const second = await follow(other.token)
    await desk.service.store.deleteToken(other.record.id)
    await desk.app.feeds.heartbeat()
    assert.match(await second.text, /retry/)
    await until(() => following() === 0)
  })

  test('is disconnected when the token expires', async () => {
    const { token } = await give({ expires: desk.service.now() + 60_000 })
    const { text } = await follow(token)
    desk.service.time += 60_000
    assert.match(await text, /retry/)
  })

  test('is disconnected when the stream is deleted, and the token is not valid for a new one', async () => {
    await desk.call('POST', '/v1/streams', { body: { id: 'gone', classes: ['a', 'b'] } })
    const { token, record } = await give({ stream: 'gone' })
    const { text } = await follow(token, 'gone')
    desk.service.fake.tokens.splice(desk.service.fake.tokens.indexOf(record), 1)
    assert.equal((await desk.call('DELETE', '/v1/streams/gone')).status, 204)
    assert.match(await text, /retry/)
    await desk.call('POST', '/v1/streams', { body: { id: 'gone', classes: ['a', 'b'] } })
    assert.equal((await desk.call('GET', '/v1/streams/gone', { as: token })).status, 401)
  })

  test('is disconnected when a grant changes, by this process or another, and gets no labels without export', async () => {
    const { token } = await give({ name: 'Ada' })
    const open = await follow(token)
    const subject = '/v1/streams/mails/grants/name:Ada'
    await desk.call('PUT', '/v1/streams/mails/grants/name:Bo', { body: { actions: [] } })
    assert.equal(following(), 1, 'a grant about somebody else')
    await desk.call('PUT', subject, { body: { actions: ['answer'] } })
    assert.match(await open.text, /retry/)

    const restricted = await follow(token)
    desk.service.page('mails', [
      { type: 'observed', id: 'new', asked: true, predicted: 'ham', time: 1 },
      { type: 'answered', id: 'new', label: 'spam', time: 2, by: 'Bo' },
      { type: 'drifted', time: 3, kind: 'error' },
    ])
    await desk.service.store.putGrant({ subject: 'name:Ada', stream: 'mails', actions: [], created: 1 })
    desk.service.time += 30_000
    await desk.app.feeds.heartbeat()
    const text = await restricted.text
    assert.deepEqual(
      [...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event),
      ['question', 'question', 'drift'],
    )
    assert.match(text, /"state":"answered"/)
    assert.doesNotMatch(text, /ham|spam|Bo/)
    assert.equal((await follow(token)).status, 404)
  })

  test('gives its place back if the stream cannot be read', async () => {
    const { store } = desk.service
    const { readStream } = store
    let reads = 0
    store.readStream = async (id) => {
      if (++reads === 2) throw serverError('store/lost', { reason: 'gone' })
      return readStream.call(store, id)
    }
    try {
      assert.equal((await follow(desk.tokens.reader)).status, 503)
    } finally {
      store.readStream = readStream
    }
    await until(() => following() === 0)
  })

  test('has a limited number of connections, and so have all together', async () => {
    const open = []
    for (const as of ['reader', 'reader', 'labeller', 'labeller']) {
      open.push(await follow(desk.tokens[as]))
      if (open.length === 2) assert.equal((await follow(desk.tokens.reader)).status, 429)
    }
    assert.deepEqual(
      open.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.equal((await follow(desk.tokens.owner)).status, 429)
    const [first] = (await desk.service.store.listTokens()).filter(({ name }) => name === 'reader')
    await desk.call('DELETE', `/v1/tokens/${first?.id}`)
    await Promise.all(open.slice(0, 2).map(({ text }) => text))
    assert.equal((await follow(desk.tokens.owner)).status, 200)
  })
})

const options = {
  sample: 20,
  maxUnread: 2 ** 16,
  exports: true,
  isAdmitted: async () => true,
  now: () => 0,
}

test('a follower that was ended is sent nothing more', async () => {
  const client = new EventClient(options)
  client.send('first')
  client.end()
  client.end()
  client.send('late')
  await client.catchUp('late')
  const [chunk, ...others] = await client.toArray()
  assert.deepEqual([String(chunk), others], ['first', []])
})

test('a follower that does not read keeps no pages, and at most its share of text', () => {
  const client = new EventClient(options)
  let seq = 0
  const page = (): Page => ({
    ...{ stream: 's', count: 1, time: 1, items: itemColumns([]), points: [], erased: [] },
    ...{ seq: ++seq, counts: { items: 0, open: 0, spent: 0, answers: 0, taught: 0 } },
    get events() {
      assert.ok(isLive, 'a page is not read before the log was')
      return JSON.stringify({ type: 'drifted', kind: 'x'.repeat(5000), time: 1 })
    },
  })
  let isLive = false
  for (let k = 0; k < 1000; k++) client.page(page())
  assert.deepEqual([client.hasMissed, client.readableLength], [true, 0])
  isLive = true
  client.beginLive()
  for (let k = 0; k < 20 && !client.destroyed; k++) client.page(page())
  assert.ok(client.destroyed)
  assert.ok(client.readableLength < 2 ** 16 + 10_000)
})
