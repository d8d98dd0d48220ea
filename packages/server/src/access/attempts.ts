const MINUTE = 60_000
const MOST_ADDRESSES = 10_000

/** Counts wrong tokens by address, a minute at a time. */
export class Attempts {
  readonly #limit: number
  readonly #now: () => number
  readonly #byAddress = new Map<string, { count: number; readonly until: number }>()

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** In how many seconds an address may try again; 0 when it may now. */
  wait(address: string): number {
    const found = this.#byAddress.get(address)
    if (!found || found.count < this.#limit) return 0
    return Math.max(0, Math.ceil((found.until - this.#now()) / 1000))
  }

  failed(address: string): void {
    const now = this.#now()
    const found = this.#byAddress.get(address)
    if (found && found.until > now) found.count++
    else {
      if (this.#byAddress.size >= MOST_ADDRESSES) this.#tidy(now)
      this.#byAddress.set(address, { count: 1, until: now + MINUTE })
    }
  }

  #tidy(now: number): void {
    for (const [address, { until }] of this.#byAddress) if (until <= now) this.#byAddress.delete(address)
    if (this.#byAddress.size >= MOST_ADDRESSES) this.#byAddress.clear()
  }
}
