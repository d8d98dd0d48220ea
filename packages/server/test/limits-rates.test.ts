import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { Allowances } from '../src/http/allowances.js'
import { Slots } from '../src/http/slots.js'
import { openBench } from './support/fuzz-bench.js'
import { openDesk } from './support/http-app.js'
import { failure } from './support/store.js'

describe('what a token may use in a minute', () => {
  test('refills evenly, and debts are waited for', () => {
    let now = 0
    const allowances = new Allowances(60, () => now)
    assert.equal(allowances.wait('a'), 0)
    allowances.spend('a', 60)
    assert.equal(allowances.wait('a'), 1)
    allowances.spend('a', 60)
    assert.equal(allowances.wait('a'), 61)
    allowances.spend('a', 1e9)
    assert.equal(allowances.wait('a'), 61, 'at most what a minute allows')
    now += 61_000
    assert.equal(allowances.wait('a'), 0)
    allowances.spend('a', 60)
    now -= 3_600_000
    assert.ok(allowances.wait('a') <= 60)
    now += 61_000
    assert.equal(allowances.wait('a'), 0, 'a clock that went back does not lock anybody out')
    assert.equal(allowances.wait('b'), 0)
    for (let k = 0; k < 20_000; k++) allowances.spend(`k${k}`, 1)
    assert.equal(new Allowances(0, () => now).wait('a'), 0)
  })

  test('counts large bodies as several requests, and operations by what they compute', async () => {
    const desk = await openDesk({ rateLimit: 20, computeLimit: 1, textLimit: 1e7 })
    const predict = (as: string, text: string) =>
      desk.call('POST', '/v1/streams/mails/predict', { as, body: { text } })
    assert.equal((await predict('reader', 'x'.repeat(20 * 2 ** 16))).status, 200)
    const { status, json, headers } = await predict('reader', 'short')
    assert.deepEqual([status, json.code], [429, 'request/too-many'])
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.equal((await predict('reader-mails', 'short')).status, 200, 'another token of the same person')
    desk.service.calls.at(-1)?.caller.onCost?.(1500)
    assert.equal((await predict('reader-mails', 'short')).status, 429)
    assert.equal((await predict('labeller', 'short')).status, 200)
    desk.service.time += 61_000
    assert.equal((await predict('reader-mails', 'short')).status, 200)
    assert.equal((await predict('owner', 'short')).status, 200)
    desk.service.calls.at(-1)?.caller.onCost?.(1e6)
    assert.equal((await predict('owner', 'short')).status, 200, 'owners send items in bulk')
    await desk.app.close()
  })

  test('counts bodies that are invalid, and those that do not announce their size', async () => {
    const desk = await openDesk({ rateLimit: 20 })
    const payload = Readable.from([`{"text":${'[1],'.repeat(20 * 2 ** 14)}`], { objectMode: false })
    const headers = { authorization: `Bearer ${desk.tokens.reader}`, 'content-type': 'application/json' }
    const url = '/v1/streams/mails/predict'
    assert.equal((await desk.app.inject({ method: 'POST', url, headers, payload })).statusCode, 400)
    assert.equal((await desk.call('GET', '/v1/streams/mails', { as: 'reader' })).status, 429)
    await desk.app.close()
  })

  test('counts what a search reads, and is checked between its slices', async (t) => {
    const desk = await openDesk({ computeLimit: 1 })
    const items = Array.from({ length: 1100 }, (_, k) => ({ id: `i${k}`, text: 'long' }))
    for (const part of [items.slice(0, 550), items.slice(550)])
      assert.equal(
        (await desk.call('POST', '/v1/streams/mails/items', { body: { items: part } })).status,
        200,
      )
    let clock = 0
    t.mock.method(performance, 'now', () => {
      clock += 600
      return clock
    })
    const search = (as: string) => desk.call('GET', '/v1/streams/mails/items?search=text', { as })
    assert.equal((await search('reader')).json.code, 'request/too-many')
    assert.equal((await search('owner')).json.items.length, 3)
    await desk.app.close()
  })

  test('counts what the store reads for a list, even if it finds nothing', async (t) => {
    const desk = await openDesk({ computeLimit: 1 })
    let clock = 0
    t.mock.method(performance, 'now', () => clock)
    t.mock.method(desk.service.store, 'listItems', async () => {
      clock += 1500
      return { items: [] }
    })
    const search = (as: string) => desk.call('GET', '/v1/streams/mails/items?search=nothing', { as })
    assert.deepEqual((await search('reader')).json.items, [])
    assert.equal((await search('reader')).status, 429)
    for (let k = 0; k < 3; k++) assert.equal((await search('owner')).status, 200)
    await desk.app.close()
  })

  test('is checked again when the turn of an operation comes, and before a body is read', async () => {
    const desk = await openDesk({ rateLimit: 20, computeLimit: 1 })
    const path = '/v1/streams/mails/predict'
    const predict = () => desk.call('POST', path, { as: 'reader', body: { text: 'short' } })
    assert.equal((await predict()).status, 200)
    const { admit, onCost } = desk.service.calls.at(-1)?.caller ?? {}
    assert.ok(admit && onCost)
    const running = await Promise.all(Array.from({ length: 8 }, () => admit(false)))
    const waiting = [failure(admit(false)), admit(true)]
    onCost(1500)
    for (const release of running) release()
    assert.equal(await waiting[0], 'request/too-many')
    assert.equal(typeof (await waiting[1]), 'function', 'long operations are not charged')

    const invalid = 'x'.repeat(20 * 2 ** 16)
    const headers = { authorization: `Bearer ${desk.tokens.labeller}`, 'content-type': 'application/json' }
    const send = () => desk.app.inject({ method: 'POST', url: path, headers, payload: invalid })
    assert.deepEqual([(await send()).statusCode, (await send()).statusCode], [400, 429])
    await desk.app.close()
  })

  test('is computed by so many operations at a time, in order', async () => {
    const slots = new Slots(1, 2)
    const order: number[] = []
    const release = await slots.take('a')
    const others = [1, 2].map(async (k) => {
      const end = await slots.take('a')
      order.push(k)
      end()
    })
    assert.equal(await failure(slots.take('a')), 'request/too-many')
    const elsewhere = await slots.take('b')
    assert.deepEqual(order, [])
    release()
    elsewhere()
    await Promise.all(others)
    assert.deepEqual(order, [1, 2])
    const again = await slots.take('a')
    again()
  })

  test('has a limit on the texts of an item', async () => {
    const desk = await openDesk({ textLimit: 1000 })
    const call = (path: string, body: unknown) => desk.call('POST', `/v1/streams/mails/${path}`, { body })
    const long = 'x'.repeat(600)
    for (const item of [{ text: long.repeat(2) }, { text: long, features: { other: long } }])
      for (const path of ['predict', 'items', 'explain']) {
        const { status, json } = await call(path, item)
        assert.deepEqual([status, json.code], [422, 'item/shape'])
        assert.match(json.detail, /1200 characters, expected at most 1000/)
      }
    assert.equal((await call('predict', { text: long })).status, 200)
    await desk.app.close()
  })
})

