import { numberIn, type State, stateIn } from '../state/state.js'
import { Cells } from './cells.js'
import { estimateOf } from './estimate.js'
import { type Estimate, type Interval, ZERO } from './interval.js'
import { rightLayout } from './layout.js'
import { recalibrated } from './recalibration.js'
import { measures } from './score.js'
import { sumOf } from './table.js'

/** How much more accurate the first of two predictors is than the second, on the same items. */
export interface DifferenceEstimates {
  /** All items, and those on which the two disagree. */
  readonly items: number
  readonly disagreements: number
  /** Answers on items where the two disagree, which alone distinguish them. */
  readonly informativeAnswers: number
  readonly accuracy: Estimate
}

/**
 * Compares two predictors on one stream, the learner and its shadow: the accuracy of the first less that of the second. Where they
 * agree, the difference is 0 whatever the label is, and how often they disagree is known: only the shares p and s of the disagreements
 * on which the first and the second are right are estimated, like an accuracy (`ScoreTest`). The difference is d·(p − s), d the share
 * of disagreements; its interval combines those of p and s with their correlation (method of variance estimates recovery: G. Y. Zou &
 * A. Donner 2008, Statistics in Medicine 27, 1693–1702), which is that of two classes of a multinomial:
 *
 * > low = d·(p − s − √((p − p_low)² + (s_high − s)² + 2ρ(p − p_low)(s_high − s))), ρ = √(ps/((1 − p)(1 − s))).
 *
 * @example
 * const difference = new DifferenceEstimator()
 * for (let t = 0; t < 400; t++) difference.observe(1, t % 4 ? 1 : 0, 0.5)
 * for (let n = 0; n < 50; n++) difference.answer(1, 0, n % 5 ? 1 : 0, 0.5)
 * difference.estimate().accuracy.value // => 0.15
 */
export class DifferenceEstimator {
  #items = 0
  /** The items on which the two disagree, and whether the first or the second was right. */
  readonly #first = new Cells(1)
  readonly #second = new Cells(1)

  /** Every item: what each predicted, the probability with which it would be asked, and the confidence of the first. */
  observe(first: number, second: number, probability: number, confidence = 0.5): void {
    this.#items++
    if (first === second) return
    this.#first.observe(0, confidence, probability)
    this.#second.observe(0, 1 - confidence, probability)
  }

  /** `times` is −1 if an answer is taken back. */
  answer(
    first: number,
    second: number,
    truth: number,
    probability: number,
    confidence = 0.5,
    times = 1,
  ): void {
    if (first === second) return
    this.#first.answer(0, confidence, first === truth, probability, times)
    this.#second.answer(0, 1 - confidence, second === truth, probability, times)
  }

  /** The probability of a question was lowered while it was open. */
  review(first: number, second: number, confidence: number, before: number, after: number): void {
    if (first === second) return
    this.#first.review(0, confidence, before, after)
    this.#second.review(0, 1 - confidence, before, after)
  }

  /** `response` is the share of the questions that were answered. */
  estimate(level = 0.95, response = 1): DifferenceEstimates {
    const disagreements = sumOf(this.#first.items)
    const share = this.#items > 0 ? disagreements / this.#items : 1
    const right = (cells: Cells): Estimate =>
      estimateOf(rightLayout(cells, recalibrated(cells, 'common'), response), measures.accuracy, level)
    const [p, s] = [right(this.#first), right(this.#second)]
    return {
      items: this.#items,
      disagreements,
      informativeAnswers: this.#first.answered,
      accuracy: this.#items > 0 && disagreements === 0 ? ZERO : differenceOf(p, s, share),
    }
  }

  save(): State {
    return { first: this.#first.save(), second: this.#second.save(), items: this.#items }
  }

  load(state: State): void {
    this.#first.load(stateIn(state, 'first'))
    this.#second.load(stateIn(state, 'second'))
    this.#items = numberIn(state, 'items')
  }
}

/** d·(p − s). */
const differenceOf = (first: Estimate, second: Estimate, share: number): Estimate => {
  const [p, s] = [first.value, second.value]
  if (p === undefined || s === undefined) {
    const all = { low: -share, high: share }
    return { value: undefined, anyTime: all, fixedTime: all }
  }
  const room = (1 - p) * (1 - s)
  const correlation = room > 0 ? Math.min(1, Math.sqrt((p * s) / room)) : 1
  const together = (a: number, b: number): number => Math.sqrt(a * a + b * b + 2 * correlation * a * b)
  const interval = (kind: 'anyTime' | 'fixedTime'): Interval => ({
    low: share * Math.max(-1, p - s - together(p - first[kind].low, second[kind].high - s)),
    high: share * Math.min(1, p - s + together(first[kind].high - p, s - second[kind].low)),
  })
  return { value: share * (p - s), anyTime: interval('anyTime'), fixedTime: interval('fixedTime') }
}
