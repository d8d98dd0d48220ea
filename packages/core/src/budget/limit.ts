import type { State } from '../state/state.js'

/** Where a stream stands when a limit is asked. */
export interface BudgetStatus {
  /** Items so far, the present one included. */
  readonly items: number
  /** Questions that were asked and not given back: open or answered. */
  readonly spent: number
  /** In milliseconds, from any start; it never goes back. */
  readonly time: number
  /** How much of what was learned still holds, from 0 to 1; 1 when not given. */
  readonly lasting?: number
}

/** One limit on what may be asked. */
export interface Limit {
  /** Whether one more question is allowed now. Never exceeded, not by one. */
  allows(status: BudgetStatus): boolean
  /** The share of the coming items that should be asked about, from 0 to 1. */
  rate(status: BudgetStatus): number
  /** Is told of every item. */
  observed(status: BudgetStatus): void
  /** What is left is spread anew from here: early, or as far as the stream may change again, evenly (from 0 to 1). */
  restart(status: BudgetStatus, evenly: number): void
  save(): State
  load(state: State): void
}

export const clampShare = (value: number): number => (value > 0 ? Math.min(1, value) : 0)
