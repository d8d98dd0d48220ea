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
}

export interface Limit {
  /** Whether one more question is allowed now. This cap is never exceeded. */
  allows(status: BudgetStatus): boolean
  /** The share of the next items that should be asked about, from 0 to 1. */
  rate(status: BudgetStatus): number
  /** Called after every item. */
  observed(status: BudgetStatus): void
  /** Respreads the remainder from here on: early (0) to evenly (1). */
  restart(status: BudgetStatus, evenly: number): void
  save(): State
  load(state: State): void
}

export const clampShare = (value: number): number => (value > 0 ? Math.min(1, value) : 0)
