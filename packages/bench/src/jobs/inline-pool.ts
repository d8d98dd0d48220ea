import type { AskanceError } from '@askance/core'
import { benchError } from '../errors.js'
import type { OpenSet } from '../sets/set.js'
import { type Job, type ResultOf, runJob } from './job.js'
import type { JobExecutor } from './job-runner.js'

/** The subset common to browsers and Node; TypeScript knows only the one of Node here. */
declare const MessageChannel: new () => {
  readonly port1: { onmessage: (() => void) | null; close(): void }
  readonly port2: { postMessage(message: unknown): void }
}

interface QueuedJob {
  readonly job: Job
  readonly order: number
  /** Runs the job and settles its promise. */
  perform(): void
  reject(cause: unknown): void
}

/** Runs jobs one after another on the current thread, smallest order first. */
export class InlinePool implements JobExecutor {
  readonly #order: (job: Job) => number
  readonly #signal: AbortSignal | undefined
  #queue: QueuedJob[] = []
  #isBusy = false

  constructor({ order = () => 0, signal }: { order?(job: Job): number; readonly signal?: AbortSignal }) {
    this.#order = order
    this.#signal = signal
  }

  run<T extends Job>(set: OpenSet, job: T): Promise<ResultOf<T>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        job,
        order: this.#order(job),
        perform() {
          try {
            resolve(runJob(set, job))
          } catch (cause) {
            reject(failed(cause))
          }
        },
        reject,
      })
      void this.#work()
    })
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    const { port1, port2 } = new MessageChannel()
    // Yields to other tasks, for example to stop, and lets follow-up jobs be queued
    // before the next job is chosen. A timer would do the same, but browsers delay it.
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        port1.onmessage = () => resolve()
        port2.postMessage(undefined)
      })
    for (await turn(); this.#queue.length > 0; await turn()) {
      if (this.#signal?.aborted) this.#stop()
      else this.#next()?.perform()
    }
    port1.close()
    this.#isBusy = false
  }

  #next(): QueuedJob | undefined {
    const first = this.#queue.reduce<QueuedJob | undefined>(
      (best, job) => (best && best.order <= job.order ? best : job),
      undefined,
    )
    this.#queue = this.#queue.filter((job) => job !== first)
    return first
  }

  #stop(): void {
    for (const job of this.#queue.splice(0)) job.reject(benchError('experiment/stopped'))
  }
}

/** Wraps the error of a failed job. */
export const failed = (cause: unknown): AskanceError =>
  benchError('work/failed', { reason: cause instanceof Error ? cause.message : String(cause) })
