import { floatsIn, type State } from '../state/state.js'
import { BINS, binOf, RIGHT, WRONG } from './cells.js'
import { fixedTimeReach } from './interval.js'
import { MIN_PROBABILITY, sumOf } from './table.js'

/** The accuracy of the model as it is. */
export interface CurrentQuality {
  /** The number of latest items it is about. */
  readonly items: number
  readonly accuracy: {
    readonly value: number | undefined
    /** For one time fixed in advance. */
    readonly low: number
    readonly high: number
  }
}

/** The level is that of the latest items: a fifth of all, and at most this many. */
const MAX_ITEMS = 1000
const SHARE = 5
const MIN_ITEMS = 20
/** At this many effective answers, what they say counts as much as what the confidence says. */
const TRUSTED = 25

/**
 * How good the model is now. The confidence of the last W items is known for all of them; answers only correct it, and those may be
 * older. With f the recalibrated confidence, w = 1/P and λ = exp(−age/(2W)), W = min(1000, items/5):
 *
 * > now = mean of f over the last W items + Σ λ·w·(right − f)/Σ λ·w.
 *
 * It assumes that the confidence was wrong in about the same way for the last 2W items, and starts again after drift.
 *
 * λ is computed as a power of 2 from the number of the item alone, and sums are scaled by whole powers of 2 only. So an answer that is
 * entered again, after a correction, gives the same bits.
 */
export class CurrentEstimator {
  readonly #most: number
  /** The number of items, and of those before the last drift. */
  #seen = 0
  #from = 0
  /** The sums have the scale 2^−exponent, those of squares twice that. */
  #exponent = 0
  /** Σ λ over items. */
  #mass = 0
  /** By cell: Σ λ² and Σ λ²·w over items with P > 0. */
  #squares: Float64Array
  #inverse: Float64Array
  /** By cell and outcome, over answers: Σ λ·w, Σ λ²·w and Σ λ²·w². */
  #weights: Float64Array
  #weightSquares: Float64Array
  #squareWeights: Float64Array

  constructor(classes: number, window: number) {
    this.#most = Math.min(MAX_ITEMS, window)
    const cells = classes * BINS
    this.#squares = new Float64Array(cells)
    this.#inverse = new Float64Array(cells)
    this.#weights = new Float64Array(2 * cells)
    this.#weightSquares = new Float64Array(2 * cells)
    this.#squareWeights = new Float64Array(2 * cells)
  }