test('an idempotency key belongs to one person, and every answer, skip and undo has one', async (context) => {
  const bench = await openBench(context, { threads: 0 })
  const stream = '/v1/streams/mails'
  await bench.json('POST', '/v1/streams', {
    id: 'mails',
    classes: ['ham', 'spam'],
    // Asks with probability 1, so that no question is withdrawn.
    algorithm: 'D-AMD',
    measure: 0.5,
    seed: 7,
    budget: { ratio: 1 },
    answersPerItem: 2,
  })
  await bench.json('POST', `${stream}/items`, { items: ['a', 'b', 'c'].map((id) => ({ id, text: id })) })
  const post = (path: string, as: string, key: string, body?: object) =>
    bench.send({
      method: 'POST',
      url: `${stream}/questions/${path}`,
      as,
      headers: { 'idempotency-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  await bench.json('POST', `${stream}/questions/lease`, { count: 3 }, 'ada')
  const { json: open } = await bench.json('GET', `${stream}/questions`, undefined, 'ada')
  const held = (as: string) =>
    open.items.filter((one: { leasedTo?: string }) => one.leasedTo === as).map(({ id }: { id: string }) => id)
  const [first, second] = held('ada')
  const answer = { label: 'ham' }
  assert.equal((await post(`${first}/answer`, 'ada', 'k1', answer)).json.outcome, 'voted')
  await bench.json('POST', `${stream}/questions/lease`, { count: 3 }, 'bo')
  const other = await post(`${first}/answer`, 'bo', 'k1', answer)
  assert.equal(other.json.outcome, 'learned', 'the second vote, not the response to the first')
  assert.equal((await post(`${second}/answer`, 'ada', 'k2', answer)).json.outcome, 'voted')

  const votes = async () => {
    const { json } = await bench.json('GET', `${stream}/questions`)
    return json.items.reduce((sum: number, one: { votes: number }) => sum + one.votes, 0)
  }
  assert.equal(await votes(), 1)
  const undone = await Promise.all([post('undo', 'ada', 'k3'), post('undo', 'ada', 'k3')])
  assert.deepEqual(
    undone.map(({ status, json }) => [status, json.id]),
    [
      [200, second],
      [200, second],
    ],
  )
  assert.equal(await votes(), 0)
  const { json: agreement } = await bench.json('GET', `${stream}/labellers`)
  assert.equal(agreement.labellers.find(({ name }: { name: string }) => name === 'ada').answers, 1)
  for (const action of ['skip', 'skip'])
    assert.equal((await post(`${second}/${action}`, 'ada', 'k4')).status, 200)
  assert.equal((await post(`${second}/unsure`, 'ada', 'k4')).json.code, 'request/key-reused')
})
