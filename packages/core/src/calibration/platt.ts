import { type Parameters, resolveParameters } from '../parameters.js'
import { floatsIn, type State, stateIn } from '../state/state.js'
import type { Calibration } from './calibration.js'
import { Pairs, tame, Window } from './pairs.js'
import {
  calibrationParameters,
  FARTHEST,
  INTERCEPT_RIDGE,
  MAX_STEPS,
  MIN_SLOPE,
  SHORTEST_STEP,
  SLOPE_RIDGE,
  SMALLEST_GAIN,
} from './parameters.js'

/**
 * Platt scaling for two classes (J. Platt: Probabilistic outputs for support vector machines and comparisons to
 * regularized likelihood methods. In: Advances in Large Margin Classifiers, MIT Press 1999, 61–74):
 *
 *     p = 1/(1 + exp(−(a·s + b))),   a, b minimise −Σ wᵢ (tᵢ log pᵢ + (1 − tᵢ) log(1 − pᵢ))
 *     t = (N₊ + 1)/(N₊ + 2) for positive and 1/(N₋ + 2) for negative answers
 *
 * (in the paper's letters A = −a, B = −b), over a window of the latest answers, by Newton's method as in H.-T. Lin,
 * C.-J. Lin & R. C. Weng: A note on Platt's probabilistic outputs for support vector machines, Machine Learning 68
 * (2007) 267–276. We deviate so that it also works with no answers, with one class only and with two that are apart:
 *
 * - s is measured in typical scores (their median distance from 0), at most 50 of them, so that no scale need be known;
 * - a ridge of a fraction of one answer holds a at a₀ and b at 0, and a stays positive: p rises with s;
 * - w = min(1/P, bound), then scaled to sum to the effective number of answers. Where the logistic curve is true, the
 *   weights only cost certainty, since P depends on the row and not on the label; where it is not, they choose the
 *   curve that fits all items best instead of those near the boundary. The bound is the compromise.
 *
 * @example
 * const platt = new PlattScaling()
 * platt.probabilities([0], new Float64Array(2)) // => Float64Array.of(0.5, 0.5)
 * for (let k = 0; k < 20; k++) platt.add([k - 10], k > 10 ? 1 : 0)
 * platt.probability(8) > 0.9 // => true
 */
export class PlattScaling implements Calibration {
  readonly classes = 2
  readonly #pairs: Pairs
  /** The answers when a fit was last due. It is made when it is needed: most rounds of an experiment need none. */
  readonly #due: Window
  #isDue = false
  readonly #bound: number
  readonly #prior: number
  /** Typical score, slope in its units, intercept. */
  #fit: Float64Array
  readonly #u: Float64Array
  readonly #t: Float64Array
  readonly #w: Float64Array

  constructor(parameters: Parameters = {}) {
    const { window, bound, slope } = resolveParameters('Platt scaling', calibrationParameters, parameters)
    this.#pairs = new Pairs(window, 1)
    this.#due = new Window(window, 1)
    this.#bound = bound
    this.#prior = slope
    this.#fit = Float64Array.of(1, slope, 0)
    this.#u = new Float64Array(window)
    this.#t = new Float64Array(window)
    this.#w = new Float64Array(window)
  }

  /** The slope a for raw scores. */
  get slope(): number {
    const [typical, slope] = this.#fitted()
    return slope / typical
  }

  get intercept(): number {
    return this.#fitted()[2]
  }

  add(scores: ArrayLike<number>, label: number, probability = 1): void {
    if (!this.#pairs.add(scores, label, Math.min(1 / probability, this.#bound))) return
    this.#due.copy(this.#pairs)
    this.#isDue = true
  }

  /** The probability of the positive class. */
  probability(score: number): number {
    const fit = this.#fitted()
    return logistic(fit[1] * scaled(tame(score), fit[0]) + fit[2])
  }

  probabilities(scores: ArrayLike<number>, into: Float64Array): Float64Array {
    into[1] = this.probability(scores[0])
    into[0] = 1 - into[1]
    return into
  }

  #fitted(): Float64Array {
    if (this.#isDue) this.#refit()
    return this.#fit
  }

  /** Starts from the prior, so that it depends on the answers alone and not on when it was needed before. */
  #refit(): void {
    this.#isDue = false
    const { filled } = this.#due
    const typical = this.#due.typical()
    this.#prepare(typical)
    let a = this.#prior
    let b = 0
    let loss = this.#loss(a, b)
    for (let step = 0; step < MAX_STEPS; step++) {
      let ga = SLOPE_RIDGE * (a - this.#prior)
      let gb = INTERCEPT_RIDGE * b
      let haa = SLOPE_RIDGE
      let hab = 0
      let hbb = INTERCEPT_RIDGE
      for (let i = 0; i < filled; i++) {
        const u = this.#u[i]
        const p = logistic(a * u + b)
        const g = this.#w[i] * (p - this.#t[i])
        const h = this.#w[i] * p * (1 - p)
        ga += g * u
        gb += g
        haa += h * u * u
        hab += h * u
        hbb += h
      }
      const determinant = haa * hbb - hab * hab
      const da = (hbb * ga - hab * gb) / determinant
      const db = (haa * gb - hab * ga) / determinant
      let length = 1
      let reached = this.#loss(Math.max(a - da, MIN_SLOPE), b - db)
      while (reached >= loss && length > SHORTEST_STEP) {
        length /= 2
        reached = this.#loss(Math.max(a - length * da, MIN_SLOPE), b - length * db)
      }
      const gain = loss - reached
      if (!(gain > SMALLEST_GAIN)) break
      a = Math.max(a - length * da, MIN_SLOPE)
      b -= length * db
      loss = reached
    }
    this.#fit.set([typical, a, b])
  }

  /** Scaled scores, targets and weights of the window. */
  #prepare(typical: number): void {
    const { filled, scores, labels, weights } = this.#due
    const share = this.#due.effective()
    let all = 0
    let positive = 0
    for (let i = 0; i < filled; i++) {
      this.#u[i] = scaled(scores[i], typical)
      this.#w[i] = weights[i] * share
      all += this.#w[i]
      if (labels[i] === 1) positive += this.#w[i]
    }
    const high = (positive + 1) / (positive + 2)
    const low = 1 / (all - positive + 2)
    for (let i = 0; i < filled; i++) this.#t[i] = labels[i] === 1 ? high : low
  }

  #loss(a: number, b: number): number {
    let sum = (SLOPE_RIDGE / 2) * (a - this.#prior) ** 2 + (INTERCEPT_RIDGE / 2) * b * b
    for (let i = 0; i < this.#due.filled; i++) {
      const z = a * this.#u[i] + b
      sum += this.#w[i] * (Math.max(z, 0) - this.#t[i] * z + Math.log1p(Math.exp(-Math.abs(z))))
    }
    return sum
  }

  save(): State {
    return { pairs: this.#pairs.save(), fit: this.#fitted().slice() }
  }

  load(state: State): void {
    this.#pairs.load(stateIn(state, 'pairs'))
    this.#fit = floatsIn(state, 'fit')
    this.#isDue = false
  }
}

/** 1/(1 + e⁻ᶻ); neither end overflows. */
const logistic = (z: number): number => {
  const e = Math.exp(-Math.abs(z))
  return (z < 0 ? e : 1) / (1 + e)
}

const scaled = (score: number, typical: number): number =>
  Math.min(Math.max(score / typical, -FARTHEST), FARTHEST)
