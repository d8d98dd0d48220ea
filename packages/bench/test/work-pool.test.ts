import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { benchError } from '../src/errors.js'
import type { Run } from '../src/results/results.js'
import { Cache } from '../src/tasks/cache.js'
import { Pool } from '../src/tasks/pool.js'
import { perform, type RunTask, type Task } from '../src/tasks/task.js'
import { type Progress, Works } from '../src/tasks/works.js'
import { coded, madeSet, streamSet } from './support/sets.js'
import { noted } from './support/works.js'

const runTask = (seed: number, algorithm = 'PAA-I', parameters = {}): RunTask => ({
  kind: 'run',
  player: { algorithm, unitRows: false, delay: 0 },
  parameters,
  options: { seed, metrics: ['accuracy', 'queryRatio'], metric: 'accuracy', curvePoints: 0 },
})

const tasks: readonly Task[] = [
  ...[1, 2, 3, 4, 5, 6].map((seed) => runTask(seed)),
  ...[1, 2, 3].map((seed) => runTask(seed, 'D-AMD', { smoothing: 0.1 })),
  {
    kind: 'aim',
    player: { algorithm: 'PAA-II', unitRows: false, delay: 2 },
    parameters: {},
    options: { ratio: 0.2, seeds: [7, 8] },
  },
  {
    kind: 'point',
    player: { algorithm: 'SOAL-diag', unitRows: true, delay: 0 },
    parameters: { stepSize: 0.5 },
    options: {
      fold: 1,
      tuning: { folds: 3, score: 'held-out' },
      seed: 9,
      metric: 'f1',
      aims: [{ ratio: 0.1 }, { ratio: 0.3 }],
    },
  },
]

/** Keeps a thread busy for a while. */
const long = (seed: number): RunTask => runTask(seed, 'SOAL', { smoothing: 1e6 })

describe('the pool', () => {
  test('one, two and four threads give what no thread gives, each task its own result', async (t) => {
    const set = madeSet({ seed: 1, rows: 200 })
    const stream = await streamSet('gaussian', { rows: 150, dimension: 6 })
    const expected = [set, stream].map((one) => tasks.map((task) => perform(one, task)))
    for (const threads of [1, 2, 4]) {
      const pool = new Pool(threads)
      t.after(() => pool.stop())
      assert.equal(pool.threads, threads)
      pool.know(set)
      pool.know(stream)
      const results = await Promise.all(
        [set, stream].map((one) => Promise.all(tasks.map((task) => pool.do(one, task)))),
      )
      assert.deepEqual(results, expected, `${threads} threads`)
      await pool.stop()
    }
  })

  test('more tasks than the queue keeps at once', async (t) => {
    const set = madeSet({ seed: 1, rows: 5 })
    const pool = new Pool(2)
    t.after(() => pool.stop())
    pool.know(set)
    const seeds = Array.from({ length: 2500 }, (_, k) => k)
    const runs: Run[] = await Promise.all(seeds.map((seed) => pool.do(set, runTask(seed))))
    assert.deepEqual(
      runs.map(({ seed }) => seed),
      seeds,
    )
  })

  test('what goes wrong in a task is said, and the pool goes on', async (t) => {
    const set = madeSet({ seed: 1, rows: 20 })
    const pool = new Pool(1)
    t.after(() => pool.stop())
    pool.know(set)
    const wrong = [
      pool.do(set, runTask(1, 'PAA-I', { smoothing: -1 })),
      pool.do(set, runTask(1, 'PAA-X')),
      pool.do(set, runTask(-1)),
    ]
    const words = ['smoothing', 'PAA-X', '-1']
    await Promise.all(
      wrong.map((one, k) => assert.rejects(one, coded('work/failed', 'a worker failed: ', words[k]))),
    )
    assert.equal((await pool.do(set, runTask(4))).seed, 4)
  })

  test('a set that is not known, or forgotten, is an error', async (t) => {
    const set = madeSet({ seed: 1, rows: 20 })
    const pool = new Pool(1)
    t.after(() => pool.stop())
    await assert.rejects(pool.do(set, runTask(1)), coded('work/failed', 'not known'))
    pool.know(set)
    await pool.do(set, runTask(1))
    pool.forget(set)
    await assert.rejects(pool.do(set, runTask(1)), coded('work/failed', 'not known'))
  })

  test('stopping fails what is under way, what waits and what comes after, and ends the threads', async () => {
    const set = madeSet({ seed: 1, rows: 400, width: 600 })
    const threads: Worker[] = []
    const note = (worker: Worker): unknown => threads.push(worker)
    process.on('worker', note)
    const pool = new Pool(2)
    pool.know(set)
    await Promise.all([0, 1].map((seed) => pool.do(set, runTask(seed))))
    const outcomes = Promise.allSettled([1, 2, 3, 4, 5].map((seed) => pool.do(set, long(seed))))
    await pool.stop()
    for (const outcome of await outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(coded('experiment/stopped')(outcome.status === 'rejected' && outcome.reason))
    }
    await assert.rejects(pool.do(set, runTask(1)), coded('experiment/stopped'))
    await pool.stop()
    process.off('worker', note)
    assert.deepEqual(
      threads.map(({ threadId }) => threadId),
      [-1, -1],
    )
  })

  test('the first reason for stopping is the one that is told', async () => {
    const set = madeSet({ seed: 1, rows: 20 })
    const pool = new Pool(1)
    await pool.stop(benchError('work/failed', { reason: 'enough' }))
    await pool.stop()
    await assert.rejects(pool.do(set, runTask(1)), coded('work/failed', 'enough'))
  })
})

