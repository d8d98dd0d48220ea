import { type State, stateIn } from '../state/state.js'
import { Completed } from './completed.js'
import { MIN_ANSWERS } from './estimate.js'
import {
  anyTimeReach,
  type Estimate,
  fixedTimeReach,
  type Interval,
  madeUp,
  totalInterval,
  within,
} from './interval.js'
import { sumInterval, sumOfRatios, type Term } from './linear.js'
import { effectiveAnswers, sumOf, WeightedTable } from './table.js'

/** How much better the first of two predictors is than the second, on the same items. */
export interface DifferenceEstimates {
  /** Items with P > 0, and those of them on which the two disagree. */
  readonly items: number
  readonly disagreements: number
  readonly unsampled: number
  /** All answers, and those on items where the two disagree, which alone distinguish them. */
  readonly answers: number
  readonly informativeAnswers: number
  readonly accuracy: Estimate
  readonly f1: Estimate
}

/** Which of the two was right, on an item on which they disagree. */
const FIRST = 0
const SECOND = 1
const NEITHER = 2

/** Truth, for F1. */
const POSITIVE = 1

/**
 * Compares two predictors on one stream, the learner and its shadow: accuracy and F1 of the first less those of the
 * second. Both are evaluated on the same answers with the same weights, so that common errors cancel. Where they
 * agree, the difference of their accuracies is 0 whatever the label is, and how often they disagree is known: only the
 * mix among the disagreements is estimated.
 *
 * @example
 * const difference = new DifferenceEstimator(1)
 * for (let t = 0; t < 400; t++) difference.observe(1, t % 4 ? 1 : 0, 0.5)
 * for (let n = 0; n < 50; n++) difference.answer(1, 0, n % 5 ? 1 : 0, 0.5)
 * difference.estimate().accuracy.value // => 0.15
 */
export class DifferenceEstimator {
  readonly positive: number
  /** The items on which the two disagree, and who was right. */
  readonly #disagreements = new WeightedTable(1, 3)
  /** All items by who said positive (2·first + second), and whether it is. */
  readonly #positives = new WeightedTable(4, 2)

  constructor(positive: number) {
    this.positive = positive
  }

  /** Every item: what each predicted, and the probability with which it would be asked. */
  observe(first: number, second: number, probability: number): void {
    this.#positives.observe(this.#stratum(first, second), probability)
    if (first !== second) this.#disagreements.observe(0, probability)
  }

  answer(first: number, second: number, truth: number, probability: number): void {
    const outcome = truth === this.positive ? POSITIVE : 1 - POSITIVE
    this.#positives.answer(this.#stratum(first, second), outcome, probability)
    if (first === second) return
    this.#disagreements.answer(0, truth === first ? FIRST : truth === second ? SECOND : NEITHER, probability)
  }

  estimate(level = 0.95): DifferenceEstimates {
    const items = sumOf(this.#positives.items)
    const disagreements = this.#disagreements.items[0]
    return {
      items,
      disagreements,
      unsampled: this.#positives.unsampled,
      answers: sumOf(this.#positives.answers),
      informativeAnswers: this.#disagreements.answers[0],
      accuracy: this.#accuracy(items, disagreements, level),
      f1: this.#f1(level),
    }
  }

  #accuracy(items: number, disagreements: number, level: number): Estimate {
    if (items > 0 && disagreements === 0) return estimateOf(this.#disagreements, 0, 0, level, everything(0))
    const made = madeUp(level)
    const completed = new Completed(this.#disagreements).widen(this.#disagreements, (_, k) =>
      k === NEITHER ? 0 : made,
    )
    const moments = completed.moments(
      (_, k) => (k === FIRST ? 1 : k === SECOND ? -1 : 0) / items,
      () => 0,
    )
    const max = items > 0 ? disagreements / items : 1
    const z = fixedTimeReach(level)
    return estimateOf(this.#disagreements, moments.a, max, level, (reach) =>
      totalInterval(moments.a, moments, z, reach),
    )
  }

  #f1(level: number): Estimate {
    const table = this.#positives
    const z = fixedTimeReach(level)
    const made = madeUp(level)
    const completed = new Completed(table)
    const value = sumOfRatios(completed, f1s)
    const apart = table.items[1] + table.items[2]
    completed.widen(table, (s) => (s === 1 || s === 2 ? (made * table.items[s]) / apart : made))
    return estimateOf(table, value, 1, level, (reach) =>
      sumInterval(completed, f1s, effectiveAnswers(table), z, reach),
    )
  }

  #stratum(first: number, second: number): number {
    return (first === this.positive ? 2 : 0) + (second === this.positive ? 1 : 0)
  }

  save(): State {
    return { telling: this.#disagreements.save(), positives: this.#positives.save() }
  }

  load(state: State): void {
    this.#disagreements.load(stateIn(state, 'telling'))
    this.#positives.load(stateIn(state, 'positives'))
  }
}

/** F1 of the first, less that of the second; `says` tells whether it called the stratum positive. */
const f1Of = (says: (s: number) => number, weight: number): Term => ({
  part: (s, k) => 2 * says(s) * k,
  whole: (s, k) => says(s) + k,
  weight,
})
const f1s: readonly Term[] = [f1Of((s) => s >> 1, 1), f1Of((s) => s & 1, -1)]

const everything = (max: number) => (): Interval => ({ low: 0 - max, high: max })

const estimateOf = (
  table: WeightedTable,
  value: number,
  max: number,
  level: number,
  interval: (reach: number) => Interval,
): Estimate => {
  const answers = sumOf(table.answers)
  const known = Number.isFinite(value) && (answers > 0 || max === 0)
  const bounds = answers < MIN_ANSWERS || !known ? everything(max) : interval
  const cut = (reach: number): Interval => within(bounds(reach), known ? value : 0, 0 - max, max)
  return {
    value: known ? value : undefined,
    anyTime: cut(anyTimeReach(effectiveAnswers(table), level)),
    fixedTime: cut(fixedTimeReach(level)),
  }
}
