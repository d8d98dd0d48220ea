import type { Reading, Weights } from '../parts.js'
import { knownEnd, type Row } from '../rows/row.js'
import { type State, weightsIn } from '../state/state.js'
import { enlargedCells, everyNth } from './cells.js'
import type { GaussianModel } from './gaussian.js'

/** What remains of a variance; never below 0, where rounding might lead. */
const left = (gone: number): number => (gone < 1 ? 1 - gone : 0)

/** Σ kept as its diagonal: O(non-zeros) a round. */
export class GaussianDiagonal implements GaussianModel {
  dimension = 0
  /** μᵢ and Σᵢ side by side: a feature costs one cache line. */
  #cells: Float64Array = new Float64Array(0)

  read(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const cells = this.#cells
    const known = knownEnd(x, this.dimension)
    let dot = 0
    let variance = 0
    for (let k = start; k < known; k++) {
      const v = value[k]
      const at = 2 * index[k]
      dot += cells[at] * v
      variance += cells[at + 1] * v * v
    }
    for (let k = known; k < end; k++) variance += value[k] * value[k]
    out.variance = variance
    out.settle(dot)
  }

  moveThenNarrow(x: Row, alpha: number, beta: number): void {
    const { index, value, start, end } = x
    this.#grow(index[end - 1] + 1)
    const cells = this.#cells
    for (let k = start; k < end; k++) {
      const at = 2 * index[k]
      const sx = cells[at + 1] * value[k]
      cells[at] += alpha * sx
      cells[at + 1] *= left(beta * sx * value[k])
    }
  }

  narrowThenMove(x: Row, alpha: number, beta: number): void {
    const { index, value, start, end } = x
    this.#grow(index[end - 1] + 1)
    const cells = this.#cells
    for (let k = start; k < end; k++) {
      const at = 2 * index[k]
      const v = value[k]
      const old = cells[at + 1]
      const narrowed = old * left(beta * old * v * v)
      cells[at] += alpha * narrowed * v
      cells[at + 1] = narrowed
    }
  }

  contribution(x: Row, k: number): number {
    const i = x.index[k]
    return i < this.dimension ? this.#cells[2 * i] * x.value[k] : 0
  }

  weights(): Weights {
    return { weights: everyNth(this.#cells, this.dimension, 2, 0), exact: true }
  }

  #grow(dimension: number): void {
    if (dimension <= this.dimension) return
    this.#cells = enlargedCells(this.#cells, dimension, [0, 1])
    this.dimension = dimension
  }

  save(): State {
    return { cells: this.#cells.slice(0, 2 * this.dimension) }
  }

  load(state: State): void {
    this.#cells = weightsIn(state, 'cells')
    this.dimension = this.#cells.length / 2
  }
}
