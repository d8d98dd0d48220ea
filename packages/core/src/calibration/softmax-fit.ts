import { ABSENT, type Window } from './pairs.js'
import {
  FARTHEST,
  INTERCEPT_RIDGE,
  MAX_STEPS,
  MIN_SLOPE,
  SHORTEST_STEP,
  SLOPE_RIDGE,
  SMALLEST_GAIN,
} from './parameters.js'

/** Two intercepts of ±b/2 must cost what Platt's one of b costs. */
const RIDGE = 2 * INTERCEPT_RIDGE

/** Conjugate gradients stop here; the next Newton step continues from there. */
const MAX_TURNS = 25

/**
 * The slope a and the intercepts b of a softmax, which minimise
 *
 *     −Σᵢ wᵢ Σ_c t_ic log p_ic + (λ/2)(a − a₀)² + (μ/2) Σ_c b_c²
 *     t_ic = (N_c + 1)/(N_c + K) for the class c that was answered, 1/(N_c + K) for each other:
 *
 * Platt's targets for K classes, N_c the answers of the class c (and K only the classes there were at that time).
 *
 * Newton's method. Its step solves H·d = g by conjugate gradients, which need products with H only: the fit takes time
 * and memory in proportion to window × classes, never the square of the classes (truncated Newton: R. S. Dembo &
 * T. Steihaug: Truncated-Newton algorithms for large-scale unconstrained optimization. Mathematical Programming 26
 * (1983) 190–212). A step that does not gain is halved until it does.
 */
export class SoftmaxFit {
  /** For scores in typical ones. */
  slope: number
  intercepts = new Float64Array(0)
  readonly #prior: number
  readonly #w: Float64Array
  #filled = 0
  /** Scores, targets and probabilities of the window; a target of 0 means that the class did not exist yet. */
  #u = new Float64Array(0)
  #t = new Float64Array(0)
  #p = new Float64Array(0)
  /** Vectors over (b, a): the point and a trial point, then those of the conjugate gradients. */
  #point = new Float64Array(0)
  #trial = new Float64Array(0)
  #step = new Float64Array(0)
  #rest = new Float64Array(0)
  #towards = new Float64Array(0)
  #bent = new Float64Array(0)

  constructor(prior: number, window: number, classes: number) {
    this.slope = prior
    this.#prior = prior
    this.#w = new Float64Array(window)
    this.resize(classes)
  }

  /** Allocates vectors for this many classes; new ones start with an intercept of 0. */
  resize(classes: number): void {
    const kept = this.intercepts.subarray(0, classes)
    this.intercepts = new Float64Array(classes)
    this.intercepts.set(kept)
    const cells = this.#w.length * classes
    this.#u = new Float64Array(cells)
    this.#t = new Float64Array(cells)
    this.#p = new Float64Array(cells)
    this.#point = new Float64Array(classes + 1)
    this.#trial = new Float64Array(classes + 1)
    this.#step = new Float64Array(classes + 1)
    this.#rest = new Float64Array(classes + 1)
    this.#towards = new Float64Array(classes + 1)
    this.#bent = new Float64Array(classes + 1)
  }

  /** Starts from the prior, so that the fit depends on the answers alone and not on earlier fits. */
  refit(pairs: Window, typical: number): void {
    const classes = this.intercepts.length
    const point = this.#point
    const trial = this.#trial
    this.#prepare(pairs, typical)
    point.fill(0)
    point[classes] = this.#prior
    let loss = this.#lossAt(point)
    for (let round = 0; round < MAX_STEPS; round++) {
      this.#solve()
      let reached = Number.POSITIVE_INFINITY
      for (let length = 1; reached >= loss && length > SHORTEST_STEP; length /= 2) {
        for (let k = 0; k <= classes; k++) trial[k] = point[k] - length * this.#step[k]
        trial[classes] = Math.max(trial[classes], MIN_SLOPE)
        reached = this.#lossAt(trial)
      }
      if (!(loss - reached > SMALLEST_GAIN)) break
      point.set(trial)
      loss = reached
    }
    this.intercepts.set(point.subarray(0, classes))
    this.slope = point[classes]
  }