  /** The number of latest items that the level is taken from. */
  get window(): number {
    return Math.floor(Math.min(this.#most, (this.#seen - this.#from) / SHARE))
  }

  observe(predicted: number, confidence: number, probability: number): void {
    this.#seen++
    this.#rescale(Math.floor(this.#age(this.#seen)))
    const λ = this.#fading(this.#seen)
    this.#mass += λ
    if (!(probability >= MIN_PROBABILITY)) return
    const cell = predicted * BINS + binOf(confidence)
    this.#squares[cell] += λ * λ
    this.#inverse[cell] += (λ * λ) / probability
  }

  /**
   * An answer about the item with this number, counted from 1. One from before the last drift changes nothing. `times` is −1 if it is
   * taken back.
   */
  answer(
    item: number,
    predicted: number,
    confidence: number,
    isRight: boolean,
    probability: number,
    times = 1,
  ): void {
    if (!(probability >= MIN_PROBABILITY) || item <= this.#from) return
    const place = 2 * (predicted * BINS + binOf(confidence)) + (isRight ? RIGHT : WRONG)
    const λ = this.#fading(item)
    this.#weights[place] += (times * λ) / probability
    this.#weightSquares[place] += (times * λ * λ) / probability
    this.#squareWeights[place] += (((times * λ) / probability) * λ) / probability
  }

  /** Starts again, after drift. */
  restart(): void {
    this.#from = this.#seen
    this.#exponent = 0
    this.#mass = 0
    for (const sums of this.#sums) sums.fill(0)
  }

  addClass(): void {
    const longer = (sums: Float64Array, each: number): Float64Array => {
      const larger = new Float64Array(sums.length + each * BINS)
      larger.set(sums)
      return larger
    }
    this.#squares = longer(this.#squares, 1)
    this.#inverse = longer(this.#inverse, 1)
    this.#weights = longer(this.#weights, 2)
    this.#weightSquares = longer(this.#weightSquares, 2)
    this.#squareWeights = longer(this.#squareWeights, 2)
  }

  /** `f` is the recalibrated confidence of each cell, `latest` the number of the last `window` items in it. */
  estimate(f: Float64Array, latest: Float64Array, response: number, level: number): CurrentQuality {
    const items = sumOf(latest)
    const mass = sumOf(this.#weights)
    if (items < MIN_ITEMS || mass === 0) return { items, accuracy: { value: undefined, low: 0, high: 1 } }
    const h = this.#mass / mass
    let [expected, own, error, supposed, observed, squares] = [0, 0, 0, 0, 0, 0]
    for (let c = 0; c < latest.length; c++) {
      const [right, wrong] = [2 * c + RIGHT, 2 * c + WRONG]
      const spread = f[c] * (1 - f[c])
      expected += latest[c] * f[c]
      own += latest[c] * spread
      error += this.#weights[right] * (1 - f[c]) - this.#weights[wrong] * f[c]
      supposed += Math.max(0, this.#inverse[c] / response - this.#squares[c]) * spread
      const seen = (place: number): number =>
        Math.max(0, h * h * this.#squareWeights[place] - h * this.#weightSquares[place])
      observed += seen(right) * (1 - f[c]) ** 2 + seen(wrong) * f[c] ** 2
      squares += this.#squareWeights[right] + this.#squareWeights[wrong]
    }
    const effective = (mass * mass) / squares
    const trust = effective / (effective + TRUSTED)
    const variance =
      Math.max(supposed, (1 - trust) * supposed + trust * observed) / this.#mass ** 2 + own / items ** 2
    const value = Math.min(1, Math.max(0, expected / items + error / mass))
    const reach = fixedTimeReach(level) * Math.sqrt(variance)
    return {
      items,
      accuracy: { value, low: Math.max(0, value - reach), high: Math.min(1, value + reach) },
    }
  }

  /** The base-2 logarithm of what the weight of an item grows with: λ is the ratio of two of these. */
  #age(item: number): number {
    const number = item - this.#from
    const early = SHARE * this.#most
    const past = Math.max(0, number - early) / (2 * this.#most * Math.LN2)
    return (SHARE / 2) * Math.log2(Math.min(number, early)) + past
  }

  #fading(item: number): number {
    const age = this.#age(item)
    const whole = Math.floor(age)
    return 2 ** (age - whole) * powerOf2(whole - this.#exponent)
  }

  #rescale(exponent: number): void {
    if (exponent === this.#exponent) return
    const factor = powerOf2(this.#exponent - exponent)
    this.#mass *= factor
    for (const sums of this.#sums) {
      const own = sums === this.#weights ? factor : factor * factor
      for (let k = 0; k < sums.length; k++) sums[k] *= own
    }
    this.#exponent = exponent
  }

  get #sums(): readonly Float64Array[] {
    return [this.#squares, this.#inverse, this.#weights, this.#weightSquares, this.#squareWeights]
  }

  save(): State {
    return {
      counts: Float64Array.of(this.#seen, this.#from, this.#exponent, this.#mass),
      ...Object.fromEntries(this.#sums.map((sums, k) => [String(k), sums.slice()])),
    }
  }

  load(state: State): void {
    const [seen, from, exponent, mass] = floatsIn(state, 'counts')
    this.#seen = seen
    this.#from = from
    this.#exponent = exponent
    this.#mass = mass
    this.#squares = floatsIn(state, '0')
    this.#inverse = floatsIn(state, '1')
    this.#weights = floatsIn(state, '2')
    this.#weightSquares = floatsIn(state, '3')
    this.#squareWeights = floatsIn(state, '4')
  }

  /** A file of an older version has no sums: they start with the next item. */
  startAfter(items: number): void {
    this.#seen = items
    this.restart()
  }
}

/** Exact, unlike `Math.pow` on some engines. */
const powerOf2 = (exponent: number): number => {
  let power = 1
  const factor = exponent < 0 ? 0.5 : 2
  for (let k = Math.min(1100, Math.abs(exponent)); k > 0; k--) power *= factor
  return power
}
