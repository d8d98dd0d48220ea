import { floatsIn, numberIn, type State } from '../state/state.js'
import { effectiveOf, MIN_PROBABILITY, sumOf, type WeightedTable } from './table.js'

/** The upper edges of the bins of the confidence; the last bin has none. */
const EDGES = [0.5, 0.6, 0.7, 0.8, 0.88, 0.93, 0.96, 0.98, 0.99, 0.995, 0.999]
export const BINS = EDGES.length + 1
const MOST_SURE = 1e-4

/** The confidence of a prediction without calibration. */
export const UNKNOWN_CONFIDENCE = 0.5

export const binOf = (confidence: number): number => {
  let bin = 0
  while (bin < EDGES.length && confidence >= EDGES[bin]) bin++
  return bin
}

const logitOf = (confidence: number): number => {
  const c = Math.min(1 - MOST_SURE, Math.max(MOST_SURE, confidence))
  return Math.log(c / (1 - c))
}

/** The outcomes of an answer: the prediction was wrong or right. */
export const WRONG = 0
export const RIGHT = 1

const names = ['items', 'sampled', 'inverse', 'inverseSquares', 'logits'] as const
const outcomes = ['answers', 'weights', 'squares'] as const

/**
 * Sums over the items of each cell, a predicted class and a bin of its confidence (index: class · BINS + bin), and over the answers of
 * each cell and outcome (index: 2 · cell + outcome). Memory does not grow with the stream.
 */
export class Cells {
  classes: number
  /** Items, and those of them with P > 0; over the latter Σ 1/P and Σ 1/P²; over all Σ logit(confidence). */
  items: Float64Array
  sampled: Float64Array
  inverse: Float64Array
  inverseSquares: Float64Array
  logits: Float64Array
  /** Answers, Σ 1/P and Σ 1/P² over them. */
  answers: Float64Array
  weights: Float64Array
  squares: Float64Array

  constructor(classes: number) {
    this.classes = classes
    const cells = classes * BINS
    this.items = new Float64Array(cells)
    this.sampled = new Float64Array(cells)
    this.inverse = new Float64Array(cells)
    this.inverseSquares = new Float64Array(cells)
    this.logits = new Float64Array(cells)
    this.answers = new Float64Array(2 * cells)
    this.weights = new Float64Array(2 * cells)
    this.squares = new Float64Array(2 * cells)
  }

  /** The number of cells. */
  get length(): number {
    return this.items.length
  }

  observe(predicted: number, confidence: number, probability: number): void {
    const cell = predicted * BINS + binOf(confidence)
    this.items[cell]++
    this.logits[cell] += logitOf(confidence)
    if (!(probability >= MIN_PROBABILITY)) return
    this.sampled[cell]++
    this.inverse[cell] += 1 / probability
    this.inverseSquares[cell] += 1 / (probability * probability)
  }

  /** `times` is −1 if an answer is taken back. */
  answer(predicted: number, confidence: number, isRight: boolean, probability: number, times = 1): void {
    if (!(probability >= MIN_PROBABILITY)) return
    const place = 2 * (predicted * BINS + binOf(confidence)) + (isRight ? RIGHT : WRONG)
    const weight = 1 / probability
    this.answers[place] += times
    this.weights[place] += times * weight
    this.squares[place] += times * weight * weight
  }

  /**
   * The probability of a question was lowered by a review. The same review would have lowered that of items that were not asked
   * about; the question stands for 1/P of them.
   */
  review(predicted: number, confidence: number, before: number, after: number): void {
    if (!(before >= MIN_PROBABILITY && after >= MIN_PROBABILITY)) return
    const cell = predicted * BINS + binOf(confidence)
    this.inverse[cell] += (1 / after - 1 / before) / before
    this.inverseSquares[cell] += (1 / (after * after) - 1 / (before * before)) / before
  }

  addClass(): void {
    this.classes++
    for (const name of names) this[name] = lengthened(this[name], this.classes * BINS)
    for (const name of outcomes) this[name] = lengthened(this[name], 2 * this.classes * BINS)
  }

  clear(): void {
    for (const name of [...names, ...outcomes]) this[name].fill(0)
  }

  save(): State {
    const sums = [...names, ...outcomes].map((name) => [name, this[name].slice()])
    return { classes: this.classes, ...Object.fromEntries(sums) }
  }

  load(state: State): void {
    this.classes = numberIn(state, 'classes')
    for (const name of [...names, ...outcomes]) this[name] = floatsIn(state, name)
  }

  /** Fills the cells from a table of predicted and true classes, as if the confidence of its items were unknown. */
  fill(table: WeightedTable): void {
    for (let s = 0; s < table.strata; s++) {
      const cell = s * BINS + binOf(UNKNOWN_CONFIDENCE)
      this.items[cell] = table.items[s]
      this.sampled[cell] = table.items[s]
      this.inverse[cell] = table.inverse[s]
      // The least it can be: Σ 1/P² is not in the table.
      this.inverseSquares[cell] = table.items[s] > 0 ? table.inverse[s] ** 2 / table.items[s] : 0
      for (let k = 0; k < table.outcomes; k++) {
        const place = 2 * cell + (k === s ? RIGHT : WRONG)
        this.weights[place] += table.weights[s * table.outcomes + k]
        this.squares[place] += table.squares[s * table.outcomes + k]
      }
      // Only the answers of a class are counted, not those of each outcome.
      const all = this.weights[2 * cell] + this.weights[2 * cell + 1]
      for (const place of [2 * cell, 2 * cell + 1])
        this.answers[place] = all > 0 ? (table.answers[s] * this.weights[place]) / all : 0
    }
  }

  get answered(): number {
    return sumOf(this.answers)
  }

  get effective(): number {
    return effectiveOf(sumOf(this.weights), sumOf(this.squares))
  }
}

const lengthened = (sums: Float64Array, length: number): Float64Array => {
  const longer = new Float64Array(length)
  longer.set(sums)
  return longer
}
