import type { Costs } from '../metrics/metrics.js'
import { Completed } from './completed.js'
import {
  anyTimeReach,
  type Estimate,
  fixedTimeReach,
  type Interval,
  madeUp,
  ratioInterval,
  within,
} from './interval.js'
import { sumInterval, sumOfRatios } from './linear.js'
import { MacroF1 } from './macro.js'
import { type Layout, type Measure, measuresOf } from './measures.js'
import { priorOf } from './prior.js'
import { effectiveAnswers, sumOf, type WeightedTable } from './table.js'

/** How good the predictions of all items are, as the answers to few of them tell. */
export interface QualityEstimates {
  /** How many items the estimates speak of: those with P > 0. */
  readonly items: number
  /** How many they do not speak of, because a cap allowed no question: P was 0. */
  readonly unsampled: number
  readonly answers: number
  /** How many equally weighted answers would say as much. */
  readonly effectiveAnswers: number
  readonly accuracy: Estimate
  readonly precision: Estimate
  readonly recall: Estimate
  readonly f1: Estimate
  readonly macroF1: Estimate
  readonly sensitivity: Estimate
  readonly specificity: Estimate
  readonly sum: Estimate
  /** Per item. */
  readonly cost: Estimate
}

/** With fewer answers an interval is everything that is possible. */
export const MIN_ANSWERS = 3

/** The estimates from a table whose strata are predicted classes and whose outcomes are true ones. */
export const estimatesOf = (
  table: WeightedTable,
  positive: number,
  costs: Required<Costs>,
  level: number,
): QualityEstimates => {
  const answers = sumOf(table.answers)
  const effective = effectiveAnswers(table)
  const usual = fixedTimeReach(level)
  const reaches = { anyTime: anyTimeReach(effective, level), fixedTime: usual }
  const plain = new Completed(table)
  const layouts: Partial<Record<Layout, Completed>> = {}
  const padded = (layout: Layout): Completed => {
    layouts[layout] ??= new Completed(table).widen(table, priorOf(table, layout, positive, madeUp(level)))
    return layouts[layout]
  }
  const estimate = (value: number, most: number, interval: (reach: number) => Interval): Estimate => {
    const known = Number.isFinite(value) && answers > 0
    const all = { low: 0, high: most }
    if (!known || answers < MIN_ANSWERS)
      return { value: known ? value : undefined, anyTime: all, fixedTime: all }
    return {
      value,
      anyTime: within(interval(reaches.anyTime), value, 0, most),
      fixedTime: within(interval(reaches.fixedTime), value, 0, most),
    }
  }
  const ratio = ({ part, whole, layout, most }: Measure): Estimate =>
    estimate(plain.total(part) / plain.total(whole), most, (reach) =>
      ratioInterval(padded(layout).moments(part, whole), usual, reach, most),
    )
  const measures = measuresOf(positive, costs)
  const sensitivity = ratio(measures.recall)
  const terms = [
    { ...measures.recall, weight: costs.sensitivityWeight },
    { ...measures.specificity, weight: costs.specificityWeight },
  ]
  const macro = new MacroF1(table, plain)
  return {
    items: sumOf(table.items),
    unsampled: table.unsampled,
    answers,
    effectiveAnswers: effective,
    accuracy: ratio(measures.accuracy),
    precision: ratio(measures.precision),
    recall: sensitivity,
    f1: ratio(measures.f1),
    macroF1: estimate(macro.value, 1, (reach) => macro.interval(padded('macro'), effective, usual, reach)),
    sensitivity,
    specificity: ratio(measures.specificity),
    sum: estimate(sumOfRatios(plain, terms), costs.sensitivityWeight + costs.specificityWeight, (reach) =>
      sumInterval(padded('positive'), terms, effective, usual, reach),
    ),
    cost: ratio(measures.cost),
  }
}
