import { highest, type Reading, type Weights } from '../parts.js'
import { knownEnd, type Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { type State, weightsIn } from '../state/state.js'
import { enlargedCells, everyNth } from './cells.js'
import type { Model } from './model.js'

/**
 * Weights with a step size of their own for every feature: one vector, or one for each class with the classes of a
 * feature side by side. Hᵢ = ridge + sᵢ, s²ᵢ = Σ g²ᵢ.
 */
export class AdaptiveModel implements Model {
  /** How many weight vectors: 1 in the binary case. */
  readonly vectors: number
  /** 1/H of an unseen feature. */
  readonly #fresh: number
  readonly #variances: Float64Array
  readonly #sums: boolean
  dimension = 0
  /** wᵢ and 1/Hᵢ side by side: all that reading needs, without a root or a division. */
  cells: Float64Array = new Float64Array(0)
  /** s²ᵢ, which only learning needs. */
  squares: Float64Array = new Float64Array(0)
  /** θᵢ = Σ gᵢ, which only dual averaging needs. */
  thetas: Float64Array = new Float64Array(0)

  /** `sums`: whether θ is kept. */
  constructor(vectors: number, ridge: number, sums: boolean) {
    this.vectors = vectors
    this.#sums = sums
    this.#fresh = 1 / ridge
    this.#variances = new Float64Array(vectors)
  }

  read(x: Row, out: Reading): void {
    if (this.vectors === 1) this.#readBinary(x, out)
    else this.#readClasses(x, out)
  }

  /** One vector: the score, ‖x‖² and v = Σ xᵢ²/Hᵢ. */
  #readBinary(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const cells = this.cells
    const known = knownEnd(x, this.dimension)
    let dot = 0
    let variance = 0
    let normSq = 0
    for (let k = start; k < known; k++) {
      const v = value[k]
      const square = v * v
      const at = 2 * index[k]
      dot += cells[at] * v
      variance += cells[at + 1] * square
      normSq += square
    }
    for (let k = known; k < end; k++) {
      const square = value[k] * value[k]
      variance += this.#fresh * square
      normSq += square
    }
    out.normSq = normSq
    out.variance = variance
    out.settle(dot)
  }

  /** A vector for each class: the scores, ‖x‖² and v = v_ŷ + the largest v of the other classes. */
  #readClasses(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const { cells, vectors } = this
    const { scores } = out
    const variances = this.#variances
    const known = knownEnd(x, this.dimension)
    scores.fill(0)
    variances.fill(0)
    let normSq = 0
    for (let k = start; k < known; k++) {
      const v = value[k]
      const square = v * v
      const from = 2 * vectors * index[k]
      normSq += square
      for (let c = 0; c < vectors; c++) {
        scores[c] += cells[from + 2 * c] * v
        variances[c] += cells[from + 2 * c + 1] * square
      }
    }
    let rest = 0
    for (let k = known; k < end; k++) rest += value[k] * value[k]
    for (let c = 0; c < vectors; c++) variances[c] += this.#fresh * rest
    out.normSq = normSq + rest
    out.settleClasses()
    out.variance = variances[out.predicted] + variances[highest(variances, out.predicted)]
  }

  contribution(x: Row, k: number, label: number): number {
    const i = x.index[k]
    const vector = this.vectors === 1 ? 0 : label
    return i < this.dimension ? this.cells[2 * (i * this.vectors + vector)] * x.value[k] : 0
  }

  weights(label: number): Weights {
    const { cells, dimension, vectors } = this
    const weights = everyNth(cells, dimension, 2 * vectors, vectors === 1 ? 0 : 2 * label)
    return { weights, exact: true }
  }

  /** Allocates cells for every feature of the row. */
  meet(x: Row): void {
    const dimension = x.index[x.end - 1] + 1
    if (dimension <= this.dimension) return
    const count = dimension * this.vectors
    this.cells = enlargedCells(this.cells, count, [0, this.#fresh])
    this.squares = enlarged(this.squares, count)
    if (this.#sums) this.thetas = enlarged(this.thetas, count)
    this.dimension = dimension
  }

  save(): State {
    const count = this.dimension * this.vectors
    return {
      cells: this.cells.slice(0, 2 * count),
      squares: this.squares.slice(0, count),
      ...(this.#sums && { thetas: this.thetas.slice(0, count) }),
    }
  }

  load(state: State): void {
    this.cells = weightsIn(state, 'cells')
    this.squares = weightsIn(state, 'squares')
    if (this.#sums) this.thetas = weightsIn(state, 'thetas')
    this.dimension = this.squares.length / this.vectors
  }
}
