import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { threadEngine } from '../src/engines/engine.js'
import { JobClock, Turns } from '../src/engines/turns.js'
import type { StreamConfig } from '../src/stream/config.js'
import { openDesk } from './support/http-app.js'
import { gate, newBench } from './support/service.js'
import { failure } from './support/store.js'
import { askingConfig, rowItem } from './support/stream-life.js'
import { until } from './support/until.js'

/** Every n-gram of characters is a feature, so that one item keeps a thread busy for seconds. */
const greedy: Partial<StreamConfig> = {
  vectorizer: {
    text: {
      preset: 'plain',
      words: [1, 8],
      characters: [1, 16],
      within: 'text',
      lowercase: true,
      stopWords: 'none',
      weight: 'tf',
      normalize: 'l2',
    },
    index: { kind: 'hash', bits: 10, names: 0 },
  },
}

/** So many words that no two are the same. */
const words = (count: number): string => Array.from({ length: count }, (_, k) => k.toString(36)).join(' ')

const hostile = { items: [{ text: words(300_000) }] }

/** Milliseconds after which it is ended. */
const MOST = 30

describe('a job', () => {
  const endless = function* (steps: { count: number }): Generator<void, never> {
    for (;;) {
      steps.count++
      yield
    }
  }

  test('that exceeds its limit ends between slices, and so does one that nobody waits for', async () => {
    const turns = new Turns()
    const steps = { count: 0 }
    const cost = { milliseconds: 0 }
    assert.equal(
      await failure(turns.run('a', () => endless(steps), { job: 1, most: 1, cost })),
      'operation/timeout',
    )
    assert.ok(cost.milliseconds > 1)
    const reading = failure(turns.run('a', () => endless(steps), { job: 2, isRead: true }))
    const waiting = failure(turns.run('a', () => assert.fail('it was begun'), { job: 3 }))
    const other = turns.run('a', () => 7, { job: 4 })
    turns.cancel(3)
    const before = steps.count
    await until(() => steps.count > before)
    turns.cancel(2)
    assert.deepEqual(await Promise.all([reading, waiting, other]), [
      'request/cancelled',
      'request/cancelled',
      7,
    ])
  })

  test('without a limit is watched slice by slice', async () => {
    const clock = new JobClock()
    const turns = new Turns(clock)
    const overdue: number[] = []
    const slices = function* (): Generator<void, string> {
      yield
      const begin = performance.now()
      while (performance.now() - begin < 5);
      overdue.push(clock.overdue(3), clock.overdue(1e9))
      yield
      overdue.push(clock.overdue(1e9))
      return 'done'
    }
    assert.equal(await turns.run('a', slices, { job: 9 }), 'done')
    assert.deepEqual(overdue, [9, 0, 0])
    assert.equal(clock.overdue(0), 0)
  })

  test('that changes something goes on after it has begun', async () => {
    const turns = new Turns()
    let isBegun = false
    const changing = function* (): Generator<void, string> {
      isBegun = true
      for (let k = 0; k < 1000; k++) yield
      return 'done'
    }
    const done = turns.run('a', changing, { job: 1 })
    await until(() => isBegun)
    turns.cancel(1)
    assert.equal(await done, 'done')
  })

  test('that does not end within its limit ends its thread; the others can be repeated', async () => {
    const deaths: string[] = []
    const engine = threadEngine((error) => deaths.push((error as unknown as { code: string }).code))
    after(() => engine.close())
    await engine.open('s', { ...askingConfig, ...greedy })
    await engine.open('other', askingConfig)
    const context = { time: 1, by: 'eve' }
    await engine.run('s', 'observe', { items: [{ id: 'a', text: 'a b c' }] }, context)
    const ended = await Promise.all([
      failure(engine.run('s', 'predict', hostile, context, { number: 1, milliseconds: MOST })),
      failure(engine.run('other', 'status', {}, context, { number: 2, milliseconds: MOST })),
      failure(engine.save('other')),
    ])
    assert.deepEqual(ended, ['operation/timeout', 'stream/unloaded', 'stream/unloaded'])
    assert.deepEqual(deaths, ['operation/timeout'])
  })
})

