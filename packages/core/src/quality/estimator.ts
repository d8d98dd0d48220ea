import type { Costs } from '../metrics/metrics.js'
import { floatsIn, type State, stateIn } from '../state/state.js'
import { Cells, UNKNOWN_CONFIDENCE } from './cells.js'
import { type ConfusionEstimates, confusionOf, DEFAULT_MAX_CLASSES } from './confusion.js'
import { estimatesOf, type QualityEstimates, type Sample } from './estimates.js'
import { WeightedTable } from './table.js'

/**
 * Estimates the metrics of all items from the answers to those that were asked about, each weighted by 1/P (D. G.
 * Horvitz & D. J. Thompson 1952, JASA 47, 663–685; J. Hájek 1971), P the probability that it would be asked, decided
 * before its label was known. The confidence of every item narrows the intervals (`ScoreTest`).
 *
 * Unanswered questions are assumed to be missing at random among those of the same predicted class. If people skip difficult
 * items, the estimate is biased towards the answered ones.
 *
 * @example
 * const quality = new QualityEstimator(2, 1)
 * for (let t = 0; t < 90; t++) quality.observe(t % 3 ? 0 : 1, 0.5)
 * for (let n = 0; n < 30; n++) quality.answer(0, 0, 0.5)
 * for (let n = 0; n < 15; n++) quality.answer(1, n % 5 ? 1 : 0, 0.5)
 * const { accuracy, f1 } = quality.estimate()
 * Math.abs(accuracy.value - 0.93) < 0.01 // => true
 * Math.abs(f1.value - 0.89) < 0.01 // => true
 * accuracy.fixedTime.low > 0.84 && accuracy.anyTime.low > 0.8 // => true
 * const { predicted, cells } = quality.confusion()
 * predicted // => [60, 30]
 * cells[1].map(({ value }) => Math.round(value)) // => [6, 24]
 */
export class QualityEstimator {
  readonly positive: number
  readonly #costs: Costs
  readonly #table: WeightedTable
  readonly #cells: Cells
  /** Items up to this one came from an older file, without their confidence. */
  #unknownUntil = 0
  /** The number of items. */
  #seen = 0

  constructor(classes: number, positive: number, costs: Costs = {}) {
    this.positive = positive
    this.#costs = costs
    this.#table = new WeightedTable(classes, classes)
    this.#cells = new Cells(classes)
  }

  get classes(): number {
    return this.#table.strata
  }

  /** Every item, asked about or not: what was predicted, with which probability it would be asked, and the confidence. */
  observe(predicted: number, probability: number, confidence = UNKNOWN_CONFIDENCE): void {
    this.#seen++
    this.#table.observe(predicted, probability)
    this.#cells.observe(predicted, confidence, probability)
  }

  /**
   * An answer: what was predicted, the label, and P, confidence and number of the item when it was observed. `times` is −1 if it is taken
   * back.
   */
  answer(
    predicted: number,
    truth: number,
    probability: number,
    confidence = UNKNOWN_CONFIDENCE,
    item = this.#seen,
    times = 1,
  ): void {
    this.#table.answer(predicted, truth, probability, times)
    this.#cells.answer(predicted, this.#confidence(confidence, item), predicted === truth, probability, times)
  }

  /** The probability of a question was lowered while it was open. */
  review(predicted: number, confidence: number, item: number, before: number, after: number): void {
    this.#cells.review(predicted, this.#confidence(confidence, item), before, after)
  }

  #confidence(confidence: number, item: number): number {
    return item <= this.#unknownUntil ? UNKNOWN_CONFIDENCE : confidence
  }

  get cells(): Cells {
    return this.#cells
  }

  /** Adds a class at the end. */
  addClass(): void {
    this.#table.grow(this.classes + 1, this.classes + 1)
    this.#cells.addClass()
  }

  /**
   * Each estimate is computed when it is first read, from what is known then. By `response`, all probabilities are multiplied in the
   * variances: not every question has an answer, and some answers stand for others too.
   */
  estimate(level = 0.95, response = 1): QualityEstimates {
    return estimatesOf(this.#sample(response), this.positive, this.#costs, level)
  }

  #sample(response: number): Sample {
    return { cells: this.#cells, table: this.#table, response }
  }

  /**
   * Estimates the confusion matrix and the share of each class. With more than `maxClasses` classes, only the largest are
   * returned.
   */
  confusion(level = 0.95, maxClasses = DEFAULT_MAX_CLASSES, response = 1): ConfusionEstimates {
    return confusionOf(this.#sample(response), level, maxClasses)
  }

  save(): State {
    return {
      table: this.#table.save(),
      cells: this.#cells.save(),
      seen: Float64Array.of(this.#seen, this.#unknownUntil),
    }
  }

  /** `items` is the number of items so far, which older files do not have here. */
  load(state: State, items: number): void {
    this.#table.load(stateIn(state, 'table'))
    if ('cells' in state) {
      this.#cells.load(stateIn(state, 'cells'))
      const [seen, unknownUntil] = floatsIn(state, 'seen')
      this.#seen = seen
      this.#unknownUntil = unknownUntil
    } else {
      this.#cells.fill(this.#table)
      this.#seen = items
      this.#unknownUntil = items
    }
  }
}
