import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { AskanceError } from '@askance/core'
import { type Engine, EnginePool, inlineEngine, threadEngine } from '../src/engines/engine.js'
import { StreamHost } from '../src/engines/host.js'
import { JobClock } from '../src/engines/turns.js'
import { serverError } from '../src/errors.js'
import { operations } from '../src/operations/index.js'
import type { Stream } from '../src/stream/stream.js'
import { failure } from './support/store.js'
import { finished } from './support/stream-finished.js'
import { askingConfig, rowItem } from './support/stream-life.js'

const at = (time: number, by = 'ann') => ({ time, by })
const sent = (...ids: string[]) => ({ items: ids.map((id) => ({ id, ...rowItem(id) })) })

/** Some operations on an engine: all that came of them. */
const session = async (engine: Engine): Promise<readonly unknown[]> => {
  const found: unknown[] = []
  const note = async (work: Promise<unknown>): Promise<void> => {
    found.push(await work.catch((error: AskanceError) => [error.code, error.message, error.details]))
  }
  await engine.open('s', askingConfig)
  await note(engine.run('s', 'observe', sent('a', 'b', 'c'), at(1000)))
  await note(engine.run('s', 'lease', { count: 2 }, at(1001)))
  await note(engine.run('s', 'answer', { id: 'a', label: 'ham' }, at(1002)))
  await note(engine.run('s', 'answer', { id: 'nothing', label: 'ham' }, at(1003)))
  await note(engine.run('s', 'exported', {}, at(1004)))
  await note(engine.run('s', 'status', {}, at(1005)))
  const saved = await engine.save('s')
  found.push(saved)
  await engine.drop('s')
  await note(engine.run('s', 'status', {}, at(1006)))
  await note(engine.restore('s', askingConfig, saved.bytes))
  await note(engine.run('s', 'observe', sent('d'), at(1007)))
  await note(engine.restore('s', askingConfig, saved.bytes.slice(0, 100)))
  await note(engine.restore('s', askingConfig, new Uint8Array(2)))
  return found.map((one) => structuredClone(one))
}

const engines: Engine[] = []
after(() => Promise.all(engines.map((engine) => engine.close())))

const started = (died: (error: Error) => void = () => undefined, worker?: Worker): Engine => {
  const engine = worker ? threadEngine(died, new JobClock(), worker) : threadEngine(died)
  engines.push(engine)
  return engine
}

const newWorker = (): Worker => new Worker(new URL('../src/engines/engine-worker.bundle.js', import.meta.url))

describe('engines', () => {
  test('behave the same inline and in a thread', async () => {
    const here = await session(inlineEngine())
    const there = await session(started())
    assert.deepEqual(there, here)
    assert.equal((here[1] as { result: unknown[] }).result.length, 2)
  })

  test('replay pages to the same snapshot', async () => {
    for (const engine of [inlineEngine(), started()]) {
      await engine.open('s', askingConfig)
      const { draft } = await engine.run('s', 'observe', sent('a', 'b'), at(1))
      const saved = await engine.save('s')
      await engine.open('t', askingConfig)
      assert.equal(await engine.replay('t', draft ? [draft] : []), saved.seq)
      assert.deepEqual((await engine.save('t')).bytes, saved.bytes)
    }
  })
})

describe('errors', () => {
  test('after a change unload the stream', (context) => {
    const host = new StreamHost()
    host.open('s', askingConfig)
    host.open('other', askingConfig)
    const failing = context.mock.method(
      operations.teach as { handle: (stream: Stream) => never },
      'handle',
      (stream: Stream) => {
        stream.happens({ type: 'erased', id: 'x', time: 1, by: 'ann' })
        throw serverError('stream/busy', { stream: stream.id })
      },
    )
    assert.throws(() => finished(host.run('s', 'teach', { items: [] }, at(1))), { code: 'stream/busy' })
    assert.throws(() => finished(host.run('s', 'status', {}, at(1))), { code: 'stream/unloaded' })
    assert.throws(() => host.save('s'), { code: 'stream/unloaded' })
    assert.equal(finished(host.run('other', 'status', {}, at(1))).result.seq, 0)
    failing.mock.restore()
    assert.throws(() => finished(host.run('other', 'answer', { id: 'x', label: 'ham' }, at(1))), AskanceError)
    assert.equal(finished(host.run('other', 'status', {}, at(1))).result.seq, 0, 'before, it costs nothing')
  })
})

describe('a thread that dies', () => {
  test('rejects pending and later calls', async () => {
    const worker = newWorker()
    const deaths: Error[] = []
    const engine = started((error) => deaths.push(error), worker)
    await engine.open('s', askingConfig)
    const waiting = [1, 2, 3].map((k) => engine.run('s', 'observe', sent(`i${k}`), at(k)))
    const ended = Promise.allSettled(waiting)
    await worker.terminate()
    const states = (await ended).map(({ status }) => status)
    assert.equal(states.at(-1), 'rejected')
    assert.match(await failure(engine.save('s')), /the worker exited/)
    assert.equal(deaths.length, 1)
  })

  test('is replaced, and the pool continues', async () => {
    const workers: Worker[] = []
    const lost: Engine[] = []
    const pool = new EnginePool(
      2,
      (engine) => lost.push(engine),
      (died) => {
        const worker = newWorker()
        workers.push(worker)
        return threadEngine(died, new JobClock(), worker)
      },
    )
    const first = pool.take()
    const second = pool.take()
    assert.notEqual(first, second)
    await first.open('s', askingConfig)
    await workers[0].terminate()
    await assert.rejects(first.save('s'))
    assert.deepEqual([lost.length, lost[0] === first, workers.length], [1, true, 2])
    pool.giveBack(first)
    const third = pool.take()
    assert.equal(workers.length, 3, 'another is started when it is wanted')
    assert.ok(third !== first && third !== second, 'the new one has the fewest')
    await third.open('s', askingConfig)
    assert.equal((await third.save('s')).seq, 0)
    await pool.close()
    assert.equal(lost.length, 1, 'a closed one has not died')
  })

  test('closing rejects pending calls', async () => {
    const engine = threadEngine(() => undefined)
    const waiting = failure(engine.open('s', askingConfig).then(() => engine.save('s')))
    await engine.close()
    assert.match(await waiting, /is closed/)
    assert.match(await failure(engine.save('s')), /is closed/)
  })
})

test('a pool assigns a stream to the engine with the fewest', async () => {
  const pool = new EnginePool(
    3,
    () => undefined,
    () => inlineEngine(),
  )
  const taken = [1, 2, 3, 4, 5, 6].map(() => pool.take())
  assert.equal(new Set(taken.slice(0, 3)).size, 3)
  assert.equal(new Set(taken.slice(3)).size, 3)
  pool.giveBack(taken[1])
  assert.equal(pool.take(), taken[1])
  await pool.close()
  assert.throws(() => pool.take(), { code: 'service/stopping' })
})
