import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, test } from 'node:test'
import { hasCode } from '@askance/core/internals'
import { MemoryWire } from '../src/cluster/memory-wire.js'
import { WaitingWire } from '../src/cluster/waiting-wire.js'
import type { Wire } from '../src/cluster/wire.js'
import { serverError } from '../src/errors.js'

const PLACE = { kind: 'in', stream: 's', partition: 0 } as const
const bytes = new Uint8Array([1])
const closed = () => serverError('cluster/closed', { servers: 'nats://secret:1', reason: 'refused' })
const old = () => serverError('cluster/nats', { found: '2.9.10', least: '2.10.27' })

/** Opens a wire over servers whose next answers are given, and keeps what is logged. */
const opened = async (answers: readonly (Error | Wire)[]) => {
  const logged: string[] = []
  const note = (_: object, message: string): void => {
    logged.push(message)
  }
  let attempts = 0
  const open = async (): Promise<Wire> => {
    const answer = answers[attempts++] ?? answers.at(-1)
    if (answer instanceof Error) throw answer
    return answer as Wire
  }
  const wire = await WaitingWire.open({ open, logger: { info: note, warn: note }, pauseMs: 1 })
  return { wire, logged, attempts: () => attempts }
}

describe('a wire whose servers may not answer at the start', () => {
  test('waits for them, and then sends and reads', async () => {
    const memory = new MemoryWire()
    const { wire, logged } = await opened([closed(), closed(), closed(), memory])
    assert.equal(wire.problem, 'NATS has not answered yet')
    await assert.rejects(wire.append(PLACE, bytes), (error) => hasCode(error, 'cluster/away'))
    await assert.rejects(wire.lease('a', 5), (error) => hasCode(error, 'cluster/away'))
    assert.deepEqual(logged, ['cluster: waiting for NATS'])
    const stop = new AbortController()
    const read = (async () => {
      for await (const message of wire.read(PLACE, 0, true, stop.signal)) return message.seq
      return 0
    })()
    await memory.append(PLACE, bytes)
    assert.equal(await read, 1, 'a reader that began before reads when it is open')
    assert.deepEqual(logged, ['cluster: waiting for NATS', 'cluster: connected to NATS'])
    assert.equal(wire.problem, undefined)
    assert.equal(await wire.append(PLACE, bytes), 2)
    await wire.close()
  })

  test('is refused at the start if they answer and cannot be used, and says why later', async () => {
    await assert.rejects(opened([old()]), (error) => hasCode(error, 'cluster/nats'))
    const { wire, attempts } = await opened([closed(), old()])
    while (attempts() < 3) await new Promise(setImmediate)
    assert.match(wire.problem ?? '', /NATS 2\.9\.10 cannot be used/)
    await wire.close()
  })

  test('says the last reason, without the addresses of servers', async () => {
    const refused = serverError('cluster/refused', { servers: 'nats://secret:1', reason: 'password' })
    const { wire, attempts } = await opened([closed(), old(), refused])
    while (attempts() < 4) await new Promise(setImmediate)
    assert.equal(wire.problem, 'NATS refuses the connection')
    await assert.rejects(wire.append(PLACE, bytes), (error: Error) => !error.message.includes('secret'))
    await wire.close()
    const other = await opened([closed(), old(), closed()])
    while (other.attempts() < 4) await new Promise(setImmediate)
    assert.equal(other.wire.problem, 'NATS has not answered yet')
    await other.wire.close()
  })

  test('leaves no listeners on the signals of readers', async () => {
    const memory = new MemoryWire()
    await memory.append(PLACE, bytes)
    const { wire } = await opened([closed(), closed(), memory])
    const { signal } = new AbortController()
    const reader = wire.read(PLACE, 0, true, signal)[Symbol.asyncIterator]()
    const first = reader.next()
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    await first
    assert.equal(getEventListeners(signal, 'abort').length, 0)
    await wire.close()
  })

  test('ends its attempts and its readers when it is closed', async () => {
    const { wire, attempts } = await opened([closed()])
    const read = (async () => {
      for await (const _ of wire.read(PLACE, 0, true)) assert.fail('nothing was sent')
    })()
    await wire.close()
    await read
    const before = attempts()
    for (let k = 0; k < 5; k++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(attempts(), before)
  })

  test('closes a wire that is opened too late', async () => {
    const late = new MemoryWire()
    let closes = 0
    late.close = async () => {
      closes++
    }
    let resolve: (wire: Wire) => void = () => undefined
    const open = () =>
      new Promise<Wire>((done) => {
        resolve = done
      })
    const logger = { info: () => undefined, warn: () => undefined }
    const wire = await WaitingWire.open({ open, logger, startMs: 1 })
    assert.equal(wire.problem, 'NATS has not answered yet')
    await wire.close()
    resolve(late)
    await new Promise(setImmediate)
    assert.equal(closes, 1)
  })
})
