import type { State } from '../state/state.js'

/** The state of a stream that limits decide on. */
export interface BudgetStatus {
  /** Items so far, including the current one. */
  readonly items: number
  /** Questions asked and not refunded: open or answered. */
  readonly spent: number
  /** In milliseconds from any origin; it never decreases. */
  readonly time: number
  /** How much of what was learned is still valid, from 0 to 1. Default: 1. */
  readonly lasting?: number
  /** Whether neighbouring items seem to be alike, so that early labels may be of a few kinds only. Default: false. */
  readonly seemsOrdered?: boolean
}

export interface Limit {
  /** Whether one more question is allowed now. This cap is never exceeded. */
  allows(status: BudgetStatus): boolean
  /** The share of the next items that should be asked about, from 0 to 1. */
  rate(status: BudgetStatus): number
  /** The mean rate. Where it is unknown, one that gives the wanted share to measure for this fraction of it. */
  mean(status: BudgetStatus, fraction: number): number
  /** The largest share that can be asked about to measure until the end. */
  maxMeasureShare(status: BudgetStatus): number
  /** Whether the rest of the budget is needed to measure. */
  isReserved(status: BudgetStatus, fraction: number): boolean
  /** Called after every item. */
  observed(status: BudgetStatus): void
  /** Respreads the remainder from here on: evenly (1), or early (0) because the budget is new. */
  restart(status: BudgetStatus, evenly: number): void
  save(): State
  load(state: State): void
}

/** Without a horizon the mean rate is unknown. This much of the current rate, for each unit of `fraction`, was measured to be good. */
const MEASURE_PER_RATE = 2.5
const MIN_SHARE = 0.01

export const clampShare = (value: number): number => (value > 0 ? Math.min(1, value) : 0)

/** A limit for a stream of unknown length: no part of it can be reserved for the items to come. */
export abstract class LimitWithoutHorizon {
  abstract rate(status: BudgetStatus): number

  mean(status: BudgetStatus, fraction: number): number {
    const rate = this.rate(status)
    return Math.max(Math.min(1, MEASURE_PER_RATE * fraction) * rate, Math.min(MIN_SHARE, rate)) / fraction
  }

  maxMeasureShare(): number {
    return 1
  }

  isReserved(): boolean {
    return false
  }
}

/** A clock that is behind by more than this was set back. Clocks of several machines differ by less. */
const SET_BACK = 60_000

/**
 * The later of two times, or the new one if the clock was set back: otherwise everything would stand still until the time of a
 * clock that was once ahead comes.
 *
 * @example
 * forwards(5000, 4000) // => 5000
 * forwards(86_400_000, 4000) // => 4000
 */
export const forwards = (before: number, now: number): number =>
  before - now > SET_BACK ? now : Math.max(before, now)
