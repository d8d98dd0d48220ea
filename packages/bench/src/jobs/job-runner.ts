import type { OpenSet } from '../sets/set.js'
import type { Job, ResultOf } from './job.js'
import { contentAddress } from './job.js'

/** Progress in the work on the current set; the expected total is refined during the run. */
export interface Progress {
  readonly set: string
  readonly done: number
  readonly expected: number
  /** The part of `done` that came from the cache. */
  readonly found: number
}

/** Runs jobs. */
export interface JobExecutor {
  run<T extends Job>(set: OpenSet, job: T): Promise<ResultOf<T>>
}

/** Stores results by address. */
export interface ResultCache {
  get(address: string): unknown
  set(address: string, result: unknown): void
}

/** Returns results from the cache, or else from the pool. */
export class JobRunner {
  readonly #pool: JobExecutor
  readonly #cache: ResultCache
  readonly #code: string
  readonly #onProgress: ((progress: Progress) => void) | undefined
  #expected = 0
  #done = 0
  #found = 0
  /** The name of the last set. */
  #set: string | undefined

  constructor(
    pool: JobExecutor,
    cache: ResultCache,
    code: string,
    onProgress?: (progress: Progress) => void,
  ) {
    this.#pool = pool
    this.#cache = cache
    this.#code = code
    this.#onProgress = onProgress
  }

  /** Adds expected work; negative if planned work is cancelled. */
  expect(weight: number): void {
    this.#expected += weight
    if (weight < 0) this.#report()
  }

  /** Runs a job whose weight was announced with `expect`. */
  async run<T extends Job>(set: OpenSet, job: T, weight: number): Promise<ResultOf<T>> {
    const address = contentAddress([this.#code, set.facts.digest, set.positive, set.stream, job])
    const known = this.#cache.get(address)
    const result = known === undefined ? await this.#pool.run(set, job) : known
    if (known === undefined) this.#cache.set(address, result)
    else this.#found += weight
    this.#done += weight
    this.#set = set.facts.name
    this.#report()
    return result as ResultOf<T>
  }

  #report(): void {
    if (this.#set === undefined) return
    const [done, found] = [this.#done, this.#found]
    this.#onProgress?.({ set: this.#set, done, expected: Math.max(this.#expected, done), found })
  }
}
