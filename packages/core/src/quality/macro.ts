import { type Coefficient, Completed } from './completed.js'
import { estimateOf, MIN_ANSWERS } from './estimate.js'
import { anyTimeReach, type Estimate, fixedTimeReach, madeUp, totalInterval, within } from './interval.js'
import type { Layout } from './layout.js'
import { sumEstimate, type Term } from './linear.js'
import { measures } from './score.js'
import { effectiveAnswers, sumOf, type WeightedTable } from './table.js'

/** With more classes the intervals of each would take long, and the mean of so many is close to normal anyway. */
const MANY = 32

/**
 * Macro-F1: the mean over all classes c of F_c = 2·hits/D_c, D_c = predicted + true. A class that was never predicted has no hit,
 * so its F_c is 0 for certain. Up to 32 classes, the intervals of the classes are combined; above, the error of the mean is estimated
 * directly.
 */
export const macroF1 = (
  table: WeightedTable,
  completed: Completed,
  layouts: (label: number) => Layout,
  level: number,
  known?: { readonly positive: number; readonly f1: Estimate },
): Estimate => {
  const { strata: classes, items } = table
  if (classes > MANY) return manyClasses(table, level)
  const estimates = Array.from({ length: classes }, (_, c) => {
    if (items[c] === 0 && sumOf(items) > 0) return NEVER
    return c === known?.positive ? known.f1 : estimateOf(layouts(c), measures.f1, level)
  })
  const terms = estimates.map(
    (_, c): Term => ({
      part: (s, k) => (s === c && k === c ? 2 : 0),
      whole: (s, k) => (s === c ? 1 : 0) + (k === c ? 1 : 0),
      weight: 1 / classes,
    }),
  )
  return sumEstimate(completed, terms, estimates, sumOf(table.answers))
}

const NEVER: Estimate = { value: 0, anyTime: { low: 0, high: 0 }, fixedTime: { low: 0, high: 0 } }

/**
 * From the table alone: one more item adds 2/D to its class when it is a hit, and takes F/D from the classes of its prediction and
 * truth. A class that was predicted but has no answer counts as the mean of the others, and as anything from 0 to 1 in the interval.
 */
const manyClasses = (table: WeightedTable, level: number): Estimate => {
  const { strata: classes, items } = table
  const completed = new Completed(table)
  const hits = new Float64Array(classes)
  const sizes = new Float64Array(classes)
  for (let s = 0; s < classes; s++)
    for (let k = 0; k < classes; k++) {
      const count = completed.count(s, k)
      sizes[s] += count
      sizes[k] += count
      if (s === k) hits[k] += 2 * count
    }
  const predicted = Array.from(items.keys()).filter((c) => items[c] > 0)
  const seen = predicted.filter((c) => sizes[c] > 0)
  const sum = seen.reduce((total, c) => total + hits[c] / sizes[c], 0) / classes
  const answers = sumOf(table.answers)
  const all = { low: 0, high: 1 }
  if (seen.length === 0 || answers < MIN_ANSWERS) return { value: undefined, anyTime: all, fixedTime: all }
  const lift = new Float64Array(classes)
  const drag = new Float64Array(classes)
  for (const c of seen) {
    lift[c] = 2 / (sizes[c] * classes)
    drag[c] = ((hits[c] / sizes[c]) * lift[c]) / 2
  }
  const influence: Coefficient = (s, k) => (s === k ? lift[s] : 0) - drag[s] - drag[k]
  const made = madeUp(level) / classes
  completed.widen(table, (s, k) => (items[s] > 0 ? (k === s ? made : made / (classes - 1)) : 0))
  const moments = completed.moments(influence, () => 0)
  const z = fixedTimeReach(level)
  const unknown = (predicted.length - seen.length) / classes
  const value = (sum * predicted.length) / seen.length
  const interval = (reach: number) => {
    const { low, high } = totalInterval(sum, moments, z, reach)
    return within({ low, high: high + unknown }, value, 0, 1)
  }
  return {
    value,
    anyTime: interval(anyTimeReach(effectiveAnswers(table), level)),
    fixedTime: interval(z),
  }
}
