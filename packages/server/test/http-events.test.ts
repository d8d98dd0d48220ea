import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { SseParser } from '../src/client/events.js'
import { eventMessages } from '../src/http/events/messages.js'
import { type Desk, openDesk } from './support/http-app.js'
import { until } from './support/until.js'

interface ReceivedEvent {
  readonly event: string
  readonly id?: string
  readonly data: { readonly seq?: number; readonly id?: string; readonly [name: string]: unknown }
}

/** Follows a stream until `enough`. */
const followed = async (
  url: string,
  token: string,
  enough: (received: readonly ReceivedEvent[]) => boolean,
  headers: Record<string, string> = {},
): Promise<readonly ReceivedEvent[]> => {
  const received: ReceivedEvent[] = []
  const parser = new SseParser()
  const signal = AbortSignal.timeout(300_000)
  const response = await fetch(url, { signal, headers: { authorization: `Bearer ${token}`, ...headers } })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (const { data, ...rest } of parser.take(Buffer.from(chunk).toString()))
      received.push({ ...rest, data: JSON.parse(data) })
    if (enough(received)) break
  }
  return received
}

const decisionsIn = (received: readonly ReceivedEvent[]) =>
  received.filter(({ event }) => event === 'decision').map(({ data }) => data.id)

describe('server-sent events', () => {
  let desk: Desk
  let url: string
  const token = () => desk.tokens.reader
  before(async () => {
    desk = await openDesk()
    await desk.app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}/v1/streams/mails/events`
  })
  after(() => desk.app.close())

  const observe = (...ids: readonly string[]) =>
    desk.call('POST', '/v1/streams/mails/items', { body: { items: ids.map((id) => ({ id, text: 'a' })) } })

  test('sends events and the status of the stream', async () => {
    const waiting = followed(
      url,
      token(),
      (received) =>
        received.some(({ event }) => event === 'quality') && received.some(({ event }) => event === 'drift'),
    )
    await until(() => desk.service.followerCount('mails') > 0)
    await observe('live')
    desk.service.page('mails', [
      { type: 'answered', id: 'live', label: 'ham', time: 1, by: 'Ada' },
      { type: 'skipped', id: 'c', time: 2 },
      { type: 'drifted', time: 3, kind: 'error', strength: 4, since: 0 },
    ])
    const received = await waiting
    const kinds = new Set(received.map(({ event }) => event))
    assert.deepEqual([...kinds].sort(), ['answer', 'decision', 'drift', 'quality', 'question', 'stream'])
    const answer = received.find(({ event }) => event === 'answer')
    assert.deepEqual(answer?.data, { seq: 5, type: 'answered', id: 'live', label: 'ham', by: 'Ada', time: 1 })
    const quality = received.find(({ event }) => event === 'quality')
    assert.ok(quality?.data.quality && quality.data.counts)
    assert.ok(received.every(({ data }) => !('trace' in data)))
  })

  test('a reconnecting client receives every missed event once', async () => {
    const { seq } = desk.service.fake.streams.get('mails')!
    await observe('m1', 'm2', 'm3')
    let reads = 0
    let isInterleaved = false
    desk.service.fake.beforeRead = async () => {
      if (reads++ === 0) await observe('m4')
      if (reads === 2) {
        await observe('m5')
        isInterleaved = true
      }
    }
    const headers = { 'last-event-id': String(seq + 1) }
    const waiting = followed(url, token(), (received) => decisionsIn(received).includes('m6'), headers)
    await until(() => isInterleaved)
    desk.service.fake.beforeRead = async () => undefined
    await observe('m6')
    const received = await waiting
    assert.deepEqual(decisionsIn(received), ['m2', 'm3', 'm4', 'm5', 'm6'])
    const ids = received.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]))
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => a - b),
    )
  })

  test('accepts the position as a query parameter and reports a gap', async () => {
    const { seq } = desk.service.fake.streams.get('mails')!
    const many = Array.from({ length: 12_000 }, (_, k) => ({
      type: 'reviewed',
      id: `r${k}`,
      time: 1,
      probability: 0.1,
    }))
    desk.service.page('mails', many)
    await observe('late')
    const received = await followed(`${url}?after=${seq}`, token(), (all) =>
      decisionsIn(all).includes('late'),
    )
    assert.equal(received[0].event, 'gap')
    assert.deepEqual(received[0].data, { from: seq + 1, to: seq + 12_001 - 10_000 })
  })

  test('limits decisions per second, asked items first', () => {
    const observed = (id: string, asked: boolean) =>
      JSON.stringify({ type: 'observed', id, asked, time: 1, trace: {} })
    const events = [...'abcdef'].map((id, k) => observed(id, k > 3)).join('\n')
    const { messages, decisions } = eventMessages({ seq: 1, events }, 0, 3)
    assert.equal(decisions, 3)
    const received = (event: string) =>
      messages.filter((message) => message.event === event).map(({ data }) => (data as { id: string }).id)
    assert.deepEqual(received('decision'), ['a', 'e', 'f'])
    assert.deepEqual(received('question'), ['e', 'f'])
    const none = eventMessages({ seq: 1, events }, 4, 0).messages
    assert.deepEqual(
      none.map(({ event, id }) => [event, id]),
      [
        ['question', 5],
        ['question', 6],
      ],
    )
  })

  test('resumes within a page', () => {
    const events = ['x', 'y', 'z'].map((id) => JSON.stringify({ type: 'skipped', id, time: 1 })).join('\n')
    const { messages } = eventMessages({ seq: 10, events }, 10, 9)
    assert.deepEqual(
      messages.map(({ id }) => id),
      [11, 12],
    )
  })

  test('stops following when the client disconnects', async () => {
    await until(() => desk.service.followerCount('mails') === 0)
  })

  test('rejects unknown streams and invalid parameters', async () => {
    assert.equal((await desk.call('GET', '/v1/streams/none/events')).status, 404)
    assert.equal((await desk.call('GET', '/v1/streams/mails/events?sample=-1')).status, 400)
  })

  test('disconnects a client that does not read', async () => {
    const reader = await fetch(url, { headers: { authorization: `Bearer ${token()}` } })
    await until(() => desk.service.followerCount('mails') > 0)
    const big = { type: 'drifted', time: 1, kind: 'x'.repeat(500_000), strength: 1, since: 0 }
    await until(() => {
      desk.service.page('mails', [big])
      return desk.service.followerCount('mails') === 0
    })
    await reader.body?.cancel().catch(() => undefined)
  })

  test('closing the app ends all connections', async () => {
    const other = await openDesk()
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const response = await fetch(`${address}/v1/streams/mails/events`, {
      headers: { authorization: `Bearer ${other.tokens.reader}` },
    })
    const text = response.text()
    await until(() => other.service.followerCount('mails') > 0)
    await other.app.close()
    assert.match(await text, /retry: 2000/)
  })
})

test('reading missed events counts as computing, so that a client cannot connect again and again', async (context) => {
  const desk = await openDesk({ computeLimit: 1 })
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = desk.app.server.address() as AddressInfo
  let clock = 0
  context.mock.method(performance, 'now', () => clock)
  const { store } = desk.service
  const { readLog } = store
  store.readLog = async (...given) => {
    clock += 1000
    return readLog.apply(store, given)
  }
  const url = `http://127.0.0.1:${port}/v1/streams/mails/events?after=0`
  const received = await followed(url, desk.tokens.reader!, (found) => decisionsIn(found).length === 3)
  assert.deepEqual(decisionsIn(received), ['a', 'b', 'c'])
  await until(() => clock >= 2000, 'the end of the log was read')
  assert.equal((await desk.call('GET', '/v1/streams/mails', { as: 'reader' })).status, 429)
  await desk.app.close()
})
