import { coreError } from '../errors.js'
import { floatsIn, numberIn, type State } from '../state/state.js'

/** A smaller P counts as 0, so that 1/P² stays finite. */
export const MIN_PROBABILITY = 1e-9

/**
 * Weighted counts of a stream of which few items were asked about. Every item belongs to a stratum that is known without its label,
 * such as its predicted class; an answer gives the outcome. Only sums are kept, so memory does not grow with the stream.
 */
export class WeightedTable {
  strata: number
  outcomes: number
  /** Items with P > 0 in each stratum, and the sum of their 1/P: known exactly, whatever is asked. */
  items: Float64Array
  inverse: Float64Array
  /**
   * Answers in each stratum; in each cell (row: stratum, column: outcome) their number, Σ w and Σ w², w = 1/P.
   */
  answers: Float64Array
  counts: Float64Array
  weights: Float64Array
  squares: Float64Array
  /** Items with P = 0, which the estimates do not cover. */
  unsampled = 0

  constructor(strata: number, outcomes: number) {
    this.strata = strata
    this.outcomes = outcomes
    this.items = new Float64Array(strata)
    this.inverse = new Float64Array(strata)
    this.answers = new Float64Array(strata)
    this.counts = new Float64Array(strata * outcomes)
    this.weights = new Float64Array(strata * outcomes)
    this.squares = new Float64Array(strata * outcomes)
  }

  observe(stratum: number, probability: number): void {
    if (probability >= MIN_PROBABILITY) {
      this.items[stratum]++
      this.inverse[stratum] += 1 / probability
    } else this.unsampled++
  }

  /**
   * Adds an answer, or takes it back if `times` is −1. Labels of items with P = 0, which were not sampled, are ignored.
   */
  answer(stratum: number, outcome: number, probability: number, times = 1): void {
    if (!(probability >= MIN_PROBABILITY)) return
    const cell = stratum * this.outcomes + outcome
    const weight = 1 / probability
    this.answers[stratum] += times
    this.counts[cell] += times
    this.weights[cell] += times * weight
    this.squares[cell] += times * weight * weight
  }

  /** Adds strata and outcomes at the end. */
  grow(strata: number, outcomes: number): void {
    const regrown = (cells: Float64Array): Float64Array => {
      const larger = new Float64Array(strata * outcomes)
      for (let s = 0; s < this.strata; s++)
        larger.set(cells.subarray(s * this.outcomes, (s + 1) * this.outcomes), s * outcomes)
      return larger
    }
    this.items = lengthened(this.items, strata)
    this.inverse = lengthened(this.inverse, strata)
    this.answers = lengthened(this.answers, strata)
    this.counts = regrown(this.counts)
    this.weights = regrown(this.weights)
    this.squares = regrown(this.squares)
    this.strata = strata
    this.outcomes = outcomes
  }

  clear(): void {
    const { items, inverse, answers, counts, weights, squares } = this
    for (const sums of [items, inverse, answers, counts, weights, squares]) sums.fill(0)
    this.unsampled = 0
  }

  save(): State {
    return {
      strata: this.strata,
      outcomes: this.outcomes,
      items: this.items.slice(),
      inverse: this.inverse.slice(),
      answers: this.answers.slice(),
      counts: this.counts.slice(),
      weights: this.weights.slice(),
      squares: this.squares.slice(),
      silent: this.unsampled,
    }
  }

  load(state: State): void {
    this.strata = numberIn(state, 'strata')
    this.outcomes = numberIn(state, 'outcomes')
    this.items = floatsIn(state, 'items')
    this.inverse = floatsIn(state, 'inverse')
    this.answers = floatsIn(state, 'answers')
    this.weights = floatsIn(state, 'weights')
    this.squares = floatsIn(state, 'squares')
    const { items, weights } = this
    if (items.length !== this.strata || weights.length !== this.strata * this.outcomes)
      throw coreError('model/state', { reason: 'a table of answers has another size' })
    this.unsampled = numberIn(state, 'silent')
    this.counts = 'counts' in state ? floatsIn(state, 'counts') : this.#likelyCounts()
  }

  /** Older files counted answers by stratum only: they are spread as the weights are. */
  #likelyCounts(): Float64Array {
    return this.weights.map((weight, cell) => {
      const s = Math.floor(cell / this.outcomes)
      const all = sumOf(this.weights.subarray(s * this.outcomes, (s + 1) * this.outcomes))
      return all > 0 ? (this.answers[s] * weight) / all : 0
    })
  }
}

const lengthened = (sums: Float64Array, length: number): Float64Array => {
  const longer = new Float64Array(length)
  longer.set(sums)
  return longer
}

/** Σx. */
export const sumOf = (values: Float64Array): number => {
  let sum = 0
  for (let k = 0; k < values.length; k++) sum += values[k]
  return sum
}

/**
 * The effective number of answers: (Σw)²/Σw² (L. Kish 1965, Survey Sampling), of all strata or of
 * one.
 *
 * @example
 * const table = new WeightedTable(1, 2)
 * for (const probability of [1, 1, 0.5]) table.answer(0, 1, probability)
 * effectiveAnswers(table) // => 2.6666666667
 */
export const effectiveAnswers = (table: WeightedTable, stratum?: number): number => {
  const { outcomes, weights, squares } = table
  const from = (stratum ?? 0) * outcomes
  const to = stratum === undefined ? weights.length : from + outcomes
  let [sum, square] = [0, 0]
  for (let cell = from; cell < to; cell++) {
    sum += weights[cell]
    square += squares[cell]
  }
  return effectiveOf(sum, square)
}

/** (Σw)²/Σw². */
export const effectiveOf = (sum: number, square: number): number => (sum > 0 ? (sum * sum) / square : 0)
