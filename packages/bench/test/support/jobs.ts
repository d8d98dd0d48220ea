import { Cache } from '../../src/jobs/cache.js'
import { type Job, runJob } from '../../src/jobs/job.js'
import { JobRunner, type Progress } from '../../src/jobs/job-runner.js'
import type { WorkerPool } from '../../src/jobs/worker-pool.js'
import type { Protocol } from '../../src/protocol/protocol.js'
import type { OpenSet } from '../../src/sets/set.js'

/** A runner without threads that records every job. */
export const noted = (cache = new Cache()) => {
  const jobs: Job[] = []
  const reports: Progress[] = []
  const pool = {
    run: async (set: OpenSet, job: Job) => {
      jobs.push(job)
      return runJob(set, job)
    },
  } as unknown as WorkerPool
  return { runner: new JobRunner(pool, cache, 'this code', (one) => reports.push(one)), jobs, reports }
}

/** What tuning needs of a protocol. */
export const tuningBy = (
  tuning: Partial<Protocol['tuning']>,
  more: Partial<Protocol> = {},
): Pick<Protocol, 'tuning' | 'metric' | 'seed'> => ({
  metric: 'accuracy',
  seed: 1,
  ...more,
  tuning: { method: 'exhaustive', folds: 3, score: 'online', ...tuning },
})
