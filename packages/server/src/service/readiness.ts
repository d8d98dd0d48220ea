import type { Store } from '../store/store.js'

/** Anybody may ask whether the service is ready, so the store is not asked more often. */
const FRESH_MS = 2000
/** For so long after a failed write the service is not ready, unless a later one succeeds. */
const FAILED_MS = 15_000

/** Whether the store can be written: by a small write now and then, and by what came of the last page. */
export class Readiness {
  readonly #store: Pick<Store, 'check'>
  readonly #now: () => number
  readonly #freshMs: number
  #checked: { readonly time: number; readonly result: Promise<void> } | undefined
  /** A small write may succeed where a page no longer fits on the disk. */
  #failed: { readonly time: number; readonly error: Error } | undefined

  /** `freshMs`: how long a result counts. */
  constructor(store: Pick<Store, 'check'>, now: () => number, freshMs = FRESH_MS) {
    this.#freshMs = freshMs
    this.#store = store
    this.#now = now
  }

  /** Called after every page, with the error if it was not written. */
  written(error?: Error): void {
    this.#failed = error && { time: this.#now(), error }
  }

  async check(): Promise<void> {
    if (this.#failed && isWithin(this.#now() - this.#failed.time, FAILED_MS)) throw this.#failed.error
    if (!this.#checked || !isWithin(this.#now() - this.#checked.time, this.#freshMs))
      this.#checked = { time: this.#now(), result: this.#store.check() }
    await this.#checked.result
  }
}

/** A clock that was set back must not make an old result last. */
const isWithin = (age: number, most: number): boolean => age >= 0 && age < most
