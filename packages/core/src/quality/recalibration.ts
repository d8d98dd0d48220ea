import { BINS, type Cells } from './cells.js'

/** Newton's method ends after this many steps, each at most 1 in every parameter. */
const STEPS = 25
const MAX_STEP = 1
const ENOUGH = 1e-10
/** The prior variances of the intercepts, of the slope around 1, and of the deviation of a class. */
const INTERCEPT = 1
const SLOPE = 0.25
const DEVIATION = 0.25

/**
 * With two classes each has an intercept of its own; with more, all share one. `deviating` adds one for each class that is shrunk to
 * the common one, for estimates of a single class.
 */
type Intercepts = 'common' | 'own' | 'deviating'

/**
 * The probability that a prediction is right, for each cell: the confidence, corrected by the answers,
 *
 * > logit f = a_g + b·z̄, z̄ the mean logit of the confidence in the cell,
 *
 * fitted by maximum likelihood with normal priors, a_g ~ N(0, 1) and b ~ N(1, 0.25). An answer of a cell counts in proportion to the
 * root of the mean weight of the cell, and all together as much as the effective answers. The result is only a control variate: if
 * it is wrong, intervals get wider but keep their coverage.
 */
export const recalibrated = (cells: Cells, intercepts: Intercepts): Float64Array => {
  const { length, items, logits, answers, weights } = cells
  const z = new Float64Array(length)
  const weight = new Float64Array(length)
  let [first, second] = [0, 0]
  for (let c = 0; c < length; c++) {
    z[c] = items[c] > 0 ? logits[c] / items[c] : 0
    const m = answers[2 * c] + answers[2 * c + 1]
    if (m === 0) continue
    weight[c] = Math.sqrt((weights[2 * c] + weights[2 * c + 1]) / m)
    first += weight[c] * m
    second += weight[c] * weight[c] * m
  }
  const scale = second > 0 ? first / second : 0
  for (let c = 0; c < length; c++) weight[c] *= scale
  const line = new Line(cells.classes, intercepts)
  for (let step = 0; step < STEPS && line.improve(z, answers, weight) > ENOUGH; step++);
  const f = new Float64Array(length)
  for (let c = 0; c < length; c++) f[c] = 0.01 + 0.98 * line.at(c, z[c])
  return f
}

/** The recalibrated confidence of every cell, for estimates over all classes. */
export const recalibratedCells = (cells: Cells): Float64Array =>
  recalibrated(cells, cells.classes === 2 ? 'own' : 'common')

/** The mean of f in each bin of the confidence, over all classes. */
export const recalibratedBins = (cells: Cells, f: Float64Array): Float64Array => {
  const items = new Float64Array(BINS)
  const sums = new Float64Array(BINS)
  for (let c = 0; c < cells.length; c++) {
    items[c % BINS] += cells.items[c]
    sums[c % BINS] += cells.items[c] * f[c]
  }
  return sums.map((sum, bin) => (items[bin] > 0 ? sum / items[bin] : 0.5))
}

const expit = (x: number): number => 1 / (1 + Math.exp(-x))

/** The parameters of the line: a common intercept a, the slope b, and a part of the intercept for each predicted class. */
class Line {
  #a = 0
  #b = 1
  readonly #own: Float64Array
  readonly #hasCommon: boolean
  /** The prior precision of the own parts; infinite if there are none. */
  readonly #precision: number

  constructor(classes: number, intercepts: Intercepts) {
    this.#own = new Float64Array(classes)
    this.#hasCommon = intercepts !== 'own'
    this.#precision =
      intercepts === 'common' ? Number.POSITIVE_INFINITY : 1 / (intercepts === 'own' ? INTERCEPT : DEVIATION)
  }

  at(cell: number, z: number): number {
    return expit(this.#a + this.#own[Math.floor(cell / BINS)] + this.#b * z)
  }

  /** One step of Newton's method; returns the largest change. The own parts are eliminated first: their block is diagonal. */
  improve(z: Float64Array, answers: Float64Array, weight: Float64Array): number {
    const own = this.#own
    const [gs, hs, zs] = [0, 0, 0].map(() => new Float64Array(own.length))
    let [ga, gb, aa, ab, bb] = [-this.#a / INTERCEPT, (1 - this.#b) / SLOPE, 1 / INTERCEPT, 0, 1 / SLOPE]
    for (let c = 0; c < z.length; c++) {
      if (weight[c] === 0) continue
      const m = answers[2 * c] + answers[2 * c + 1]
      const f = this.at(c, z[c])
      const g = weight[c] * (answers[2 * c + 1] - m * f)
      const h = weight[c] * m * f * (1 - f)
      const k = Math.floor(c / BINS)
      ga += g
      gb += g * z[c]
      aa += h
      ab += h * z[c]
      bb += h * z[c] * z[c]
      gs[k] += g
      hs[k] += h
      zs[k] += h * z[c]
    }
    const hasOwn = Number.isFinite(this.#precision)
    for (let k = 0; hasOwn && k < own.length; k++) {
      const pivot = hs[k] + this.#precision
      gs[k] -= this.#precision * own[k]
      ga -= (hs[k] * gs[k]) / pivot
      gb -= (zs[k] * gs[k]) / pivot
      aa -= (hs[k] * hs[k]) / pivot
      ab -= (hs[k] * zs[k]) / pivot
      bb -= (zs[k] * zs[k]) / pivot
    }
    if (!this.#hasCommon) [ga, ab] = [0, 0]
    const determinant = aa * bb - ab * ab
    const da = this.#hasCommon ? limited((bb * ga - ab * gb) / determinant) : 0
    const db = limited(this.#hasCommon ? (aa * gb - ab * ga) / determinant : gb / bb)
    let most = Math.max(Math.abs(da), Math.abs(db))
    for (let k = 0; hasOwn && k < own.length; k++) {
      const step = limited((gs[k] - hs[k] * da - zs[k] * db) / (hs[k] + this.#precision))
      own[k] += step
      most = Math.max(most, Math.abs(step))
    }
    this.#a += da
    this.#b += db
    return most
  }
}

const limited = (step: number): number => Math.max(-MAX_STEP, Math.min(MAX_STEP, step))
