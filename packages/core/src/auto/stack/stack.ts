import { coreError } from '../../errors.js'
import { enlarged } from '../../rows/table.js'
import { floatsIn, integersIn, numberIn, type State, stateIn } from '../../state/state.js'
import type { Design } from '../design.js'
import { writePrior } from './prior.js'
import { recalibration } from './recalibration.js'
import { solve } from './solve.js'
import { type Answers, addAnswers, type Derivatives } from './sums.js'

/**
 * Combines several members into one probability: a conditional logit over their scores before each answer, which learns how much
 * to trust each. A prior e, which does not depend on the row, is added: p(c) ∝ exp(Σ_m A_m s_m[c] + b·e[c]). With two
 * classes e = ±½, and b is an offset. With more e[c] = w·ln((n_c + 1)/(n + K)), the log frequencies of the answers, and b ≥ 0 is
 * their weight. Fitted to the latest answers by minimising
 *
 *     −Σ log p(y) + (λ·M/2) Σ_m (A_m − A₀/M)² + (λ₀/2) b²
 *
 * by Newton steps, none longer than 2 in any coordinate; A_m ≥ 0, and they are not all 0.
 */
export class Stack {
  readonly #design: Design
  readonly #members: number
  #classes: number
  /** The slopes of the members, then that of the prior. */
  readonly slopes: Float64Array
  /** The scores of the answers in the window, and their labels. Most ensembles are dropped before the window is full, so it grows. */
  #scores: Float64Array = new Float64Array(0)
  #labels: Int32Array
  #count = 0
  /** The number of answers per class. */
  answers: Float64Array
  #fittedAt = 0
  /** Pending Newton steps. */
  #due = 0
  readonly #gradient: Float64Array
  readonly #hessian: Float64Array
  /** The same for a Newton step, which is made often and allocates nothing. */
  readonly #window: Answers
  readonly #derivatives: Derivatives

  constructor(design: Design, members: number, classes: number) {
    const size = members + 1
    this.#design = design
    this.#members = members
    this.#classes = classes
    this.slopes = new Float64Array(size)
    this.#gradient = new Float64Array(size)
    this.#hessian = new Float64Array(size * size)
    this.#labels = new Int32Array(design.stackWindow)
    this.answers = new Float64Array(classes)
    this.#window = { count: 0, inputs: size, classes, scores: this.#scores, labels: this.#labels }
    this.#derivatives = { slopes: this.slopes, gradient: this.#gradient, hessian: this.#hessian }
    this.#reset()
  }

