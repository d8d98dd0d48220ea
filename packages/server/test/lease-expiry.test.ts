import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { SseParser } from '../src/client/events.js'
import { type ClockBench, LEASE, openClock } from './support/fuzz-clock.js'

const EXPIRY = 600

describe('unanswered questions', () => {
  test('expire and return to the budget', async (context) => {
    const bench = await openClock(context)
    await bench.open(['a', 'b'], { expireAfter: EXPIRY })
    assert.equal((await bench.counts()).spent, 2)
    bench.pass(EXPIRY * 1000 - 1)
    await bench.observe(['c'])
    assert.deepEqual(await openIds(bench), ['a', 'b', 'c'])
    bench.pass(2)
    await bench.observe(['d'])
    assert.deepEqual(await openIds(bench), ['c', 'd'])
    const { spent, open } = await bench.counts()
    assert.deepEqual([spent, open], [2, 2])
    assert.equal(await bench.answer('ada', 'a'), 'question/closed')
  })

  test('expired questions do not use up a total', async (context) => {
    const bench = await openClock(context)
    await bench.open([], { expireAfter: EXPIRY, budget: { total: 5, horizon: 50 } })
    const send = async (name: string): Promise<number> => {
      const row = { index: [1], value: [1] }
      const items = Array.from({ length: 40 }, (_, k) => ({ id: `${name}${k}`, row }))
      const { decisions } = await bench.done('sender', 'POST', '/s/items', { items })
      return decisions.filter(({ asked }: { asked: boolean }) => asked).length
    }
    const first = await send('a')
    const second = await send('b')
    assert.equal((await bench.counts()).spent, first + second)
    assert.equal(first + second, 5)
    assert.equal(await send('c'), 0)
    bench.pass(EXPIRY * 1000 + 1)
    const { spent, open } = await bench.counts()
    assert.deepEqual([spent, open], [5, 5])
    const later = await send('d')
    assert.ok(later > 0)
    assert.equal((await bench.counts()).spent, later)
  })

  test('a leased question does not expire', async (context) => {
    const bench = await openClock(context)
    await bench.open(['a', 'b'], { expireAfter: EXPIRY })
    bench.pass(EXPIRY * 1000 - LEASE / 2)
    const [held = ''] = await bench.lease('ada')
    bench.pass(LEASE / 2 + 1)
    await bench.observe(['c'])
    assert.ok((await openIds(bench)).includes(held))
    assert.equal(await bench.answer('ada', held), 'learned')
  })

  test('a skipped question returns to the budget, an unsure one does not', async (context) => {
    const bench = await openClock(context)
    await bench.open(['a', 'b', 'c'])
    const [first, second] = await bench.lease('ada', 2)
    await bench.done('ada', 'POST', `/s/questions/${first}/skip`)
    assert.equal((await bench.counts()).spent, 2)
    await bench.done('ada', 'POST', `/s/questions/${second}/unsure`)
    assert.equal((await bench.counts()).spent, 2)
  })
})

const openIds = async (bench: ClockBench): Promise<string[]> => {
  const { items } = await bench.done('owner', 'GET', '/s/questions')
  return items.map(({ id }: { id: string }) => id)
}

/** Collects question events until one has that state. */
const followed = async (url: string, last: string): Promise<string[]> => {
  const parser = new SseParser()
  const received: string[] = []
  const ending = new AbortController()
  const response = await fetch(url, { signal: ending.signal })
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (const { event, data } of parser.take(Buffer.from(chunk).toString())) {
      if (event !== 'question') continue
      const { id, state } = JSON.parse(data)
      received.push(`${id} ${state}`)
    }
    if (received.includes(last)) break
  }
  ending.abort()
  return received
}

test('followers receive opened and closed questions', async (context) => {
  const bench = await openClock(context)
  await bench.open(['a', 'b', 'c', 'd'], { expireAfter: EXPIRY })
  await bench.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = bench.app.server.address() as AddressInfo
  const received = followed(`http://127.0.0.1:${port}/v1/streams/s/events?after=0`, 'e open')
  const held = await bench.lease('ada', 4)
  const [first = '', second = '', third = '', fourth = ''] = held
  await bench.answer('ada', first)
  await bench.done('ada', 'POST', `/s/questions/${second}/skip`)
  await bench.done('ada', 'POST', `/s/questions/${third}/unsure`)
  await bench.done('ada', 'POST', '/s/questions/undo')
  bench.pass(EXPIRY * 1000 + 1)
  await bench.observe(['e'])
  const expected = ['a', 'b', 'c', 'd'].map((id) => `${id} open`)
  expected.push(`${first} answered`, `${second} skipped`, `${third} unsure`, `${third} open`)
  const found = await received
  assert.deepEqual(found.slice(0, 8), expected)
  assert.deepEqual(found.slice(8).sort(), [`${fourth} expired`, `${third} expired`, 'e open'].sort())
})
