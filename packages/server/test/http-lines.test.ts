import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Desk, openDesk } from './support/http-app.js'
import { turns } from './support/service.js'

const type = 'application/x-ndjson'
const url = '/v1/streams/mails/items'

describe('lines of JSON', () => {
  let desk: Desk
  let port: number
  before(async () => {
    desk = await openDesk({ bodyLimit: 2048 })
    await desk.app.listen({ port: 0, host: '127.0.0.1' })
    port = (desk.app.server.address() as AddressInfo).port
  })
  after(() => desk.app.close())

  const send = async (body: string, path = url) => {
    const reply = await desk.call('POST', path, { body, type })
    return {
      ...reply,
      lines: reply.json
        ? []
        : reply.text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
    }
  }

  const opened = () =>
    request({
      port,
      method: 'POST',
      path: url,
      headers: { authorization: `Bearer ${desk.tokens.owner}`, 'content-type': type },
    })

  test('answers each line with a line, in many batches', async () => {
    const count = 1234
    const body = Array.from({ length: count }, (_, k) => JSON.stringify({ id: `n${k}`, text: 'a' })).join(
      '\r\n\n',
    )
    const { status, lines, headers } = await send(body)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], type)
    assert.deepEqual(
      lines.map(({ id }) => id),
      Array.from({ length: count }, (_, k) => `n${k}`),
    )
    const sizes = desk.service.calls.map(
      ({ request }) => (request as { items: unknown[] }).items?.length ?? 0,
    )
    assert.ok(sizes.every((size) => size <= 200))
  })

  test('reports an invalid line by number after accepting the lines before', async () => {
    for (const [bad, code] of [
      ['{"text": oops}', 'request/invalid'],
      ['{"text": 5}', 'request/invalid'],
      ['{"id": "z"}', 'item/shape'],
      [JSON.stringify({ text: 'x'.repeat(3000) }), 'request/too-large'],
    ]) {
      const { lines } = await send(`{"text":"a"}\n\n${bad}\n{"text":"b"}\n`)
      assert.equal(lines.length, 2, bad.slice(0, 50))
      assert.equal(lines[0].predicted, 'ham')
      assert.equal(lines[1].problem.code, code)
      assert.equal(lines[1].problem.line, 3)
      assert.equal(lines[1].problem.accepted, 1)
    }
  })

  test('an error of the service ends the response too', async () => {
    desk.service.fault = { name: 'observe', error: new Error('inner') }
    const { lines, text } = await send('{"text":"a"}\n')
    desk.service.fault = undefined
    assert.equal(lines[0].problem.status, 500)
    assert.ok(!text.includes('inner'))
  })

  test('the same id twice in a row is not an error', async () => {
    const { lines } = await send('{"id":"same","text":"a"}\n{"id":"same","text":"a"}\n')
    assert.equal(lines.length, 2)
  })

  test('rejects an idempotency key with lines, and an unknown stream', async () => {
    const headers = { 'idempotency-key': 'k' }
    assert.equal((await desk.call('POST', url, { body: '{"text":"a"}', type, headers })).status, 400)
    assert.equal((await send('{"text":"a"}', '/v1/streams/none/items')).status, 404)
  })

  test('accepts examples as lines and reports how many came before a bad one', async () => {
    const path = '/v1/streams/mails/examples'
    const good = '{"text":"a","label":"ham"}\n'
    assert.deepEqual((await send(good.repeat(300), path)).json, { taught: 300 })
    const { status, json } = await send(`${good}{"text":"a"}\n`, path)
    assert.equal(status, 400)
    assert.deepEqual([json.line, json.accepted], [2, 1])
  })

  test('streams the response while lines arrive', async () => {
    const asked = opened()
    asked.write('{"id":"live1","text":"a"}\n{"id":"live2","te')
    const [response] = await once(asked, 'response')
    const read = response[Symbol.asyncIterator]()
    const next = async () => JSON.parse(String((await read.next()).value)).id
    assert.equal(await next(), 'live1')
    asked.end('xt":"b"}')
    assert.equal(await next(), 'live2')
    assert.equal((await read.next()).done, true)
  })

  test('a client that disconnects midway does no harm', async () => {
    const asked = opened()
    asked.on('error', () => undefined)
    asked.write('{"id":"left","text":"a"}\n{"id":"cut')
    await once(asked, 'response')
    asked.destroy()
    await once(asked, 'close')
    assert.equal((await desk.call('GET', '/v1/streams/mails/items/left')).status, 200)
    assert.equal((await desk.call('GET', '/v1/streams/mails/items/cut')).status, 404)
  })

  test('exports read few items at a time, because each can have megabytes', async (context) => {
    const { store } = desk.service
    const found = context.mock.method(store, 'findItems').mock
    const listed = context.mock.method(store, 'listItems').mock
    const count = async (path: string) =>
      (await desk.call('GET', `/v1/streams/mails/${path}`)).text.trimEnd().split('\n').length
    assert.ok((await count('log?items=true')) > 1000)
    assert.ok((await count('labelled')) > 1000)
    assert.ok(found.calls.length > 20 && found.calls.every(({ arguments: [, ids] }) => ids.length <= 50))
    assert.ok(listed.calls.length > 20 && listed.calls.every(({ arguments: [, list] }) => list.limit <= 50))
  })

  test('stops reading the log when the client stops reading', async () => {
    const many = Array.from({ length: 400 }, (_, k) => ({
      type: 'reviewed',
      id: `r${k}`,
      filler: 'x'.repeat(5000),
    }))
    for (let k = 0; k < 8; k++) desk.service.page('mails', many)
    let reads = 0
    desk.service.fake.beforeRead = async () => {
      reads++
    }
    const asked = request({
      port,
      path: '/v1/streams/mails/log',
      headers: { authorization: `Bearer ${desk.tokens.owner}` },
    })
    asked.end()
    const [response] = await once(asked, 'response')
    response.pause()
    await turns()
    const early = reads
    assert.ok(early < 8, `${early} pieces were read ahead`)
    let size = 0
    for await (const chunk of response) size += (chunk as Buffer).length
    desk.service.fake.beforeRead = async () => undefined
    assert.ok(size > 8 * 400 * 5000)
    assert.ok(reads > early)
  })
})
