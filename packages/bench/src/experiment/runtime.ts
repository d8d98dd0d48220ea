import { cpus } from 'node:os'
import { VERSION } from '@askance/core'
import { dataSetPath } from '@askance/data'
import { benchError } from '../errors.js'
import { Cache } from '../jobs/cache.js'
import { codeDigest } from '../jobs/code-digest.js'
import { JobRunner, type Progress } from '../jobs/job-runner.js'
import { WorkerPool } from '../jobs/worker-pool.js'
import type { Protocol, SetSpec } from '../protocol/protocol.js'
import type { Made, Results } from '../results/results.js'
import { makeSet } from '../sets/make.js'
import { readLabelled } from '../sets/read.js'
import type { OpenSet } from '../sets/set.js'
import { playProtocol } from './play.js'

export interface ExperimentOptions {
  /** Where data sets are found by name. */
  readonly dataDir: string
  /** The file of the cache; none keeps results in memory alone. */
  readonly cache?: string
  /** One thread per core, if not given. */
  readonly threads?: number
  /** Stops the work; what is finished stays in the cache. */
  readonly signal?: AbortSignal
  progress?(progress: Progress): void
}

/** A place to work in: threads, a cache, and one set at a time. */
export interface ExperimentRuntime {
  readonly runner: JobRunner
  /** Opens a set for the threads, and closes it after the work. */
  withSet<T>(spec: SetSpec, seed: number, work: (set: OpenSet) => Promise<T>): Promise<T>
  /** When, by what and where it was made. */
  made(): Made
}

/** Reads and prepares a set; `folder` is where data sets are found by name. `seed` is that of the first run. */
export const openSet = (spec: SetSpec, folder: string, seed: number): Promise<OpenSet> =>
  makeSet(spec, seed, (source) =>
    readLabelled('file' in source ? source.file : dataSetPath(source.data, folder)),
  )

/**
 * Plays a whole protocol, set by set. The result depends on the protocol and the data alone, not on the number of
 * threads, nor on how often the work was interrupted; only times differ.
 */
export const runExperiment = (protocol: Protocol, options: ExperimentOptions): Promise<Results> =>
  withRuntime(options, (runtime) => playProtocol(protocol, runtime))

/** Sets up a runtime, runner in it, and tidies up whatever happens. */
export const withRuntime = async <T>(
  options: ExperimentOptions,
  work: (runtime: ExperimentRuntime) => Promise<T>,
): Promise<T> => {
  const { dataDir, signal } = options
  const began = performance.now()
  const cache = new Cache(options.cache)
  const pool = new WorkerPool(options.threads)
  const stop = (): void => void pool.stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await work({
      runner: new JobRunner(pool, cache, codeDigest(), options.progress),
      async withSet(spec, seed, play) {
        if (signal?.aborted) throw benchError('experiment/stopped')
        const set = await openSet(spec, dataDir, seed)
        pool.addSet(set)
        try {
          return await play(set)
        } finally {
          pool.removeSet(set)
        }
      },
      made: () => provenance((performance.now() - began) / 1000),
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    cache.close()
    await pool.stop()
  }
}

const provenance = (seconds: number): Made => {
  const all = cpus()
  return {
    date: new Date().toISOString(),
    version: VERSION,
    node: process.version,
    machine: `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}, ${process.platform} ${process.arch}`,
    seconds,
  }
}
