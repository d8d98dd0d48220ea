import type { Interval } from './interval.js'
import type { Layout } from './layout.js'

/**
 * A measure r is where Σ (α + β·yes) = 0 over all items. α and β depend on r linearly, and on whether an item was predicted as the
 * class of the layout.
 */
export interface Measure {
  readonly own: (r: number) => Coefficients
  readonly other: (r: number) => Coefficients
  /** The largest value it can have; the smallest is 0. */
  readonly max: number
  /** Whether it is about all items, and not about those of the class. */
  readonly isOverall?: boolean
}

type Coefficients = readonly [alpha: number, beta: number]

const NONE: Coefficients = [0, 0]

/** The measures of the class of a layout. */
export const measures = {
  precision: { own: (r) => [-r, 1], other: () => NONE, max: 1 },
  recall: { own: (r) => [0, 1 - r], other: (r) => [0, -r], max: 1 },
  f1: { own: (r) => [-r, 2 - r], other: (r) => [0, -r], max: 1 },
  specificity: { own: (r) => [-r, r], other: (r) => [1 - r, r - 1], max: 1 },
  /** With two classes: right is yes for the class, and no for the other. */
  accuracy: { own: (r) => [-r, 1], other: (r) => [1 - r, -1], max: 1, isOverall: true },
  share: { own: (r) => [-r, 1], other: (r) => [-r, 1], max: 1, isOverall: true },
} as const satisfies Record<string, Measure>

/** The mean cost of an item. */
export const costMeasure = (falsePositive: number, falseNegative: number): Measure => ({
  own: (r) => [falsePositive - r, -falsePositive],
  other: (r) => [-r, falseNegative],
  max: Math.max(falsePositive, falseNegative),
  isOverall: true,
})

/** The tilt is sought between these, by Newton's method within a shrinking bracket. */
const MAX_TILT = 60
const TILT_STEPS = 40
const TILT_ENOUGH = 1e-9
/** At this many effective answers, what they say counts as much as what the confidence says. */
const TRUSTED = 25
const MAX_SKEW = 2
const HALVINGS = 20

/**
 * Estimates a measure from the answers, with the confidence as a control variate, and tests values of it: would an estimate as far
 * off be plausible? (E. B. Wilson 1927, JASA 22, 209–212, for unequal probabilities.) With f the expected share of yes, w = 1/P:
 *
 * > T(r) = Σ n(α + βf) + h·Σ β(W_yes(1 − f) − W_no·f), h = Σn/ΣW
 *
 * is 0 at the estimate (AIPW: C.-E. Särndal, B. Swensson, J. Wretman 1992, Model Assisted Survey Sampling, 6.3; h is Hájek's factor,
 * which makes up for unanswered questions). To test r, the expected shares are tilted so that r is true, most where little was
 * asked; the variance is the larger of what they say and of a mixture with what the answers say; and the bounds are shifted by
 * the skewness (E. A. Cornish, R. A. Fisher 1938).
 */
export class ScoreTest {
  readonly #layout: Layout
  readonly #measure: Measure
  /** Hájek's factor, and how far the variance of the answers themselves is trusted. */
  readonly #h: number
  readonly #trust: number
  /** Σ (1/P − 1) and Σ (1/P − 1)(1/P − 2) over the items of each cell, and where errors are supposed to be. */
  readonly #second: Float64Array
  readonly #third: Float64Array
  readonly #where: Float64Array
  readonly #alpha: Float64Array
  readonly #beta: Float64Array
  readonly #tilted: Float64Array
  readonly #logits: Float64Array