describe('works', () => {
  const set = madeSet({ seed: 1, rows: 60 })

  test('what was done once is found the second time', async () => {
    const cache = new Cache()
    const first = noted(cache)
    const results = await Promise.all(tasks.map((task) => first.works.do(set, task, 2)))
    assert.equal(first.tasks.length, tasks.length)
    assert.equal(first.told.at(-1)!.found, 0)
    const second = noted(cache)
    assert.deepEqual(await Promise.all(tasks.map((task) => second.works.do(set, task, 2))), results)
    assert.equal(second.tasks.length, 0)
    assert.deepEqual(second.told.at(-1), {
      set: set.facts.name,
      done: 2 * tasks.length,
      expected: 2 * tasks.length,
      found: 2 * tasks.length,
    })
  })

  test('other data, another positive class, another code or another task is not found', async () => {
    const cache = new Cache()
    const { works, tasks: done } = noted(cache)
    const task = runTask(1)
    await works.do(set, task, 1)
    await works.do({ ...set, facts: { ...set.facts, digest: 'other' } }, task, 1)
    await works.do({ ...set, positive: 0 }, task, 1)
    await works.do(set, runTask(2), 1)
    await works.do(set, { ...task, parameters: { smoothing: 1 } }, 1)
    await works.do(set, { ...task, player: { ...task.player, delay: 1 } }, 1)
    assert.equal(done.length, 6)
    await works.do({ ...set, facts: { ...set.facts, name: 'renamed' } }, task, 1)
    assert.equal(done.length, 6, 'its name does not matter')
    let asked = 0
    const pool = { do: async () => ++asked } as unknown as Pool
    await new Works(pool, cache, 'other code').do(set, task, 1)
    assert.equal(asked, 1)
  })

  test('progress never passes what is expected, and what is found is part of what is done', async () => {
    const cache = new Cache()
    for (const seed of [1, 3, 5]) await noted(cache).works.do(set, runTask(seed), 1)
    const { works, told } = noted(cache)
    works.expect(5)
    for (const seed of [1, 2, 3, 4]) await works.do(set, runTask(seed), 1)
    works.expect(-2)
    for (const seed of [5, 6]) await works.do(set, runTask(seed), 1)
    assert.deepEqual(
      told.map(({ done, expected, found }: Progress) => [done, expected, found]),
      [
        [1, 5, 1],
        [2, 5, 1],
        [3, 5, 2],
        [4, 5, 2],
        [4, 4, 2],
        [5, 5, 3],
        [6, 6, 3],
      ],
    )
  })

  test('a task that fails is not remembered', async () => {
    const { works, tasks: done } = noted()
    const wrong = runTask(1, 'PAA-I', { smoothing: -1 })
    await assert.rejects(works.do(set, wrong, 1))
    await assert.rejects(works.do(set, wrong, 1))
    assert.equal(done.length, 2)
  })
})
