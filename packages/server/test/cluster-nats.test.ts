import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { hasCode } from '@askance/core/internals'
import { NatsWire } from '../src/cluster/nats-wire.js'
import { type Nats, startNats, withoutNats } from './support/nats.js'
import { until } from './support/until.js'
import { wireConforms } from './support/wire-conformance.js'

describe('the wire over NATS', { skip: withoutNats }, () => {
  let nats: Nats
  before(async () => {
    nats = await startNats()
  })
  after(() => nats.stop())
  wireConforms(() => NatsWire.open({ servers: [nats.url] }), 'conforms')

  test('an append that is repeated because its acknowledgement is late is not a conflict', async () => {
    const place = { kind: 'out', stream: 'late', partition: 0 } as const
    const [bytes, other] = ['mine', 'other'].map((text) => new TextEncoder().encode(text))
    assert.ok(bytes && other)
    const slow = await slowServer(nats.url, 'PUB ask.out.late.0')
    const wire = await NatsWire.open({ servers: [slow.address] })
    slow.holdUntil(2)
    const seq = await wire.append(place, bytes, 0)
    assert.equal((await wire.last(place))?.seq, seq)
    await assert.rejects(wire.append(place, bytes, 0), (error) => hasCode(error, 'wire/conflict'))
    slow.holdUntil(2)
    const next = wire.append(place, bytes, seq)
    const direct = await NatsWire.open({ servers: [nats.url] })
    await until(async () => ((await direct.last(place))?.seq ?? 0) > seq)
    const mine = (await direct.last(place))?.seq ?? 0
    await direct.append(place, other, mine)
    await assert.rejects(next, (error) => hasCode(error, 'wire/conflict'), 'somebody has gone on')
    await direct.close()
    await wire.close()
    slow.close()
  })
})

/** Stands before a server, and holds back what it answers until it was sent a message several times. */
const slowServer = async (url: string, message: string) => {
  const { hostname, port } = new URL(url)
  let missing = 0
  let held: (() => void)[] = []
  const server = createServer((client) => {
    const nats = connect(Number(port), hostname)
    client.on('data', (data) => {
      if (missing > 0) missing -= String(data).split(message).length - 1
      if (missing <= 0) for (const send of held.splice(0)) send()
      nats.write(data)
    })
    nats.on('data', (data) => {
      if (missing > 0) held.push(() => client.write(data))
      else client.write(data)
    })
    for (const [socket, peer] of [
      [client, nats],
      [nats, client],
    ] as const)
      socket.on('error', () => undefined).on('close', () => peer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(server.address() as { port: number }).port}`,
    holdUntil: (times: number): void => {
      missing = times
      held = []
    },
    close: () => server.close(),
  }
}

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