  constructor(layout: Layout, measure: Measure) {
    const { length, items, sampled, inverse, inverseSquares, yes, no, expected, response } = layout
    this.#layout = layout
    this.#measure = measure
    let [all, reached, weights, squares] = [0, 0, 0, 0]
    for (let c = 0; c < length; c++) {
      all += items[c]
      reached += sampled[c]
      weights += yes.weights[c] + no.weights[c]
      squares += yes.squares[c] + no.squares[c]
    }
    this.#h = layout.factor ?? (weights > 0 ? all / weights : 0)
    const effective = squares > 0 ? (weights * weights) / squares : 0
    this.#trust = effective / (effective + TRUSTED)
    const missing = reached > 0 ? all / reached : 1
    this.#second = new Float64Array(length)
    this.#third = new Float64Array(length)
    this.#where = new Float64Array(length)
    this.#alpha = new Float64Array(length)
    this.#beta = new Float64Array(length)
    this.#tilted = new Float64Array(length)
    this.#logits = Float64Array.from(expected, (f) => Math.log(f / (1 - f)))
    let most = 0
    for (let c = 0; c < length; c++) {
      const [n, s, j1, j2] = [items[c], sampled[c], inverse[c] / response, inverseSquares[c] / response ** 2]
      this.#second[c] = Math.max(0, missing ** 2 * (j1 - s) + (n - s))
      this.#third[c] = missing ** 3 * (j2 - 3 * j1 + 2 * s)
      this.#where[c] = n > 0 ? this.#second[c] / n : 0
      most = Math.max(most, this.#where[c])
    }
    if (most > 0) for (let c = 0; c < length; c++) this.#where[c] /= most
  }

  /** The r with T(r) = 0; NaN if nothing depends on r. */
  get estimate(): number {
    const [at0, at1] = [this.#total(0), this.#total(1)]
    return at0 / (at0 - at1)
  }

  /** The values that are plausible, from the estimate outwards to the limits. */
  interval(estimate: number, limits: Interval, z: number): Interval {
    return {
      low: farthest(estimate, limits.low, (r) => this.#distance(r, z) <= 0),
      high: farthest(estimate, limits.high, (r) => this.#distance(r, -z) >= 0),
    }
  }

  #set(r: number): void {
    const { isOwn } = this.#layout
    const [own, other] = [this.#measure.own(r), this.#measure.other(r)]
    for (let c = 0; c < isOwn.length; c++) {
      this.#alpha[c] = isOwn[c] ? own[0] : other[0]
      this.#beta[c] = isOwn[c] ? own[1] : other[1]
    }
  }

  #total(r: number): number {
    const { length, items, expected, yes, no } = this.#layout
    this.#set(r)
    let sum = 0
    for (let c = 0; c < length; c++) {
      const f = expected[c]
      sum += items[c] * (this.#alpha[c] + this.#beta[c] * f)
      sum += this.#h * this.#beta[c] * (yes.weights[c] * (1 - f) - no.weights[c] * f)
    }
    return sum
  }

  /** How far T is beyond the bound z·√V at r, shifted by the skewness. */
  #distance(r: number, z: number): number {
    const { length, yes, no } = this.#layout
    this.#set(r)
    this.#tilt()
    const h = this.#h
    let [t, supposed, observed, third] = [0, 0, 0, 0]
    for (let c = 0; c < length; c++) {
      const b = this.#beta[c]
      if (b === 0) continue
      const f = this.#tilted[c]
      const spread = f * (1 - f)
      t += b * (yes.weights[c] * (1 - f) - no.weights[c] * f)
      supposed += this.#second[c] * b * b * spread
      third += this.#third[c] * b * b * b * spread * (1 - 2 * f)
      const right = Math.max(0, h * h * yes.squares[c] - h * yes.weights[c])
      const wrong = Math.max(0, h * h * no.squares[c] - h * no.weights[c])
      observed += b * b * (right * (1 - f) ** 2 + wrong * f * f)
    }
    const variance = Math.max(supposed, (1 - this.#trust) * supposed + this.#trust * observed)
    const skew = variance > 0 ? Math.max(-MAX_SKEW, Math.min(MAX_SKEW, third / variance ** 1.5)) : 0
    return h * t - Math.sqrt(variance) * (z + ((z * z - 1) / 6) * skew)
  }

  /** Tilts the expected shares by κ·β·where in logits, so that Σ n(α + βf) is 0. */
  #tilt(): void {
    let [low, high, kappa] = [-MAX_TILT, MAX_TILT, 0]
    for (let step = 0; step < TILT_STEPS && high - low > TILT_ENOUGH; step++) {
      const [value, slope] = this.#tiltAt(kappa)
      if (value === 0) return
      if (value < 0) low = kappa
      else high = kappa
      const next = kappa - value / slope
      const previous = kappa
      kappa = next > low && next < high ? next : (low + high) / 2
      if (Math.abs(kappa - previous) < TILT_ENOUGH) break
    }
    this.#tiltAt(kappa)
  }

  #tiltAt(kappa: number): readonly [value: number, slope: number] {
    const { length, items } = this.#layout
    let [value, slope] = [0, 0]
    for (let c = 0; c < length; c++) {
      const by = this.#beta[c] * this.#where[c]
      const f = 1 / (1 + Math.exp(-(this.#logits[c] + kappa * by)))
      this.#tilted[c] = f
      value += items[c] * (this.#alpha[c] + this.#beta[c] * f)
      slope += items[c] * this.#beta[c] * by * f * (1 - f)
    }
    return [value, slope]
  }
}

/** The farthest point on the way at which it still holds, as it does where the way begins. */
const farthest = (from: number, to: number, holds: (r: number) => boolean): number => {
  if (from === to || holds(to)) return to
  let [inside, outside] = [from, to]
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (inside + outside) / 2
    if (holds(middle)) inside = middle
    else outside = middle
  }
  return inside
}