  /** Weights, scores in typical ones below the highest of their pair, and targets. */
  #prepare(pairs: Window, typical: number): void {
    const { filled, columns, scores, labels, weights } = pairs
    const share = pairs.effective()
    const counts = this.#bent.fill(0)
    this.#filled = filled
    for (let i = 0; i < filled; i++) {
      this.#w[i] = weights[i] * share
      counts[labels[i]] += this.#w[i]
    }
    for (let i = 0; i < filled; i++) {
      let top = ABSENT
      let present = 0
      for (let k = i * columns; k < (i + 1) * columns; k++) {
        if (scores[k] > top) top = scores[k]
        if (scores[k] !== ABSENT) present++
      }
      const other = 1 / (counts[labels[i]] + present)
      for (let k = i * columns; k < (i + 1) * columns; k++) {
        const there = scores[k] !== ABSENT
        this.#u[k] = there ? Math.max((scores[k] - top) / typical, -FARTHEST) : 0
        this.#t[k] = there ? other : 0
      }
      this.#t[i * columns + labels[i]] = (counts[labels[i]] + 1) * other
    }
  }

  /** The loss at a point; leaves the probabilities there in p. */
  #lossAt(point: Float64Array): number {
    const classes = point.length - 1
    const a = point[classes]
    const t = this.#t
    const p = this.#p
    let loss = (SLOPE_RIDGE / 2) * (a - this.#prior) ** 2
    for (let c = 0; c < classes; c++) loss += (RIDGE / 2) * point[c] ** 2
    for (let i = 0, from = 0; i < this.#filled; i++, from += classes) {
      let highest = Number.NEGATIVE_INFINITY
      for (let c = 0; c < classes; c++) {
        p[from + c] = a * this.#u[from + c] + point[c]
        if (t[from + c] > 0 && p[from + c] > highest) highest = p[from + c]
      }
      let sum = 0
      let fit = 0
      for (let c = 0; c < classes; c++) {
        const z = p[from + c] - highest
        fit += t[from + c] * z
        p[from + c] = t[from + c] > 0 ? Math.exp(z) : 0
        sum += p[from + c]
      }
      loss += this.#w[i] * (Math.log(sum) - fit)
      for (let c = 0; c < classes; c++) p[from + c] /= sum
    }
    return loss
  }

  /** H·step = gradient at the point, where the probabilities have just been taken. */
  #solve(): void {
    const rest = this.#rest
    const towards = this.#towards
    const step = this.#step.fill(0)
    this.#gradient(rest)
    towards.set(rest)
    let size = dot(rest, rest)
    const enough = size * 1e-20
    for (let turn = 0; turn < MAX_TURNS && size > enough; turn++) {
      this.#bend(towards)
      const length = size / dot(towards, this.#bent)
      for (let k = 0; k < step.length; k++) {
        step[k] += length * towards[k]
        rest[k] -= length * this.#bent[k]
      }
      const left = dot(rest, rest)
      for (let k = 0; k < step.length; k++) towards[k] = rest[k] + (left / size) * towards[k]
      size = left
    }
  }

  #gradient(into: Float64Array): void {
    const classes = into.length - 1
    const point = this.#point
    for (let c = 0; c < classes; c++) into[c] = RIDGE * point[c]
    into[classes] = SLOPE_RIDGE * (point[classes] - this.#prior)
    for (let i = 0, from = 0; i < this.#filled; i++, from += classes)
      for (let c = 0; c < classes; c++) {
        const g = this.#w[i] * (this.#p[from + c] - this.#t[from + c])
        into[c] += g
        into[classes] += g * this.#u[from + c]
      }
  }

  /** bent = H·v: with z′ = a′u + b′ the change of p is p(z′ − Σ p z′). */
  #bend(v: Float64Array): void {
    const classes = v.length - 1
    const bent = this.#bent
    for (let c = 0; c < classes; c++) bent[c] = RIDGE * v[c]
    bent[classes] = SLOPE_RIDGE * v[classes]
    for (let i = 0, from = 0; i < this.#filled; i++, from += classes) {
      let mean = 0
      for (let c = 0; c < classes; c++) mean += this.#p[from + c] * (v[classes] * this.#u[from + c] + v[c])
      for (let c = 0; c < classes; c++) {
        const u = this.#u[from + c]
        const h = this.#w[i] * this.#p[from + c] * (v[classes] * u + v[c] - mean)
        bent[c] += h
        bent[classes] += h * u
      }
    }
  }
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k]
  return sum
}
