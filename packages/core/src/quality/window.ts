import type { Costs } from '../metrics/metrics.js'
import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'
import { BINS, binOf, Cells, UNKNOWN_CONFIDENCE } from './cells.js'
import { estimatesOf, type QualityEstimates } from './estimates.js'
import { WeightedTable } from './table.js'

/** No answer yet. */
const OPEN = -1

/**
 * The same estimates over the last `size` items only, for a timeline. An answer refers to its item; if the item
 * has left the window, the answer changes nothing. Every estimate sums the window again, so that rounding errors do not accumulate.
 *
 * A moving window estimates something different at every step. Its `anyTime` interval is the wider one, but simultaneous coverage
 * is guaranteed only for estimates over everything since a fixed start.
 *
 * @example
 * const recent = new WindowedQuality(50, 2, 1)
 * for (let t = 0; t < 200; t++) recent.answer(recent.observe(t % 2, 1), t < 150 ? 0 : t % 2)
 * recent.estimate().accuracy // => { value: 1, anyTime: { low: 1, high: 1 }, fixedTime: { low: 1, high: 1 } }
 */
export class WindowedQuality {
  readonly positive: number
  readonly #costs: Costs
  readonly #table: WeightedTable
  readonly #cells: Cells
  #predicted: Int32Array
  #truth: Int32Array
  #probability: Float64Array
  #confidence: Float64Array
  #seen = 0

  constructor(size: number, classes: number, positive: number, costs: Costs = {}) {
    this.positive = positive
    this.#costs = costs
    this.#table = new WeightedTable(classes, classes)
    this.#cells = new Cells(classes)
    this.#predicted = new Int32Array(size)
    this.#truth = new Int32Array(size)
    this.#probability = new Float64Array(size)
    this.#confidence = new Float64Array(size)
  }

  get size(): number {
    return this.#predicted.length
  }

  get classes(): number {
    return this.#table.strata
  }

  /** Every item, asked about or not. Returns its number, counted from 1. */
  observe(predicted: number, probability: number, confidence = UNKNOWN_CONFIDENCE): number {
    const place = this.#seen % this.size
    this.#predicted[place] = predicted
    this.#probability[place] = probability
    this.#confidence[place] = confidence
    this.#truth[place] = OPEN
    this.#seen++
    return this.#seen
  }

  /** Sets the label of an item by its number; returns false if it has left the window. */
  answer(item: number, truth: number): boolean {
    if (item > this.#seen || item <= this.#seen - this.size || item < 1) return false
    this.#truth[(item - 1) % this.size] = truth
    return true
  }

  /** Adds a class at the end. */
  addClass(): void {
    this.#table.grow(this.classes + 1, this.classes + 1)
    this.#cells.addClass()
  }

  /** How many of the last `count` items are in each cell of the confidence (as in `Cells`). */
  latest(count: number): Float64Array {
    const items = new Float64Array(this.classes * BINS)
    for (let k = 0; k < Math.min(count, this.size, this.#seen); k++) {
      const place = (this.#seen - 1 - k) % this.size
      items[this.#predicted[place] * BINS + binOf(this.#confidence[place])]++
    }
    return items
  }

  /**
   * Each estimate is computed when it is first read. `factors` are those of answers that also stand for open questions, by the number of
   * the item.
   */
  estimate(level = 0.95, response = 1, factors: ReadonlyMap<number, number> = new Map()): QualityEstimates {
    const table = this.#table
    const cells = this.#cells
    table.clear()
    cells.clear()
    const filled = Math.min(this.size, this.#seen)
    for (let place = 0; place < filled; place++) {
      const probability = this.#probability[place]
      const [predicted, truth, confidence] = [
        this.#predicted[place],
        this.#truth[place],
        this.#confidence[place],
      ]
      table.observe(predicted, probability)
      cells.observe(predicted, confidence, probability)
      if (truth === OPEN) continue
      const item = this.#seen - ((this.#seen - 1 - place) % this.size)
      const reached = probability / (factors.get(item) ?? 1)
      table.answer(predicted, truth, reached)
      cells.answer(predicted, confidence, predicted === truth, reached)
    }
    return estimatesOf({ cells, table, response }, this.positive, this.#costs, level)
  }

  save(): State {
    return {
      classes: this.classes,
      predicted: this.#predicted.slice(),
      truth: this.#truth.slice(),
      probability: this.#probability.slice(),
      confidence: this.#confidence.slice(),
      seen: this.#seen,
    }
  }

  load(state: State): void {
    const classes = numberIn(state, 'classes')
    this.#table.clear()
    this.#table.grow(classes, classes)
    while (this.#cells.classes < classes) this.#cells.addClass()
    this.#predicted = integersIn(state, 'predicted')
    this.#truth = integersIn(state, 'truth')
    this.#probability = floatsIn(state, 'probability')
    // Older files have no confidence.
    this.#confidence =
      'confidence' in state
        ? floatsIn(state, 'confidence')
        : new Float64Array(this.#probability.length).fill(UNKNOWN_CONFIDENCE)
    this.#seen = numberIn(state, 'seen')
  }
}
