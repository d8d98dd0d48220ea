import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createListener, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import fastify from 'fastify'
import type { Route } from '../src/http/route.js'
import { acceptForwarded, forwardRequests } from '../src/nodes/forward.js'

const SMUGGLED = 'GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n'

/**
 * A node that passes everything on to an owner, and the requests that the owner gets. With `before`, it takes the connections to another
 * place for those to the owner, until it notices the mistake.
 */
const passing = async (before?: (socket: Socket) => void) => {
  const seen: string[] = []
  const framing: unknown[] = []
  const owner = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${body}`)
      const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers
      framing.push({ length, encoding, expect })
      response.end('done')
    })
  })
  const other = createListener((socket) => before?.(socket.on('error', () => undefined)))
  const addressOf = async (server: Server): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const places = { owner: await addressOf(owner), other: await addressOf(other) }
  let at = before ? places.other : places.owner
  const app = fastify()
  const node = {
    secret: 'secret',
    locate: async () => ({ at }),
    mistaken: () => {
      at = places.owner
    },
    lifeOf: () => new AbortController().signal,
  }
  acceptForwarded(app, node)
  forwardRequests(app, { node })
  const route = { path: '/v1/streams/{stream}', operation: 'any' } as Route
  for (const method of ['GET', 'DELETE', 'POST'] as const)
    app.route({ method, url: '/v1/streams/:stream', config: { route }, handler: async () => 'here' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const send = async (head: readonly string[], body: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${[...head, 'host: a', ''].join('\r\n')}\r\n${body}`)
    return text(socket)
  }
  const end = async (): Promise<void> => {
    await app.close()
    for (const server of [owner, other]) await new Promise((resolve) => server.close(resolve))
  }
  return { seen, framing, send, end }
}

for (const method of ['GET', 'DELETE', 'POST'])
  test(`the body of a forwarded ${method} is not a second request, whatever its headers say`, async () => {
    const { seen, send, end } = await passing()
    const length = `content-length: ${SMUGGLED.length}`
    const line = `${method} /v1/streams/s HTTP/1.1`
    for (const connection of ['close', 'close, content-length'])
      assert.match(await send([line, `connection: ${connection}`, length], SMUGGLED), /^HTTP\/1\.1 200 /)
    const pieces = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`
    for (const connection of ['close', 'close, transfer-encoding'])
      await send([line, `connection: ${connection}`, 'transfer-encoding: chunked'], pieces)
    await end()
    assert.deepEqual(seen, Array(4).fill(`${method} /v1/streams/s ${SMUGGLED}`))
  })

for (const [name, before] of [
  ['at once', (socket: Socket) => socket.destroy()],
  ['after its head', (socket: Socket) => socket.once('data', () => socket.destroy())],
] as const)
  test(`a request whose connection ends ${name} is sent again, because it was not begun`, async () => {
    for (const method of ['GET', 'DELETE', 'POST']) {
      const { seen, send, end } = await passing(before)
      const body = method === 'POST' ? 'body' : ''
      const length = body === '' ? [] : [`content-length: ${body.length}`]
      const response = await send([`${method} /v1/streams/s HTTP/1.1`, 'connection: close', ...length], body)
      assert.match(response, /^HTTP\/1\.1 200 /)
      assert.deepEqual(seen, [`${method} /v1/streams/s ${body}`])
      await end()
    }
  })

test('a request that was begun is not sent again', async () => {
  const { seen, send, end } = await passing((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      socket.once('data', () => socket.destroy())
    })
  })
  const head = ['POST /v1/streams/s HTTP/1.1', 'connection: close', 'content-length: 4']
  assert.match(await send(head, 'body'), /^HTTP\/1\.1 5\d\d .*node\/lost/s)
  assert.deepEqual(seen, [])
  await end()
})

test('a write without a body stays one, and is not begun before the other node says so', async () => {
  const { seen, framing, send, end } = await passing()
  for (const method of ['DELETE', 'POST'])
    for (const length of [[], ['content-length: 0']])
      assert.match(
        await send([`${method} /v1/streams/s HTTP/1.1`, 'connection: close', ...length], ''),
        /^HTTP\/1\.1 200 /,
      )
  await end()
  assert.deepEqual(seen, [...Array(2).fill('DELETE /v1/streams/s '), ...Array(2).fill('POST /v1/streams/s ')])
  // A body in pieces would need a media type.
  for (const { encoding, expect, length } of framing as Record<string, string>[])
    assert.deepEqual([encoding, expect, length], [undefined, '100-continue', '0'])
})
