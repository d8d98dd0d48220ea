import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { hasCode } from '@askance/core/internals'
import { NatsWire } from '../src/cluster/nats-wire.js'
import { type Nats, startNats, withoutNats } from './support/nats.js'
import { wireConforms } from './support/wire-conformance.js'

describe('the wire over NATS', { skip: withoutNats }, () => {
  let nats: Nats
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())
  wireConforms(() => NatsWire.open({ servers: [nats.url] }), 'conforms')
})

/** A server that greets with a version, and answers the first message with a line. */
const fakeServer = async (version: string, answer: string) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(`INFO ${JSON.stringify({ server_id: 'fake', version, max_payload: 1048576, proto: 1 })}\r\n`)
    socket.on('data', (data) => {
      if (String(data).includes('PING')) socket.write(`${answer}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { address: `127.0.0.1:${port}`, close: () => server.close() }
}

test('refuses a version of NATS that could take two pages for one place', async () => {
  const { address, close } = await fakeServer('2.9.10', 'PONG')
  await assert.rejects(
    NatsWire.open({ servers: [address] }),
    (error) => hasCode(error, 'cluster/nats') && error.message.includes('2.9.10'),
  )
  close()
})

test('says whether servers refuse the connection or do not answer', async () => {
  const { address, close } = await fakeServer('2.10.27', "-ERR 'Authorization Violation'")
  const codeOf = (code: string) => (error: unknown) => hasCode(error, code)
  await assert.rejects(NatsWire.open({ servers: [address] }), codeOf('cluster/refused'))
  close()
  await assert.rejects(NatsWire.open({ servers: ['127.0.0.1:1'] }), codeOf('cluster/closed'))
})
