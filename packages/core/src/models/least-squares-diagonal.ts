import type { Reading } from '../parts.js'
import { knownEnd, type Row } from '../rows/row.js'
import { numberIn, type State, weightsIn } from '../state/state.js'
import { enlargedCells } from './cells.js'
import type { LeastSquaresModel } from './least-squares.js'

/** P kept as its diagonal, in the score too: every feature is a filter of its own. O(non-zeros) a round. */
export class LeastSquaresDiagonal implements LeastSquaresModel {
  readonly #prior: number
  readonly #noise: number
  dimension = 0
  /** fᵢ, Pᵢ, and the number of updates there had been when Pᵢ was written: the noise since then is added when the feature is next seen. */
  #cells: Float64Array = new Float64Array(0)
  #updates = 0

  constructor(prior: number, noise: number) {
    this.#prior = prior
    this.#noise = noise
  }

  read(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const cells = this.#cells
    const known = knownEnd(x, this.dimension)
    const noise = this.#noise
    const next = this.#updates + 1
    let score = 0
    let normSq = 0
    for (let k = start; k < known; k++) {
      const v = value[k]
      const at = 3 * index[k]
      const q = cells[at + 1] + (next - cells[at + 2]) * noise
      score += (cells[at] * v) / (1 + q * v * v)
      normSq += v * v
    }
    for (let k = known; k < end; k++) normSq += value[k] * value[k]
    out.normSq = normSq
    out.settle(score)
  }

  learn(x: Row, y: number): boolean {
    const { index, value, start, end } = x
    this.#grow(index[end - 1] + 1)
    this.#updates++
    const cells = this.#cells
    const noise = this.#noise
    const updates = this.#updates
    for (let k = start; k < end; k++) {
      const v = value[k]
      const at = 3 * index[k]
      const q = cells[at + 1] + (updates - cells[at + 2]) * noise
      const h = q * v
      const share = 1 / (1 + h * v)
      cells[at] += h * (y - cells[at] * v) * share
      cells[at + 1] = q * share
      cells[at + 2] = updates
    }
    return true
  }

  contribution(x: Row, k: number): number {
    const i = x.index[k]
    if (i >= this.dimension) return 0
    const v = x.value[k]
    const q = this.#cells[3 * i + 1] + (this.#updates + 1 - this.#cells[3 * i + 2]) * this.#noise
    return (this.#cells[3 * i] * v) / (1 + q * v * v)
  }

  /** Every feature is damped by its own value: that is no linear function. */
  weights(): undefined {
    return undefined
  }

  #grow(dimension: number): void {
    if (dimension <= this.dimension) return
    this.#cells = enlargedCells(this.#cells, dimension, [0, this.#prior, 0])
    this.dimension = dimension
  }

  save(): State {
    return { updates: this.#updates, cells: this.#cells.slice(0, 3 * this.dimension) }
  }

  load(state: State): void {
    this.#updates = numberIn(state, 'updates')
    this.#cells = weightsIn(state, 'cells')
    this.dimension = this.#cells.length / 3
  }
}