describe('the service', () => {
  test('replaces the thread of an operation that takes too long, and loses nothing', async (context) => {
    const bench = await newBench(context, { threads: 1 })
    await bench.create('s', greedy)
    await bench.create('other')
    const items = Array.from({ length: 5 }, (_, k) => ({ id: `i${k}`, text: `word${k}` }))
    await bench.service.run('s', 'observe', { items }, { by: 'ann' })
    const { id } = (await bench.service.run('s', 'lease', { count: 1 }, { by: 'ann' }))[0] as { id: string }
    await bench.service.run('s', 'answer', { id, label: 'ham' }, { by: 'ann' })
    const costs: number[] = []
    const eve = { by: 'eve', onCost: (cost: number) => costs.push(cost) }
    const settings = bench.service.settings as { operationSeconds: number }
    const { operationSeconds } = settings
    // The stream is loaded, so the limit is read before the promise is awaited.
    settings.operationSeconds = MOST / 1000
    const attack = failure(bench.service.run('s', 'predict', hostile, eve))
    for (let k = 0; k < 20; k++) await Promise.resolve()
    settings.operationSeconds = operationSeconds
    const meanwhile = await bench.observe('other', ['a', 'b'])
    assert.equal(await attack, 'operation/timeout')
    assert.deepEqual(costs, [MOST])
    assert.equal(meanwhile.length, 2, 'it was done by the next thread')
    const { counts } = await bench.status()
    assert.deepEqual([counts.items, counts.answers], [5, 1])
    assert.ok(await bench.isAsOnDisk('s'))
    assert.ok(await bench.isAsOnDisk('other'))
    assert.ok(bench.warnings.includes('worker thread died'))
  })

  test('repeats what waited for the disk when the thread was replaced', async (context) => {
    const bench = await newBench(context, { threads: 1 })
    await bench.create('s', greedy)
    await bench.service.run('s', 'observe', { items: [{ id: 'a', text: 'a b c' }] }, { by: 'ann' })
    const { opened, open } = gate()
    let writes = 0
    bench.faults.append = async (page) => {
      writes++
      await opened
      return bench.store.append(page)
    }
    const items = [{ id: 'b', text: 'd' }]
    const observed = bench.service.run('s', 'observe', { items }, { by: 'ann' })
    await until(() => writes === 1)
    const leased = bench.service.run('s', 'lease', { count: 0 }, { by: 'ann' })
    const settings = bench.service.settings as { operationSeconds: number }
    const { operationSeconds } = settings
    for (let k = 0; k < 20; k++) await Promise.resolve()
    settings.operationSeconds = MOST / 1000
    const attack = failure(bench.service.run('s', 'predict', hostile, { by: 'eve' }))
    for (let k = 0; k < 20; k++) await Promise.resolve()
    settings.operationSeconds = operationSeconds
    assert.equal(await attack, 'operation/timeout')
    open()
    assert.equal((await observed).length, 1)
    assert.deepEqual(await leased, [])
  })

  test('begins nothing for a client that has left', async (context) => {
    const bench = await newBench(context)
    await bench.create()
    const leaving = new AbortController()
    const { opened, open } = gate()
    bench.faults.findItems = async (...given) => {
      await opened
      return bench.store.findItems(...given)
    }
    const item = { id: 'a', ...rowItem('a') }
    const first = failure(
      bench.service.run('s', 'observe', { items: [item] }, { by: 'eve', signal: leaving.signal }),
    )
    leaving.abort()
    open()
    assert.equal(await first, 'request/cancelled')
    const late = { by: 'eve', signal: leaving.signal }
    assert.equal(await failure(bench.service.run('s', 'status', {}, late)), 'request/cancelled')
    const inQueue = new AbortController()
    let ended = 0
    const admit = async () => {
      inQueue.abort()
      return () => void ended++
    }
    const queued = { by: 'eve', signal: inQueue.signal, admit }
    assert.equal(await failure(bench.service.run('s', 'status', {}, queued)), 'request/cancelled')
    assert.equal(ended, 1)
    bench.faults = {}
    assert.equal((await bench.observe('s', ['b']))[0]?.t, 1)
  })

  test('stops in time, although an operation does not end', async (context) => {
    const bench = await newBench(context, { threads: 1 })
    await bench.create('s', greedy)
    await bench.service.run('s', 'observe', { items: [{ id: 'a', text: 'a b c' }] }, { by: 'ann' })
    const endless = failure(bench.service.run('s', 'predict', hostile, { by: 'eve' }))
    await bench.service.close(MOST)
    assert.equal(await endless, 'service/stopping')
    await bench.start()
    assert.equal((await bench.status()).counts.items, 1)
  })
})

test('a client that closes the connection aborts its request', async () => {
  const desk = await openDesk()
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((desk.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const { opened, open } = gate()
  desk.service.beforeRun = () => opened
  const before = desk.service.calls.length
  socket.write(
    `GET /v1/streams/mails/quality HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${desk.tokens.reader}\r\n\r\n`,
  )
  await until(() => desk.service.calls.length > before)
  const { signal } = desk.service.calls.at(-1)?.caller ?? {}
  assert.equal(signal?.aborted, false)
  socket.destroy()
  await until(() => signal?.aborted === true)
  open()
  await desk.app.close()
})
