import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { benchError } from '../errors.js'
import type { OpenSet } from '../sets/set.js'
import type { ResultOf, Task } from './task.js'
import type { Order, Reply } from './worker.js'

interface Job {
  readonly id: number
  readonly digest: string
  readonly task: Task
  resolve(result: unknown): void
  reject(cause: unknown): void
}

/** A few threads and a queue of work. Each thread has one piece of work at a time, so that stopping loses little. */
export class Pool {
  readonly #workers: Worker[] = []
  readonly #idle: Worker[] = []
  readonly #queue: Job[] = []
  readonly #running = new Map<number, { job: Job; worker: Worker }>()
  #taken = 0
  #count = 0
  #stopped: Error | undefined

  /** One thread per core, if not told otherwise. */
  constructor(threads = availableParallelism()) {
    for (let k = 0; k < threads; k++) {
      const worker = new Worker(new URL('./worker.js', import.meta.url))
      worker.on('message', (reply: Reply) => this.#done(worker, reply))
      worker.on('error', (cause) => this.#fail(benchError('work/failed', { reason: cause.message })))
      worker.unref()
      this.#workers.push(worker)
      this.#idle.push(worker)
    }
  }

  get threads(): number {
    return this.#workers.length
  }

  /** Lets the threads see a set. Its arrays are shared, not copied. */
  know(set: OpenSet): void {
    for (const worker of this.#workers) worker.postMessage({ kind: 'know', set } satisfies Order)
  }

  forget({ facts }: OpenSet): void {
    for (const worker of this.#workers)
      worker.postMessage({ kind: 'forget', digest: facts.digest } satisfies Order)
  }

  do<T extends Task>({ facts }: OpenSet, task: T): Promise<ResultOf<T>> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#workers.length === 0) reject(benchError('work/failed', { reason: 'there are no threads' }))
      else if (this.#stopped) reject(this.#stopped)
      else this.#queue.push({ id: this.#count++, digest: facts.digest, task, resolve, reject })
      this.#next()
    }) as Promise<ResultOf<T>>
  }

  /** Stops at once: work under way and work in the queue fails with the error. */
  async stop(cause: Error = benchError('experiment/stopped')): Promise<void> {
    this.#fail(cause)
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  #fail(cause: Error): void {
    this.#stopped ??= cause
    for (const { job } of this.#running.values()) job.reject(this.#stopped)
    for (const job of this.#queue.slice(this.#taken)) job.reject(this.#stopped)
    this.#running.clear()
    this.#queue.length = 0
    this.#taken = 0
  }

  #next(): void {
    while (this.#idle.length > 0 && this.#taken < this.#queue.length) {
      const worker = this.#idle.pop()!
      const job = this.#queue[this.#taken++]!
      // Taking from the front of an array is slow; it is emptied from time to time instead.
      if (this.#taken > 1000) {
        this.#queue.splice(0, this.#taken)
        this.#taken = 0
      }
      this.#running.set(job.id, { job, worker })
      worker.ref()
      worker.postMessage({ kind: 'work', id: job.id, digest: job.digest, task: job.task } satisfies Order)
    }
  }

  #done(worker: Worker, reply: Reply): void {
    const entry = this.#running.get(reply.id)
    if (!entry) return
    this.#running.delete(reply.id)
    worker.unref()
    this.#idle.push(worker)
    if ('failure' in reply) entry.job.reject(benchError('work/failed', { reason: reply.failure.message }))
    else entry.job.resolve(reply.result)
    this.#next()
  }
}
