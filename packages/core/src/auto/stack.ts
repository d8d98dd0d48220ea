import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'
import type { Design } from './design.js'

/**
 * One probability from several members: a conditional logit over their scores, p(c) ∝ exp(Σ_m A_m s_m[c] ± b₀/2), the offset b₀
 * with two classes only. It is fitted to the scores of the time of asking, before the answer was learned: so it knows how
 * far each member can be trusted. It minimises
 *
 *     −Σ log p(y) + (λ·M/2) Σ_m (A_m − A₀/M)² + (λ₀/2) b₀²
 *
 * over the latest answers by Newton steps, none longer than 2 in any coordinate; A_m ≥ 0, and they do not all vanish.
 */
export class Stack {
  readonly #design: Design
  readonly #members: number
  #classes: number
  readonly slopes: Float64Array
  offset = 0
  /** The scores of the answers in the window, in the order of their places, and the answers. */
  #scores: Float64Array
  #labels: Int32Array
  #count = 0
  #fittedAt = 0
  /** Newton steps that are still to be made. */
  #due = 0
  readonly #gradient: Float64Array
  readonly #hessian: Float64Array
  readonly #mean: Float64Array
  #p: Float64Array

  constructor(design: Design, members: number, classes: number) {
    this.#design = design
    this.#members = members
    this.#classes = classes
    this.slopes = new Float64Array(members)
    const size = members + 1
    this.#gradient = new Float64Array(size)
    this.#hessian = new Float64Array(size * size)
    this.#mean = new Float64Array(size)
    this.#scores = new Float64Array(design.stackWindow * members * classes)
    this.#labels = new Int32Array(design.stackWindow)
    this.#p = new Float64Array(classes)
    this.reset()
  }

