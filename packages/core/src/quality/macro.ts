import type { Completed } from './completed.js'
import { type Estimate, ZERO } from './interval.js'
import { sumEstimate, type Term } from './linear.js'
import { sumOf, type WeightedTable } from './table.js'

/** With more classes, the intervals of each would take too long. */
const MANY = 128

/**
 * Macro-F1: the mean over all classes c of F_c = 2·hits/D_c, D_c = predicted + true. A class that was never predicted has no hit,
 * so its F_c is 0 for certain. The intervals of the classes are combined. It is not estimated with more than 128 classes.
 */
export const macroF1 = (
  table: WeightedTable,
  completed: Completed,
  f1: (label: number) => Estimate,
): Estimate => {
  const { strata: classes, items } = table
  if (classes > MANY) return UNKNOWN_F1
  const estimates = Array.from({ length: classes }, (_, c) =>
    items[c] === 0 && sumOf(items) > 0 ? ZERO : f1(c),
  )
  const terms = estimates.map(
    (_, c): Term => ({
      part: (s, k) => (s === c && k === c ? 2 : 0),
      whole: (s, k) => (s === c ? 1 : 0) + (k === c ? 1 : 0),
      weight: 1 / classes,
    }),
  )
  return sumEstimate(completed, terms, estimates, sumOf(table.answers))
}

const UNKNOWN_F1: Estimate = {
  value: undefined,
  anyTime: { low: 0, high: 1 },
  fixedTime: { low: 0, high: 1 },
}
