import { VERSION } from '@askance/core'
import { InlinePool } from '../jobs/inline-pool.js'
import type { Job } from '../jobs/job.js'
import { JobRunner, type Progress, type ResultCache } from '../jobs/job-runner.js'
import type { OpenSet } from '../sets/set.js'
import type { ExperimentRuntime } from './runtime.js'

export interface InlineOptions {
  /** The machine name in the results. */
  readonly machine: string
  /** Results of earlier runs; only new jobs are computed. */
  readonly cache: ResultCache
  readonly signal?: AbortSignal
  progress?(progress: Progress): void
  /** Job priority: the smallest number runs first. */
  order?(job: Job): number
}

/** A runtime without threads and files for one open set; also runs in browsers. */
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
