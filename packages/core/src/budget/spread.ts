import { floatsIn, type State } from '../state/state.js'

/** The number of latest items that the mean spread is taken over. */
const WINDOW = 200
const MIN_VARIANCE = 0.01
const MAX_FACTOR = 5
/** The part of the measuring share that is the same for every item, in case the confidence is wrong. */
export const UNIFORM = 0.3

/**
 * How the share that measures is distributed over the items. With a confidence c, the outcome of a prediction has the spread
 * s = √(c(1 − c)), and a sample that is drawn in proportion to s estimates accuracy best (J. Neyman 1934, JRSS 97, 558–625). Here
 *
 * > g(x) = u + (1 − u)·min(5, s/s̄), s² = max(0.01, c(1 − c)), u = 0.3,
 *
 * s̄ the mean of s over about the last 200 items. The mean of g is about 1.
 *
 * @example
 * const spread = new Spread()
 * spread.factor(0.5) // => 1
 * for (let k = 0; k < 10; k++) spread.add(0.99)
 * spread.factor(0.99) // => 1
 * spread.factor(0.5) > 3 // => true
 */
export class Spread {
  #sum = 0
  #count = 0

  factor(confidence: number): number {
    const mean = this.#count > 0 ? this.#sum / this.#count : spreadOf(confidence)
    return spreadFactor(confidence, mean)
  }

  add(confidence: number): void {
    this.#sum += spreadOf(confidence)
    this.#count++
    if (this.#count <= WINDOW) return
    this.#sum *= WINDOW / this.#count
    this.#count = WINDOW
  }

  save(): State {
    return { spread: Float64Array.of(this.#sum, this.#count) }
  }

  load(state: State): void {
    const [sum, count] = floatsIn(state, 'spread')
    this.#sum = sum
    this.#count = count
  }
}

/** g(x), with the mean s̄. */
export const spreadFactor = (confidence: number, mean: number): number =>
  UNIFORM + (1 - UNIFORM) * Math.min(MAX_FACTOR, spreadOf(confidence) / mean)

export const spreadOf = (confidence: number): number =>
  Math.sqrt(Math.max(MIN_VARIANCE, confidence * (1 - confidence)))
