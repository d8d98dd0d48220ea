const MINUTE = 60_000
const MAX_KEYS = 10_000

/**
 * A budget for each key, which refills evenly within a minute. What was spent beyond it is waited for, but never longer than the
 * budget of a minute takes.
 */
export class Allowances {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #left = new Map<string, { left: number; time: number }>()

  /** `perMinute`: 0 is no limit. */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Seconds until the key may spend again; 0 if it may now. */
  wait(key: string): number {
    if (this.#perMinute === 0) return 0
    const { left } = this.#refilled(key)
    return left >= 1 ? 0 : Math.ceil(((1 - left) * MINUTE) / this.#perMinute / 1000)
  }

  spend(key: string, cost: number): void {
    if (this.#perMinute === 0) return
    const entry = this.#refilled(key)
    entry.left = Math.max(-this.#perMinute, entry.left - cost)
    if (this.#left.size >= MAX_KEYS && !this.#left.has(key)) this.#tidy()
    this.#left.set(key, entry)
  }

  #refilled(key: string): { left: number; time: number } {
    const time = this.#now()
    const known = this.#left.get(key)
    if (!known) return { left: this.#perMinute, time }
    // Counts from the new time if the clock was set back.
    known.time = Math.min(known.time, time)
    const refill = ((time - known.time) * this.#perMinute) / MINUTE
    return { left: Math.min(this.#perMinute, known.left + refill), time }
  }

  /** Forgets keys whose budget is full again, or else all. */
  #tidy(): void {
    for (const key of [...this.#left.keys()])
      if (this.#refilled(key).left >= this.#perMinute) this.#left.delete(key)
    if (this.#left.size >= MAX_KEYS) this.#left.clear()
  }
}
