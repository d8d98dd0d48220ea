import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import fastify from 'fastify'
import type { Route } from '../src/http/route.js'
import { acceptForwarded, forwardRequests } from '../src/nodes/forward.js'

const SMUGGLED = 'GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n'

/** A node that passes everything on to an owner, and the requests that the owner gets. */
const passing = async () => {
  const seen: string[] = []
  const owner = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${body}`)
      response.end('done')
    })
  })
  await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`
  const app = fastify()
  const node = {
    secret: 'secret',
    locate: async () => ({ at }),
    mistaken: () => undefined,
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
    await new Promise((resolve) => owner.close(resolve))
  }
  return { seen, send, end }
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
