import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { benchError } from '../src/errors.js'
import { Cache } from '../src/jobs/cache.js'
import { type Job, type RunJob, runJob } from '../src/jobs/job.js'
import { JobRunner, type Progress } from '../src/jobs/job-runner.js'
import { WorkerPool } from '../src/jobs/worker-pool.js'
import type { Run } from '../src/results/results.js'
import { noted } from './support/jobs.js'
import { coded, madeSet, streamSet } from './support/sets.js'

const runJobOf = (seed: number, algorithm = 'PAA-I', parameters = {}): RunJob => ({
  kind: 'run',
  player: { algorithm, unitRows: false, delay: 0 },
  parameters,
  options: { seed, metrics: ['accuracy', 'queryRatio'], metric: 'accuracy', curvePoints: 0 },
})

const jobs: readonly Job[] = [
  ...[1, 2, 3, 4, 5, 6].map((seed) => runJobOf(seed)),
  ...[1, 2, 3].map((seed) => runJobOf(seed, 'D-AMD', { smoothing: 0.1 })),
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
const long = (seed: number): RunJob => runJobOf(seed, 'SOAL', { smoothing: 1e6 })

describe('the pool', () => {
  test('gives the same results with one, two and four threads as without threads', async (t) => {
    const set = madeSet({ seed: 1, rows: 200 })
    const stream = await streamSet('gaussian', { rows: 150, dimension: 6 })
    const expected = [set, stream].map((one) => jobs.map((job) => runJob(one, job)))
    for (const threads of [1, 2, 4]) {
      const pool = new WorkerPool(threads)
      t.after(() => pool.stop())
      assert.equal(pool.threads, threads)
      pool.addSet(set)
      pool.addSet(stream)
      const results = await Promise.all(
        [set, stream].map((one) => Promise.all(jobs.map((job) => pool.run(one, job)))),
      )
      assert.deepEqual(results, expected, `${threads} threads`)
      await pool.stop()
    }
  })

  test('more jobs than the queue keeps at once', async (t) => {
    const set = madeSet({ seed: 1, rows: 5 })
    const pool = new WorkerPool(2)
    t.after(() => pool.stop())
    pool.addSet(set)
    const seeds = Array.from({ length: 2500 }, (_, k) => k)
    const runs: Run[] = await Promise.all(seeds.map((seed) => pool.run(set, runJobOf(seed))))
    assert.deepEqual(
      runs.map(({ seed }) => seed),
      seeds,
    )
  })

  test('the job with the smallest order runs first, and of equal ones the first', async (t) => {
    const set = madeSet({ seed: 1, rows: 5 })
    const pool = new WorkerPool(1, (job) => (job as RunJob).options.seed % 3)
    t.after(() => pool.stop())
    pool.addSet(set)
    const ended: number[] = []
    // The thread takes the first at once.
    const seeds = [8, 2, 4, 3, 1, 6]
    await Promise.all(
      seeds.map((seed) => pool.run(set, runJobOf(seed)).then((run: Run) => ended.push(run.seed))),
    )
    assert.deepEqual(ended, [8, 3, 6, 4, 1, 2])
  })

  test('reports the error of a job and continues', async (t) => {
    const set = madeSet({ seed: 1, rows: 20 })
    const pool = new WorkerPool(1)
    t.after(() => pool.stop())
    pool.addSet(set)
    const wrong = [
      pool.run(set, runJobOf(1, 'PAA-I', { smoothing: -1 })),
      pool.run(set, runJobOf(1, 'PAA-X')),
      pool.run(set, runJobOf(-1)),
    ]
    const words = ['smoothing', 'PAA-X', '-1']
    await Promise.all(
      wrong.map((one, k) => assert.rejects(one, coded('work/failed', 'a worker failed: ', words[k]))),
    )
    assert.equal((await pool.run(set, runJobOf(4))).seed, 4)
  })

  test('rejects a set that was not added or was removed', async (t) => {
    const set = madeSet({ seed: 1, rows: 20 })
    const pool = new WorkerPool(1)
    t.after(() => pool.stop())
    await assert.rejects(pool.run(set, runJobOf(1)), coded('work/failed', 'does not have this set'))
    pool.addSet(set)
    await pool.run(set, runJobOf(1))
    pool.removeSet(set)
    await assert.rejects(pool.run(set, runJobOf(1)), coded('work/failed', 'does not have this set'))
  })

  test('stopping fails what is under way, what waits and what comes after, and ends the threads', async () => {
    const set = madeSet({ seed: 1, rows: 400, width: 600 })
    const threads: Worker[] = []
    const note = (worker: Worker): unknown => threads.push(worker)
    process.on('worker', note)
    const pool = new WorkerPool(2)
    pool.addSet(set)
    await Promise.all([0, 1].map((seed) => pool.run(set, runJobOf(seed))))
    const outcomes = Promise.allSettled([1, 2, 3, 4, 5].map((seed) => pool.run(set, long(seed))))
    await pool.stop()
    for (const outcome of await outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(coded('experiment/stopped')(outcome.status === 'rejected' && outcome.reason))
    }
    await assert.rejects(pool.run(set, runJobOf(1)), coded('experiment/stopped'))
    await pool.stop()
    process.off('worker', note)
    assert.deepEqual(
      threads.map(({ threadId }) => threadId),
      [-1, -1],
    )
  })

  test('reports the first reason for stopping', async () => {
    const set = madeSet({ seed: 1, rows: 20 })
    const pool = new WorkerPool(1)
    await pool.stop(benchError('work/failed', { reason: 'enough' }))
    await pool.stop()
    await assert.rejects(pool.run(set, runJobOf(1)), coded('work/failed', 'enough'))
  })
})

describe('the job runner', () => {
  const set = madeSet({ seed: 1, rows: 60 })

  test('what was done once is found the second time', async () => {
    const cache = new Cache()
    const first = noted(cache)
    const results = await Promise.all(jobs.map((job) => first.runner.run(set, job, 2)))
    assert.equal(first.jobs.length, jobs.length)
    assert.equal(first.reports.at(-1)!.found, 0)
    const second = noted(cache)
    assert.deepEqual(await Promise.all(jobs.map((job) => second.runner.run(set, job, 2))), results)
    assert.equal(second.jobs.length, 0)
    assert.deepEqual(second.reports.at(-1), {
      set: set.facts.name,
      done: 2 * jobs.length,
      expected: 2 * jobs.length,
      found: 2 * jobs.length,
    })
  })

  test('misses the cache for other data, another positive class, other code or another job', async () => {
    const cache = new Cache()
    const { runner, jobs: done } = noted(cache)
    const job = runJobOf(1)
    await runner.run(set, job, 1)
    await runner.run({ ...set, facts: { ...set.facts, digest: 'other' } }, job, 1)
    await runner.run({ ...set, positive: 0 }, job, 1)
    await runner.run(set, runJobOf(2), 1)
    await runner.run(set, { ...job, parameters: { smoothing: 1 } }, 1)
    await runner.run(set, { ...job, player: { ...job.player, delay: 1 } }, 1)
    assert.equal(done.length, 6)
    await runner.run({ ...set, facts: { ...set.facts, name: 'renamed' } }, job, 1)
    assert.equal(done.length, 6, 'its name does not matter')
    let asked = 0
    const pool = { run: async () => ++asked } as unknown as WorkerPool
    await new JobRunner(pool, cache, 'other code').run(set, job, 1)
    assert.equal(asked, 1)
  })

  test('progress never passes what is expected, and what is found is part of what is done', async () => {
    const cache = new Cache()
    for (const seed of [1, 3, 5]) await noted(cache).runner.run(set, runJobOf(seed), 1)
    const { runner, reports } = noted(cache)
    runner.expect(5)
    for (const seed of [1, 2, 3, 4]) await runner.run(set, runJobOf(seed), 1)
    runner.expect(-2)
    for (const seed of [5, 6]) await runner.run(set, runJobOf(seed), 1)
    assert.deepEqual(
      reports.map(({ done, expected, found }: Progress) => [done, expected, found]),
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

  test('does not cache a failed job', async () => {
    const { runner, jobs: done } = noted()
    const wrong = runJobOf(1, 'PAA-I', { smoothing: -1 })
    await assert.rejects(runner.run(set, wrong, 1))
    await assert.rejects(runner.run(set, wrong, 1))
    assert.equal(done.length, 2)
  })
})
