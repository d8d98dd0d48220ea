import type { Store } from '../store/store.js'

/** Milliseconds between two writes. */
const EVERY = 60_000
/** Tokens of which the last use is remembered between two writes. */
const MAX_PENDING = 10_000

/**
 * When tokens were last used. All uses within a minute are written together, so that a request costs no write, and the time of a
 * token is written at most once a minute.
 */
export class LastUse {
  readonly #store: Pick<Store, 'markUsed'>
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #pending = new Map<string, number>()

  constructor(store: Pick<Store, 'markUsed'>, now: () => number, onError: (error: unknown) => void) {
    this.#store = store
    this.#now = now
    this.#onError = onError
    this.#timer = setInterval(() => void this.flush(), EVERY).unref()
  }

  mark(id: string): void {
    if (this.#pending.size < MAX_PENDING || this.#pending.has(id)) this.#pending.set(id, this.#now())
  }

  /** Writes what was used since the last time. A failed write is reported; the uses in it are lost. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const used = this.#pending
    this.#pending = new Map()
    await this.#store.markUsed(used).catch(this.#onError)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