  /** Back to what is assumed before any answer. */
  reset(): void {
    this.slopes.fill(this.#design.slope / this.#members)
    this.offset = 0
    this.#fittedAt = 0
  }

  /** Keeps the latest answers only, so many, and fits to them alone. */
  keep(latest: number): void {
    const kept = Math.min(latest, this.held)
    const width = this.#members * this.#classes
    const scores = new Float64Array(this.#scores.length)
    const labels = new Int32Array(this.#labels.length)
    for (let k = 0; k < kept; k++) {
      const from = (this.#count - kept + k) % this.#labels.length
      scores.set(this.#scores.subarray(from * width, (from + 1) * width), k * width)
      labels[k] = this.#labels[from]
    }
    this.#scores = scores
    this.#labels = labels
    this.#count = kept
    this.reset()
    this.#due = this.#design.newtonSteps
  }

  /** How many answers are in the window. */
  get held(): number {
    return Math.min(this.#count, this.#labels.length)
  }

  /** The scores that the members gave before this answer. */
  add(scores: Float64Array, label: number): void {
    const { stackWindow, stackEager, stackGrowth, newtonSteps } = this.#design
    const place = this.#count % stackWindow
    this.#scores.set(scores, place * this.#members * this.#classes)
    this.#labels[place] = label
    this.#count++
    if (this.#count >= stackEager && this.#count < this.#fittedAt * stackGrowth) return
    this.#fittedAt = this.#count
    this.#due = newtonSteps
  }

  /** The combined score of every class. */
  combine(scores: Float64Array, out: Float64Array): void {
    const k = this.#classes
    out.fill(0)
    for (let m = 0; m < this.#members; m++) {
      const slope = this.slopes[m]
      for (let c = 0; c < k; c++) out[c] += slope * scores[m * k + c]
    }
    if (k === 2) {
      out[0] -= this.offset / 2
      out[1] += this.offset / 2
    }
  }

  /** Makes the Newton steps that are due, at most so many. */
  fit(most: number): void {
    for (let step = 0; step < most && this.#due > 0; step++) this.#due = this.#newton() ? this.#due - 1 : 0
  }

  /** One damped Newton step; false when it hardly moved. */
  #newton(): boolean {
    const { slope, slopeRidge, offsetRidge, leastSlope, longestStep } = this.#design
    const m = this.#members
    const size = m + 1
    const g = this.#gradient
    const h = this.#hessian.fill(0)
    for (let j = 0; j < m; j++) {
      g[j] = slopeRidge * m * (this.slopes[j] - slope / m)
      h[j * size + j] = slopeRidge * m
    }
    g[m] = offsetRidge * this.offset
    h[m * size + m] = this.#classes === 2 ? offsetRidge : 1
    for (let i = 0; i < this.held; i++) this.#addPair(i)
    solve(h, g, size)
    let longest = 0
    for (let j = 0; j < size; j++) longest = Math.max(longest, Math.abs(g[j]))
    const damping = longest > longestStep ? longestStep / longest : 1
    let sum = 0
    for (let j = 0; j < m; j++) {
      this.slopes[j] = Math.max(0, this.slopes[j] - damping * g[j])
      sum += this.slopes[j]
    }
    this.offset -= damping * g[m]
    if (sum < leastSlope) for (let j = 0; j < m; j++) this.slopes[j] += leastSlope / m
    return longest >= 1e-3
  }

  /** Adds what one answer says to the gradient and the Hessian. */
  #addPair(i: number): void {
    const k = this.#classes
    const m = this.#members
    const size = m + 1
    const from = i * m * k
    const scores = this.#scores
    const p = this.#p
    const mean = this.#mean.fill(0)
    const g = this.#gradient
    const h = this.#hessian
    let most = Number.NEGATIVE_INFINITY
    for (let c = 0; c < k; c++) {
      let sum = k === 2 ? (c - 0.5) * this.offset : 0
      for (let j = 0; j < m; j++) sum += this.slopes[j] * scores[from + j * k + c]
      p[c] = sum
      if (sum > most) most = sum
    }
    let total = 0
    for (let c = 0; c < k; c++) {
      p[c] = Math.exp(p[c] - most)
      total += p[c]
    }
    for (let c = 0; c < k; c++) {
      p[c] /= total
      for (let j = 0; j < m; j++) mean[j] += p[c] * scores[from + j * k + c]
      if (k === 2) mean[m] += p[c] * (c - 0.5)
    }
    const label = this.#labels[i]
    for (let j = 0; j < m; j++) g[j] += mean[j] - scores[from + j * k + label]
    if (k === 2) g[m] += mean[m] - (label - 0.5)
    for (let c = 0; c < k; c++) {
      if (p[c] <= 1e-4) continue
      for (let a = 0; a < size; a++) {
        const da = (a < m ? scores[from + a * k + c] : k === 2 ? c - 0.5 : 0) - mean[a]
        for (let b = 0; b <= a; b++) {
          const db = (b < m ? scores[from + b * k + c] : k === 2 ? c - 0.5 : 0) - mean[b]
          h[a * size + b] += p[c] * da * db
        }
      }
    }
  }

  /** How much each member counts: its slope times how far it parts the likeliest class from the rest. The sum is 1. */
  influences(): readonly number[] {
    const k = this.#classes
    const parts = Array.from(this.slopes, (slope, m) => {
      let sum = 0
      for (let i = 0; i < this.held; i++) {
        const from = (i * this.#members + m) * k
        const own = this.#scores.subarray(from, from + k)
        sum += Math.max(...own) - own.reduce((total, score) => total + score, 0) / k
      }
      return slope * sum
    })
    const total = parts.reduce((sum, part) => sum + part, 0)
    return parts.map((part) => (total > 0 ? part / total : 1 / parts.length))
  }

  /** One class more: nobody had ever given it a score. */
  addClass(): void {
    const before = this.#classes
    const k = before + 1
    const scores = new Float64Array(this.#design.stackWindow * this.#members * k)
    for (let row = 0; row < this.held * this.#members; row++)
      scores.set(this.#scores.subarray(row * before, (row + 1) * before), row * k)
    this.#scores = scores
    this.#classes = k
    this.#p = new Float64Array(k)
    this.offset = 0
  }

  save(): State {
    return {
      slopes: this.slopes.slice(),
      offset: this.offset,
      scores: this.#scores.slice(0, this.held * this.#members * this.#classes),
      labels: this.#labels.slice(0, this.held),
      count: this.#count,
      fittedAt: this.#fittedAt,
      due: this.#due,
    }
  }

  load(state: State): void {
    this.slopes.set(floatsIn(state, 'slopes'))
    this.offset = numberIn(state, 'offset')
    this.#scores.set(floatsIn(state, 'scores'))
    this.#labels.set(integersIn(state, 'labels'))
    this.#count = numberIn(state, 'count')
    this.#fittedAt = numberIn(state, 'fittedAt')
    this.#due = numberIn(state, 'due')
  }
}

/** Solves h·x = g in place for a symmetric positive h, of which the lower triangle is given; x replaces g. */
const solve = (h: Float64Array, g: Float64Array, size: number): void => {
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) h[b * size + a] = h[a * size + b]
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) {
      const ratio = h[b * size + a] / h[a * size + a]
      for (let c = a; c < size; c++) h[b * size + c] -= ratio * h[a * size + c]
      g[b] -= ratio * g[a]
    }
  for (let a = size - 1; a >= 0; a--) {
    for (let c = a + 1; c < size; c++) g[a] -= h[a * size + c] * g[c]
    g[a] /= h[a * size + a]
  }
}