  /** Resets the slopes to their initial values. */
  #reset(): void {
    this.slopes.fill(this.#design.slope / this.#members)
    this.slopes[this.#members] = 0
    this.#fittedAt = 0
  }

  /** The number of scores per answer. */
  get #width(): number {
    return (this.#members + 1) * this.#classes
  }

  /** The number of answers in the window. */
  get held(): number {
    return Math.min(this.#count, this.#labels.length)
  }

  /** Whether there are this many answers, or at least one of every class. */
  hasSeen(answers: number): boolean {
    return this.answers.every((count) => count > 0) || this.answers.reduce((a, b) => a + b) >= answers
  }

  /** Writes the prior after the members' scores. */
  complete(scores: Float64Array): void {
    writePrior(scores, this.#members * this.#classes, this.answers, this.#design.priorFrom)
  }

  /** Adds an answer and the scores before it. */
  add(scores: Float64Array, label: number): void {
    const { stackWindow, stackEager, stackGrowth, newtonSteps } = this.#design
    const place = this.#count % stackWindow
    this.#reserve(place + 1)
    this.#scores.set(scores, place * this.#width)
    this.#labels[place] = label
    this.answers[label]++
    this.#count++
    if (this.#count >= stackEager && this.#count < this.#fittedAt * stackGrowth) return
    this.#fittedAt = this.#count
    this.#due = newtonSteps
  }

  #reserve(answers: number): void {
    this.#scores = enlarged(this.#scores, answers * this.#width)
  }

  /** Replaces all answers but the latest `kept` ones, and fits at once. */
  replace(scores: readonly Float64Array[], labels: readonly number[], kept: number, steps: number): void {
    const { stackWindow } = this.#design
    const width = this.#width
    const latest = Math.min(kept, this.held)
    const all = [...scores]
    const allLabels = [...labels]
    for (const one of all) this.complete(one)
    for (let i = this.#count - latest; i < this.#count; i++) {
      const place = i % stackWindow
      all.push(this.#scores.slice(place * width, (place + 1) * width))
      allLabels.push(this.#labels[place])
    }
    const from = Math.max(0, all.length - stackWindow)
    this.#count = all.length - from
    this.#reserve(this.#count)
    for (let i = 0; i < this.#count; i++) {
      this.#scores.set(all[from + i], i * width)
      this.#labels[i] = allLabels[from + i]
    }
    this.#fittedAt = this.#count
    this.#due = steps
    this.fit(steps)
    this.#due = 0
    this.#recalibrate()
  }

  /** Corrects the scale and the offset, which the ridges pull to values that may not fit: they do not know the unit of the scores. */
  #recalibrate(): void {
    const k = this.#classes
    const sums = new Float64Array(this.held * k)
    for (let i = 0; i < this.held; i++)
      this.combine(
        this.#scores.subarray(i * this.#width, (i + 1) * this.#width),
        sums.subarray(i * k, (i + 1) * k),
      )
    const { scale, offset } = recalibration(sums, this.#labels.subarray(0, this.held), k)
    for (let m = 0; m <= this.#members; m++) this.slopes[m] *= scale
    this.slopes[this.#members] += offset
  }

  /** The combined score of every class. */
  combine(scores: Float64Array, out: Float64Array): void {
    const k = this.#classes
    out.fill(0)
    for (let m = 0; m <= this.#members; m++) {
      const slope = this.slopes[m]
      for (let c = 0; c < k; c++) out[c] += slope * scores[m * k + c]
    }
  }

  /** Makes at most this many of the pending Newton steps. */
  fit(most: number): void {
    for (let step = 0; step < most && this.#due > 0; step++) this.#due = this.#newton() ? this.#due - 1 : 0
  }

  /** One damped Newton step; false when it hardly moved. */
  #newton(): boolean {
    const { slope, slopeRidge, offsetRidge, minSlope, longestStep } = this.#design
    const m = this.#members
    const size = m + 1
    const { slopes } = this
    const g = this.#gradient
    const h = this.#hessian.fill(0)
    for (let j = 0; j < m; j++) {
      g[j] = slopeRidge * m * (slopes[j] - slope / m)
      h[j * size + j] = slopeRidge * m
    }
    g[m] = offsetRidge * slopes[m]
    h[m * size + m] = offsetRidge
    const window = this.#window
    window.count = this.held
    window.classes = this.#classes
    window.scores = this.#scores
    addAnswers(window, this.#derivatives)
    solve(h, g, size)
    let longest = 0
    for (let j = 0; j < size; j++) longest = Math.max(longest, Math.abs(g[j]))
    const damping = longest > longestStep ? longestStep / longest : 1
    for (let j = 0; j < size; j++) slopes[j] -= damping * g[j]
    let sum = 0
    for (let j = 0; j < m; j++) sum += slopes[j] = Math.max(0, slopes[j])
    if (sum < minSlope) for (let j = 0; j < m; j++) slopes[j] += minSlope / m
    if (this.#classes > 2) slopes[m] = Math.max(0, slopes[m])
    return longest >= 1e-3
  }

  /** The weight of each member: its slope times how far it separates the likeliest class from the rest. The sum is 1. */
  influences(): readonly number[] {
    const width = this.#width
    const parts = Array.from({ length: this.#members }, (_, m) => {
      let sum = 0
      for (let i = 0; i < this.held; i++)
        sum += ahead(this.#scores, i * width + m * this.#classes, this.#classes)
      return this.slopes[m] * sum
    })
    const total = parts.reduce((sum, part) => sum + part, 0)
    return parts.map((part) => (total > 0 ? part / total : 1 / parts.length))
  }

  /** Adds a class; earlier answers have no scores for it. */
  addClass(): void {
    const before = this.#classes
    const blocks = this.held * (this.#members + 1)
    const old = this.#scores
    this.#classes++
    const k = this.#classes
    this.#scores = new Float64Array(this.held * this.#width)
    for (let block = 0; block < blocks; block++) {
      const isMember = block % (this.#members + 1) < this.#members
      if (isMember || before > 2)
        this.#scores.set(old.subarray(block * before, (block + 1) * before), block * k)
    }
    const answers = new Float64Array(k)
    answers.set(this.answers)
    this.answers = answers
    if (before === 2) this.slopes[this.#members] = 0
  }

  save(): State {
    return {
      slopes: this.slopes.slice(),
      scores: this.#scores.slice(0, this.held * this.#width),
      labels: this.#labels.slice(0, this.held),
      answers: this.answers.slice(),
      counts: { count: this.#count, fittedAt: this.#fittedAt, due: this.#due },
    }
  }

  load(state: State): void {
    const counts = stateIn(state, 'counts')
    this.slopes.set(floatsIn(state, 'slopes'))
    this.#scores = floatsIn(state, 'scores')
    this.#labels.set(integersIn(state, 'labels'))
    this.answers.set(floatsIn(state, 'answers'))
    this.#count = numberIn(counts, 'count')
    if (this.#scores.length !== this.held * this.#width)
      throw coreError('model/state', { reason: 'the scores of the stack have another size' })
    this.#fittedAt = numberIn(counts, 'fittedAt')
    this.#due = numberIn(counts, 'due')
  }
}

/** How far the highest of some scores is above their mean. */
const ahead = (scores: Float64Array, from: number, count: number): number => {
  let most = scores[from]
  let total = 0
  for (let c = from; c < from + count; c++) {
    if (scores[c] > most) most = scores[c]
    total += scores[c]
  }
  return most - total / count
}
