import { floatsIn, type State } from '../state/state.js'
import { type BudgetStatus, clampShare, forwards, type Limit, LimitWithoutHorizon } from './limit.js'

const HOUR = 3_600_000
/** The smoothing factor of the time between items. */
const MEMORY = 0.05
/** A full bucket is spent over this many items. */
const AHEAD = 20

/**
 * A token bucket of size `burst` that refills with `perHour` tokens. A question takes one token, a refunded question returns it. In
 * any span of h hours at most burst + perHour·h questions are asked.
 */
export class BucketLimit extends LimitWithoutHorizon implements Limit {
  readonly perHour: number
  readonly burst: number
  #tokens: number
  /** The time of the last item and the latest so far, which differ after a clock was set back; NaN before the first item. */
  #time = Number.NaN
  #latest = Number.NaN
  #spent = 0
  /** The smoothed time between two items; NaN before the second. */
  #gap = Number.NaN

  constructor(perHour: number, burst: number) {
    super()
    this.perHour = perHour
    this.burst = burst
    this.#tokens = burst
  }

  allows(status: BudgetStatus): boolean {
    return this.#at(status) >= 1
  }

  rate(status: BudgetStatus): number {
    const coming = Number.isNaN(this.#gap) ? 0 : (this.perHour * this.#gap) / HOUR
    return clampShare(coming + this.#at(status) / AHEAD)
  }

  observed(status: BudgetStatus): void {
    this.#tokens = this.#at(status)
    const { time, spent } = status
    if (!Number.isNaN(this.#time)) {
      const gap = Math.max(0, time - this.#time)
      this.#gap = Number.isNaN(this.#gap) ? gap : this.#gap + MEMORY * (gap - this.#gap)
    }
    this.#time = Number.isNaN(this.#time) ? time : forwards(this.#time, time)
    this.#latest = Number.isNaN(this.#latest) ? time : Math.max(this.#latest, time)
    this.#spent = spent
  }

  restart(): void {}

  /** The current tokens: the previous ones plus the refill, less those spent since and not refunded. */
  #at({ time, spent }: BudgetStatus): number {
    // Where clocks differ, the time between them is not earned again and again.
    const since = time > this.#latest ? this.#latest : this.#time
    const hours = Number.isNaN(since) ? 0 : Math.max(0, time - since) / HOUR
    const filled = Math.min(this.burst, this.#tokens + this.perHour * hours)
    return Math.min(this.burst, filled - (spent - this.#spent))
  }

  save(): State {
    return { bucket: Float64Array.of(this.#tokens, this.#time, this.#spent, this.#gap, this.#latest) }
  }

  load(state: State): void {
    const [tokens, time, spent, gap, latest = time] = floatsIn(state, 'bucket')
    this.#tokens = tokens
    this.#time = time
    this.#spent = spent
    this.#gap = gap
    this.#latest = latest
  }
}
