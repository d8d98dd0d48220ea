import type { Costs } from '../metrics/metrics.js'
import { type State, stateIn } from '../state/state.js'
import { type ConfusionEstimates, confusionOf, DEFAULT_MAX_CLASSES } from './confusion.js'
import { estimatesOf, type QualityEstimates } from './estimates.js'
import { WeightedTable } from './table.js'

/**
 * Estimates the metrics of all items from the answers to those that were asked about, each weighted by 1/P (D. G.
 * Horvitz & D. J. Thompson 1952, JASA 47, 663–685; J. Hájek 1971), P the probability that it would be asked: decided
 * before its label was known, and at least the audit share while the budget lasts.
 *
 * Unanswered questions are assumed to be missing at random among those of the same predicted class. If people skip difficult
 * items, or if many recent questions are open while the model improves, the estimate is biased towards the answered ones.
 *
 * @example
 * const quality = new QualityEstimator(2, 1)
 * for (let t = 0; t < 90; t++) quality.observe(t % 3 ? 0 : 1, 0.5)
 * for (let n = 0; n < 30; n++) quality.answer(0, 0, 0.5)
 * for (let n = 0; n < 15; n++) quality.answer(1, n % 5 ? 1 : 0, 0.5)
 * const { accuracy, f1 } = quality.estimate()
 * accuracy.value // => 0.9333333333
 * f1.value // => 0.8888888889
 * accuracy.fixedTime.low > 0.84 && accuracy.anyTime.low > 0.7 // => true
 * const { predicted, cells, shares } = quality.confusion()
 * predicted // => [60, 30]
 * cells.map((row) => row.map(({ value }) => value)) // => [[60.0, 0], [6, 24]]
 * shares[1].value // => 0.2666666667
 */
export class QualityEstimator {
  readonly positive: number
  readonly #costs: Costs
  readonly #table: WeightedTable

  constructor(classes: number, positive: number, costs: Costs = {}) {
    this.positive = positive
    this.#costs = costs
    this.#table = new WeightedTable(classes, classes)
  }

  get classes(): number {
    return this.#table.strata
  }

  /** Every item, asked about or not: what was predicted, and with which probability it would be asked. */
  observe(predicted: number, probability: number): void {
    this.#table.observe(predicted, probability)
  }

  /** An answer: what was predicted and with which P when the item was observed, and its label. */
  answer(predicted: number, truth: number, probability: number): void {
    this.#table.answer(predicted, truth, probability)
  }

  /** Adds a class at the end. */
  addClass(): void {
    this.#table.grow(this.classes + 1, this.classes + 1)
  }

  estimate(level = 0.95): QualityEstimates {
    return estimatesOf(this.#table, this.positive, this.#costs, level)
  }

  /**
   * Estimates the confusion matrix and the share of each class. With more than `maxClasses` classes, only the largest are
   * returned.
   */
  confusion(level = 0.95, maxClasses = DEFAULT_MAX_CLASSES): ConfusionEstimates {
    return confusionOf(this.#table, level, maxClasses)
  }

  save(): State {
    return { table: this.#table.save() }
  }

  load(state: State): void {
    this.#table.load(stateIn(state, 'table'))
  }
}
