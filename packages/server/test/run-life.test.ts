import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, test } from 'node:test'
import { CloseStack, closeWithin, startListening } from '../src/run/shutdown.js'
import { untilStopped } from '../src/run/signals.js'
import { startTidying } from '../src/run/start.js'
import type { StreamRecord } from '../src/store/records.js'
import { logged } from './run-tools.js'

class FakeProcess extends EventEmitter {
  readonly exits: number[] = []
  exit(code = 0): void {
    this.exits.push(code)
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the life of the process', () => {
  const living = (close: () => Promise<void> = async () => {}) => {
    const life = new FakeProcess()
    life.on('SIGTERM', () => life.exit(143))
    const { logger, lines } = logged()
    const ended = untilStopped({ close, logger }, life)
    return { life, lines, ended }
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    test(`${signal} closes the service and replaces other listeners`, async () => {
      let closed = 0
      const { life, ended, lines } = living(async () => {
        closed++
      })
      await settled()
      assert.equal(closed, 0)
      life.emit(signal)
      await ended
      assert.equal(closed, 1)
      assert.deepEqual(life.exits, [])
      assert.deepEqual(
        lines().map(({ msg }) => msg),
        ['stopping', 'stopped'],
      )
      assert.equal(life.listenerCount(signal), 0)
      assert.equal(life.listenerCount('uncaughtException'), 0)
    })

  test('somebody listens at every moment: without a listener, a signal that has arrived is lost', async () => {
    const life = new FakeProcess()
    const others = ['SIGTERM', 'SIGINT']
    for (const name of others) life.on(name, () => life.exit(143))
    const left: number[] = []
    life.on('removeListener', (name) => left.push(life.listenerCount(name)))
    const ended = untilStopped({ close: async () => {}, logger: logged().logger }, life)
    assert.deepEqual(left, [1, 1])
    life.removeAllListeners('removeListener')
    life.emit('SIGINT')
    await ended
    assert.deepEqual(life.exits, [])
  })

  test('a second signal exits immediately', async () => {
    const { life } = living(() => new Promise(() => {}))
    await settled()
    life.emit('SIGTERM')
    await settled()
    life.emit('SIGINT')
    assert.deepEqual(life.exits, [1])
  })

  for (const failure of ['uncaughtException', 'unhandledRejection'])
    test(`${failure} is logged and exits`, async () => {
      const { life, lines } = living()
      await settled()
      life.emit(failure, new Error('what is this?'))
      assert.deepEqual(life.exits, [1])
      assert.equal(lines()[0].level, 'fatal')
      assert.equal((lines()[0].err as Error).message, 'what is this?')
    })

  test('reports a failed close', async () => {
    const { life, ended } = living(() => Promise.reject(new Error('the disk is gone')))
    await settled()
    life.emit('SIGTERM')
    await assert.rejects(ended, /the disk is gone/)
  })
})

describe('closing', () => {
  test('closes in reverse order, once, even after errors', async () => {
    const { logger, lines } = logged()
    const closing = new CloseStack(logger)
    const ended: string[] = []
    closing.add(() => ended.push('store'))
    const takeBack = closing.add(() => ended.push('not this'))
    closing.add(() => Promise.reject(new Error('stuck')))
    closing.add(() => ended.push('server'))
    takeBack()
    await assert.rejects(closing.close(), /stuck/)
    await assert.rejects(closing.close(), /stuck/)
    assert.deepEqual(ended, ['server', 'store'])
    assert.equal(lines().length, 1)
  })
})

describe('the server', () => {
  const anApp = (differing: object = {}) => ({
    broken: 0,
    server: { closeAllConnections: () => {} },
    listen: async () => 'http://127.0.0.1:1',
    close: async () => {},
    ...differing,
  })
  const address = { host: '127.0.0.1', port: 80 }
  const failing = (code: string | undefined) =>
    anApp({ listen: () => Promise.reject(Object.assign(new Error('no'), { code })) })

  test('reports why it cannot listen', async () => {
    await assert.rejects(startListening(failing('EADDRINUSE'), address), {
      code: 'listen/used',
      message: /^port 80 of 127.0.0.1 is already in use/,
    })
    await assert.rejects(startListening(failing('EACCES'), address), { code: 'listen/failed' })
    await assert.rejects(startListening(failing('ERR_ODD'), address), { code: 'ERR_ODD' })
    assert.equal(await startListening(anApp(), address), 'http://127.0.0.1:1')
  })

  test('aborts slow requests and waits for the others', async () => {
    let release = (): void => {}
    const slow = anApp({
      close: () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
      server: { closeAllConnections: () => release() },
    })
    const { logger, lines } = logged()
    await closeWithin(slow, 0.03, logger)
    assert.equal(lines()[0].level, 'warn')
    await closeWithin(anApp(), 1e6, logger)
    assert.equal(lines().length, 1)
  })

  test('does not wait for a server that never closes', async () => {
    const stuck = anApp({ close: () => new Promise(() => {}) })
    const { logger, lines } = logged()
    await closeWithin(stuck, 0.01, logger, 0.01)
    assert.equal(lines().length, 1)
  })
})

test('deletes old records every hour, as the settings say', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const tidied: number[] = []
  const audit: number[] = []
  const deliveries: number[] = []
  const pruned: unknown[] = []
  const { logger, lines } = logged()
  const store = {
    tidy: async (before: number) => {
      tidied.push(before)
    },
    tidyAudit: async (before: number) => {
      audit.push(before)
    },
    tidyDeliveries: async (before: number) => {
      deliveries.push(before)
    },
    listStreams: async ({ after = '' }) => (after === '' ? [{ id: 's' } as StreamRecord] : []),
    pruneLog: async (stream: string, before: number) => {
      pruned.push([stream, before])
    },
  }
  const settings = { auditDays: 30, deliveryDays: 20, logDays: 10 }
  const stop = startTidying(store, logger, () => 1e12, settings)
  t.mock.timers.tick(2 * 3600 * 1000)
  stop()
  t.mock.timers.tick(2 * 3600 * 1000)
  assert.deepEqual(audit, [1e12 - 30 * 86_400_000, 1e12 - 30 * 86_400_000])
  assert.deepEqual(deliveries, [1e12 - 20 * 86_400_000, 1e12 - 20 * 86_400_000])
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(pruned, [
    ['s', 1e12 - 10 * 86_400_000],
    ['s', 1e12 - 10 * 86_400_000],
  ])
  startTidying(store, logger, () => 1e12, { auditDays: 0, deliveryDays: 0, logDays: 0 })()
  assert.deepEqual(tidied, [1e12 - 7 * 86_400_000, 1e12 - 7 * 86_400_000])
  assert.deepEqual(lines(), [])
})
