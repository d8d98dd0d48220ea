import { coreError } from '../errors.js'
import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'
import { GROWTH } from './parameters.js'

/** Scores beyond this count as this: differences of two of them are still numbers. */
const LARGEST = 1e300

/** Stands for the score of a class that did not exist yet. No added score is as low. */
export const ABSENT = Number.NEGATIVE_INFINITY

/** Clips infinite scores. NaN counts as 0. */
export const tame = (score: number): number => {
  if (score > LARGEST) return LARGEST
  if (score < -LARGEST) return -LARGEST
  return Number.isNaN(score) ? 0 : score
}

/** What a fit looks at: for each answer the scores when the question was asked, the label, and how much the answer weighs. */
export class Window {
  readonly size: number
  columns: number
  /** `columns` scores a pair. */
  scores: Float64Array
  labels: Int32Array
  weights: Float64Array
  filled = 0
  readonly #spreads: Float64Array

  constructor(size: number, columns: number) {
    this.size = size
    this.columns = columns
    this.scores = new Float64Array(size * columns)
    this.labels = new Int32Array(size)
    this.weights = new Float64Array(size)
    this.#spreads = new Float64Array(size)
  }

  /** Becomes a copy of another window of this size. */
  copy({ columns, scores, labels, weights, filled }: Window): void {
    if (this.columns !== columns) this.scores = new Float64Array(scores.length)
    this.columns = columns
    this.scores.set(scores)
    this.labels.set(labels)
    this.weights.set(weights)
    this.filled = filled
  }

  /**
   * What the weights are multiplied with so that they add up to Kish's effective number of answers, (Σw)²/Σw²
   * (L. Kish: Survey sampling. Wiley 1965): few heavy answers must not outvote the prior as if they were many.
   */
  effective(): number {
    let sum = 0
    let squares = 0
    for (let i = 0; i < this.filled; i++) {
      sum += this.weights[i]
      squares += this.weights[i] ** 2
    }
    return squares > 0 ? sum / squares : 1
  }

  /** The median over the pairs of highest − lowest score (of a single signed score: its distance from 0); never 0. */
  typical(): number {
    const { columns, scores, filled } = this
    for (let i = 0; i < filled; i++) {
      let low = columns === 1 ? 0 : Number.POSITIVE_INFINITY
      let high = columns === 1 ? 0 : ABSENT
      for (let k = i * columns; k < (i + 1) * columns; k++) {
        const score = scores[k]
        if (score === ABSENT) continue
        if (score < low) low = score
        if (score > high) high = score
      }
      this.#spreads[i] = high > low ? high - low : 0
    }
    const sorted = this.#spreads.subarray(0, filled).sort()
    return sorted[(filled - 1) >> 1] || sorted[filled - 1] || 1
  }
}

/** The latest answers. */
export class Pairs extends Window {
  #next = 0
  /** Answers since a fit was last due. */
  #fresh = 0

  /** Whether enough was added for another fit. */
  add(scores: ArrayLike<number>, label: number, weight: number): boolean {
    const { columns } = this
    const at = this.#next
    for (let c = 0; c < columns; c++) this.scores[at * columns + c] = tame(scores[c])
    this.labels[at] = label
    this.weights[at] = weight
    this.#next = (at + 1) % this.size
    if (this.filled < this.size) this.filled++
    this.#fresh++
    if (this.#fresh < GROWTH * this.filled) return false
    this.#fresh = 0
    return true
  }

  /** Adds a column; existing pairs have no score in it. */
  grow(): void {
    const { columns, scores } = this
    const wider = new Float64Array(this.size * (columns + 1)).fill(ABSENT)
    for (let i = 0; i < this.filled; i++)
      wider.set(scores.subarray(i * columns, (i + 1) * columns), i * (columns + 1))
    this.scores = wider
    this.columns = columns + 1
  }

  save(): State {
    return {
      columns: this.columns,
      scores: this.scores.slice(),
      labels: this.labels.slice(),
      weights: this.weights.slice(),
      filled: this.filled,
      next: this.#next,
      fresh: this.#fresh,
    }
  }

  load(state: State): void {
    this.columns = numberIn(state, 'columns')
    this.scores = floatsIn(state, 'scores')
    this.labels = integersIn(state, 'labels')
    this.weights = floatsIn(state, 'weights')
    this.filled = numberIn(state, 'filled')
    this.#next = numberIn(state, 'next')
    this.#fresh = numberIn(state, 'fresh')
    if (this.labels.length !== this.size)
      throw coreError('model/state', { reason: `${this.labels.length} pairs, expected ${this.size}` })
  }
}
