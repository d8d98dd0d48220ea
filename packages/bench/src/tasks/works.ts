import type { OpenSet } from '../sets/set.js'
import type { ResultOf, Task } from './task.js'
import { addressOf } from './task.js'

/** How far the work is, in passes over the data of the set at hand; what is expected grows clearer on the way. */
export interface Progress {
  readonly set: string
  readonly done: number
  readonly expected: number
  /** How much of what is done was found in the cache. */
  readonly found: number
}

/** What does the work. */
export interface Doing {
  do<T extends Task>(set: OpenSet, task: T): Promise<ResultOf<T>>
}

/** What remembers results, by their addresses. */
export interface Remembering {
  get(address: string): unknown
  set(address: string, result: unknown): void
}

/** Gets results: from the cache, or else from the pool. */
export class Works {
  readonly #pool: Doing
  readonly #cache: Remembering
  readonly #code: string
  readonly #told: ((progress: Progress) => void) | undefined
  #expected = 0
  #done = 0
  #found = 0
  /** The name of the set that was worked on last. */
  #set: string | undefined

  constructor(pool: Doing, cache: Remembering, code: string, told?: (progress: Progress) => void) {
    this.#pool = pool
    this.#cache = cache
    this.#code = code
    this.#told = told
  }

  /** Says that so much work will come; less than nothing where it will not come after all. */
  expect(weight: number): void {
    this.#expected += weight
    if (weight < 0) this.#tell()
  }

  /** The result of a task whose weight was expected. */
  async do<T extends Task>(set: OpenSet, task: T, weight: number): Promise<ResultOf<T>> {
    const address = addressOf([this.#code, set.facts.digest, set.positive, set.stream, task])
    const known = this.#cache.get(address)
    const result = known === undefined ? await this.#pool.do(set, task) : known
    if (known === undefined) this.#cache.set(address, result)
    else this.#found += weight
    this.#done += weight
    this.#set = set.facts.name
    this.#tell()
    return result as ResultOf<T>
  }

  #tell(): void {
    if (this.#set === undefined) return
    const [done, found] = [this.#done, this.#found]
    this.#told?.({ set: this.#set, done, expected: Math.max(this.#expected, done), found })
  }
}
