import { cpus } from 'node:os'
import { VERSION } from '@askance/core'
import { dataSetOptions, dataSetPath, openData, wordVectorsFor } from '@askance/data'
import { benchError } from '../errors.js'
import { Cache } from '../jobs/cache.js'
import { codeDigest } from '../jobs/code-digest.js'
import type { Job } from '../jobs/job.js'
import { JobRunner, type Progress } from '../jobs/job-runner.js'
import { WorkerPool } from '../jobs/worker-pool.js'
import type { Protocol, SetSpec } from '../protocol/protocol.js'
import type { Cell, Made, Results } from '../results/results.js'
import { makeSet } from '../sets/make.js'
import { readLabelled } from '../sets/read.js'
import type { OpenSet } from '../sets/set.js'
import { jobOrder } from './order.js'
import { playProtocol } from './play.js'

export interface ExperimentOptions {
  /** The folder of data sets. */
  readonly dataDir: string
  /** The cache file; without one, results are kept in memory only. */
  readonly cache?: string
  /** Default: one per core. */
  readonly threads?: number
  /** Stops the experiment; finished results stay in the cache. */
  readonly signal?: AbortSignal
  progress?(progress: Progress): void
  /** Called after each run of a cell. */
  onCell?(cell: Cell): void
}

/** The environment of an experiment: a worker pool, a cache, and one open set at a time. */
export interface ExperimentRuntime {
  readonly runner: JobRunner
  /** Opens a set for the workers and closes it afterwards. */
  withSet<T>(spec: SetSpec, seed: number, work: (set: OpenSet) => Promise<T>): Promise<T>
  /** Date, version and machine of the results. */
  made(): Made
}

/** Reads and prepares a set from the folder of data sets; `seed` is that of the first run. */
export const openSet = (spec: SetSpec, folder: string, seed: number): Promise<OpenSet> =>
  makeSet(spec, seed, async (source, options) => {
    const path = 'file' in source ? source.file : dataSetPath(source.data, folder)
    const all = { ...dataSetOptions(path), ...options }
    const { vectors } = spec
    if (vectors === undefined) return readLabelled(path, all)
    const wordVectors = await wordVectorsFor(vectors, await openData(path, all))
    return readLabelled(path, { ...all, wordVectors })
  })

/**
 * Runs a whole protocol, set by set. The results depend only on the protocol and the data, not on the number of
 * threads or on interruptions; only times differ.
 */
export const runExperiment = (protocol: Protocol, options: ExperimentOptions): Promise<Results> =>
  withRuntime(
    options,
    (runtime) => playProtocol(protocol, runtime, (cell) => options.onCell?.(cell)),
    jobOrder(protocol),
  )

/** Creates a runtime, runs `work` in it, and always cleans up. */
export const withRuntime = async <T>(
  options: ExperimentOptions,
  work: (runtime: ExperimentRuntime) => Promise<T>,
  order?: (job: Job) => number,
): Promise<T> => {
  const { dataDir, signal } = options
  const began = performance.now()
  const cache = new Cache(options.cache)
  const pool = new WorkerPool(options.threads, order)
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
