import { type Costs, weightsOf } from '../metrics/metrics.js'
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

/** The quality of the predictions over all items, estimated from the answers. */
export interface QualityEstimates {
  /** The items covered by the estimates: those with P > 0. */
  readonly items: number
  /** The items not covered: P was 0 because a cap allowed no question. */
  readonly unsampled: number
  readonly answers: number
  /** The equivalent number of equally weighted answers. */
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

/** With fewer answers, an interval is the whole range. */
export const MIN_ANSWERS = 3

/** The estimates from a table whose strata are predicted classes and whose outcomes are true ones. */
export const estimatesOf = (
  table: WeightedTable,
  positive: number,
  costs: Costs,
  level: number,
): QualityEstimates => {
  const answers = sumOf(table.answers)
  const effective = effectiveAnswers(table)
  const z = fixedTimeReach(level)
  const reaches = { anyTime: anyTimeReach(effective, level), fixedTime: z }
  const plain = new Completed(table)
  const layouts: Partial<Record<Layout, Completed>> = {}
  const padded = (layout: Layout): Completed => {
    layouts[layout] ??= new Completed(table).widen(table, priorOf(table, layout, positive, madeUp(level)))
    return layouts[layout]
  }
  const estimate = (value: number, max: number, interval: (reach: number) => Interval): Estimate => {
    const known = Number.isFinite(value) && answers > 0
    const all = { low: 0, high: max }
    if (!known || answers < MIN_ANSWERS)
      return { value: known ? value : undefined, anyTime: all, fixedTime: all }
    return {
      value,
      anyTime: within(interval(reaches.anyTime), value, 0, max),
      fixedTime: within(interval(reaches.fixedTime), value, 0, max),
    }
  }
  const ratio = ({ part, whole, layout, max }: Measure): Estimate =>
    estimate(plain.total(part) / plain.total(whole), max, (reach) =>
      ratioInterval(padded(layout).moments(part, whole), z, reach, max),
    )
  // The intervals take the weights of `balance` as known: their own error is small against that of the costs.
  const positives = plain.total((_, truth) => (truth === positive ? 1 : 0)) / plain.total(() => 1)
  const weights = weightsOf(costs, Number.isFinite(positives) ? positives : 0.5)
  const measures = measuresOf(positive, weights)
  const sensitivity = ratio(measures.recall)
  const terms = [
    { ...measures.recall, weight: weights.sensitivityWeight },
    { ...measures.specificity, weight: weights.specificityWeight },
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
    macroF1: estimate(macro.value, 1, (reach) => macro.interval(padded('macro'), effective, z, reach)),
    sensitivity,
    specificity: ratio(measures.specificity),
    sum: estimate(sumOfRatios(plain, terms), weights.sensitivityWeight + weights.specificityWeight, (reach) =>
      sumInterval(padded('positive'), terms, effective, z, reach),
    ),
    cost: ratio(measures.cost),
  }
}
