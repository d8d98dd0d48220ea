import { VERSION } from '@askance/core'
import { InlinePool } from '../jobs/inline-pool.js'
import type { Job } from '../jobs/job.js'
import { JobRunner, type Progress, type ResultCache } from '../jobs/job-runner.js'
import type { OpenSet } from '../sets/set.js'
import type { ExperimentRuntime } from './runtime.js'

export interface InlineOptions {
  /** Where it is done, for the results. */
  readonly machine: string
  /** Keeps results; with the one of an earlier run only what is new is computed. */
  readonly cache: ResultCache
  readonly signal?: AbortSignal
  progress?(progress: Progress): void
  /** What is to be done first: of the jobs that wait, the one with the smallest number. */
  order?(job: Job): number
}

/** A lab without threads and files, for one set that is open: it runs in a browser. */
export const inlineRuntime = (set: OpenSet, options: InlineOptions): ExperimentRuntime => {
  const began = performance.now()
  return {
    runner: new JobRunner(new InlinePool(options), options.cache, VERSION, (progress) =>
      options.progress?.(progress),
    ),
    withSet: (_spec, _seed, work) => work(set),
    made: () => ({
      date: new Date().toISOString(),
      version: VERSION,
      node: 'none',
      machine: options.machine,
      seconds: (performance.now() - began) / 1000,
    }),
  }
}
