import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Connection, connect, type Remote } from '@askance/core/internals'
import { benchError } from '../errors.js'
import type { OpenSet } from '../sets/set.js'
import { failed } from './inline-pool.js'
import type { Job, ResultOf } from './job.js'
import type { JobMethods } from './job-worker.js'

interface Thread {
  readonly worker: Worker
  readonly remote: Remote<JobMethods> & Connection
}

interface QueuedJob {
  readonly digest: string
  readonly job: Job
  readonly order: number
  resolve(result: unknown): void
  reject(cause: unknown): void
}

/** A pool of threads with a job queue. Each thread runs one job at a time, so that stopping loses little. */
export class WorkerPool {
  readonly #threads: readonly Thread[]
  readonly #idle: Thread[]
  readonly #order: (job: Job) => number
  /** Sorted by order from the first that is not taken. */
  readonly #queue: QueuedJob[] = []
  #taken = 0
  #stopped: Error | undefined

  /** Default: one thread per core. The job with the smallest order runs first. */
  constructor(threads = availableParallelism(), order: (job: Job) => number = () => 0) {
    this.#order = order
    this.#threads = Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./job-worker.bundle.js', import.meta.url))
      const remote = connect<JobMethods>(worker, { onDeath: (cause) => void this.#fail(failed(cause)) })
      worker.unref()
      return { worker, remote }
    })
    this.#idle = [...this.#threads]
  }

  get threads(): number {
    return this.#threads.length
  }

  /** Sends a set to the threads. Its arrays are shared, not copied. */
  addSet(set: OpenSet): void {
    this.#callAll(({ addSet }) => addSet(set))
  }

  removeSet({ facts }: OpenSet): void {
    this.#callAll(({ removeSet }) => removeSet(facts.digest))
  }

  run<T extends Job>({ facts }: OpenSet, job: T): Promise<ResultOf<T>> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#threads.length === 0) reject(benchError('work/failed', { reason: 'the pool has no threads' }))
      else if (this.#stopped) reject(this.#stopped)
      else this.#enqueue({ digest: facts.digest, job, order: this.#order(job), resolve, reject })
      this.#next()
    }) as Promise<ResultOf<T>>
  }

  /** Stops immediately: running and queued jobs fail with the error. */
  stop(cause: Error = benchError('experiment/stopped')): Promise<void> {
    return this.#fail(cause)
  }

  #enqueue(job: QueuedJob): void {
    let at = this.#queue.length
    while (at > this.#taken && this.#queue[at - 1]!.order > job.order) at--
    this.#queue.splice(at, 0, job)
  }

  #callAll(call: (remote: Remote<JobMethods>) => Promise<void>): void {
    for (const { remote } of this.#threads) call(remote).catch((cause) => this.#fail(failed(cause)))
  }

  async #fail(cause: Error): Promise<void> {
    this.#stopped ??= cause
    for (const job of this.#queue.slice(this.#taken)) job.reject(this.#stopped)
    this.#queue.length = 0
    this.#taken = 0
    await Promise.all(this.#threads.map(({ remote }) => remote.close(this.#stopped)))
  }

  #next(): void {
    while (this.#idle.length > 0 && this.#taken < this.#queue.length) {
      const thread = this.#idle.pop()!
      const job = this.#queue[this.#taken++]!
      // Removing the first element of a long array is slow, so taken jobs are removed in bulk.
      if (this.#taken > 1000) {
        this.#queue.splice(0, this.#taken)
        this.#taken = 0
      }
      void this.#perform(thread, job)
    }
  }

  async #perform(thread: Thread, { digest, job, resolve, reject }: QueuedJob): Promise<void> {
    // The process must stay alive while a job runs.
    thread.worker.ref()
    try {
      resolve(await thread.remote.run(digest, job))
    } catch (cause) {
      reject(this.#stopped ?? failed(cause))
    }
    // `stop` waits for the threads to exit, so they must keep the process alive until then.
    if (this.#stopped) return
    thread.worker.unref()
    this.#idle.push(thread)
    this.#next()
  }
}
