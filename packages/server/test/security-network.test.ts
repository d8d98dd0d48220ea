import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { ProblemBody } from '../src/schema/common.js'
import { type FuzzBench, openBench } from './support/fuzz-bench.js'
import { assertFits } from './support/http-app.js'

const open = async (bench: FuzzBench): Promise<Socket> => {
  const { port } = bench.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that is answered until the other side hangs up. */
const answerOf = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

const sendRaw = async (bench: FuzzBench, lines: readonly string[], body = ''): Promise<string> => {
  const socket = await open(bench)
  const answer = answerOf(socket)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return answer
}

const statusesIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => code ?? '')

describe('request smuggling', () => {
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
  const cases: Readonly<Record<string, readonly [readonly string[], string]>> = {
    'two lengths': [['Content-Length: 2', 'Content-Length: 40'], `{}${smuggled}`],
    'two lengths in one': [['Content-Length: 2, 40'], `{}${smuggled}`],
    'chunks and a length': [['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    'chunks that are not the last coding': [['Transfer-Encoding: chunked, x'], `0\r\n\r\n${smuggled}`],
    'an invalid length': [['Content-Length: 0x2'], '{}'],
    'a length below nothing': [['Content-Length: -1'], '{}'],
    'a space before the colon': [['Content-Length : 2'], '{}'],
    'a line folded': [['X-A: b', ' c: d', 'Content-Length:', ' 2'], '{}'],
    'a chunk of invalid length': [['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
  }
  for (const [name, [headers, body]] of Object.entries(cases))
    test(`${name}: rejected, and no later request is answered`, async (context) => {
      const bench = await openBench(context, { threads: 0 })
      const head = ['POST /v1/streams HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
      const authorization = `Authorization: Bearer ${bench.tokens.owner}`
      const text = await sendRaw(bench, [...head, authorization, ...headers], body)
      assert.deepEqual(statusesIn(text), ['400'], text)
      assert.match(text, /application\/problem\+json/)
      assertFits(ProblemBody, JSON.parse(text.slice(text.indexOf('\r\n\r\n'))), text)
      assert.equal((await bench.json('GET', '/healthz')).status, 200)
    })

  test('a request without a host, of an unknown version, or of nonsense', async (context) => {
    const bench = await openBench(context, { threads: 0 })
    for (const line of ['GET /healthz HTTP/1.1', 'GET /healthz HTTP/9.9', 'HELLO', '\u0016\u0003\u0001'])
      assert.match(await sendRaw(bench, [line]), /^HTTP\/1\.1 (400|505)/, line)
  })

  test('too many headers', async (context) => {
    const bench = await openBench(context, { threads: 0 })
    const many = Array.from({ length: 500 }, (_, k) => `X-${k}: ${'x'.repeat(100)}`)
    assert.match(
      await sendRaw(bench, ['GET /healthz HTTP/1.1', 'Host: localhost', ...many]),
      /^HTTP\/1\.1 431/,
    )
  })
})

describe('connections', () => {
  test('more than allowed close the one that is idle longest', async (context) => {
    const bench = await openBench(context, { threads: 0, connectionLimit: 2 })
    const first = await open(bench)
    const second = await open(bench)
    const third = await open(bench)
    assert.equal(await answerOf(first), '')
    third.destroy()
    second.destroy()
    await once(second, 'close')
  })

  test('slow headers time out', async (context) => {
    const bench = await openBench(context, { threads: 0 }, ({ server }) => {
      assert.equal(server.headersTimeout, 15_000)
      assert.ok(server.timeout > 0 && server.timeout <= 300_000)
      server.headersTimeout = 50
      Object.assign(server, { connectionsCheckingInterval: 20 })
    })
    const socket = await open(bench)
    const answer = answerOf(socket)
    const writing = setInterval(() => socket.writable && socket.write('X-A: b\r\n'), 10)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
    assert.match(await answer, /^HTTP\/1\.1 408/)
    clearInterval(writing)
  })

  test('a missing body times out after two minutes', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const bench = await openBench(context, { threads: 0 })
    const begun = once(bench.app.server, 'request')
    const socket = await open(bench)
    const closed = once(socket, 'close')
    const head = 'POST /v1/streams HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    socket.write(`${head}Authorization: Bearer ${bench.tokens.owner}\r\nContent-Length: 100\r\n\r\n{`)
    await begun
    for (let k = 0; k < 50; k++) await bench.store.listTokens()
    context.mock.timers.tick(119_000)
    assert.equal(socket.destroyed, false)
    context.mock.timers.tick(1_000)
    await closed
    context.mock.timers.reset()
  })
})
