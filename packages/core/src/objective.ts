import type { Costs } from './metrics/metrics.js'

/** What predictions of two classes are to be good at. With more classes it is accuracy. */
export type Measure = 'accuracy' | 'f1' | 'sum' | 'cost'

export const measures: readonly Measure[] = ['accuracy', 'f1', 'sum', 'cost']

export interface Objective {
  readonly measure: Measure
  /** The positive class, for F1 and the other measures of one class: 0 or 1. Default: 1. */
  readonly positive?: number
  /** The weights of `sum` and `cost`; `balance` follows the share of positives. */
  readonly costs?: Costs
}

export const defaultObjective: Objective = { measure: 'f1' }
