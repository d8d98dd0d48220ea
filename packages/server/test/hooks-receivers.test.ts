import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { isPrivateAddress, sendWith } from '../src/hooks/send.js'

/** What sending to a receiver ends with that answers any request with this. */
const sendTo = async (answer: (socket: Socket) => void): Promise<unknown> => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  try {
    const signal = AbortSignal.timeout(20_000)
    return await sendWith({ privateHooks: true })({ url, headers: {}, body: '{}', signal })
  } catch (error) {
    return (error as Error).message
  } finally {
    server.close()
  }
}

/** Writes as much as the other side takes. */
const endlessly = (socket: Socket, piece: string): void => {
  const write = (): void => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', write)
  write()
}

describe('a hostile receiver of webhooks', { timeout: 60_000 }, () => {
  test('that switches protocols ends the attempt', async () => {
    const switched = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
    assert.equal(await sendTo((socket) => socket.write(switched)), 101)
  })

  test('that sends interim responses without end is cut off', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'
    assert.equal(await sendTo((socket) => endlessly(socket, hint)), 'more than 10 interim responses')
    assert.equal(await sendTo((socket) => socket.end(`${hint}HTTP/1.1 204 No Content\r\n\r\n`)), 204)
  })

  test('that sends a body or headers without end is cut off', async () => {
    const piece = 'a'.repeat(60_000)
    assert.equal(
      await sendTo((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        endlessly(socket, piece)
      }),
      200,
    )
    const headers = (socket: Socket): void => {
      socket.write('HTTP/1.1 200 OK\r\n')
      endlessly(socket, `x: ${piece}\r\n`)
    }
    assert.match(String(await sendTo(headers)), /Header overflow/)
  })
})

test('of IPv6 only global unicast addresses are public', () => {
  for (const address of [
    '::ffff:0:7f00:1',
    '100:0:0:1::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'c000::1',
    'fe80::1',
  ])
    assert.ok(isPrivateAddress(address), address)
  for (const address of ['2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])
    assert.ok(!isPrivateAddress(address), address)
})
