import type { Reading, Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { type State, weightsIn } from '../state/state.js'
import type { GaussianModel } from './gaussian.js'
import { GrowingMatrix } from './growing-matrix.js'

/** The whole matrix Σ: O(d²) a round. */
export class GaussianFull implements GaussianModel {
  readonly #covariance = new GrowingMatrix()
  #mean: Float64Array = new Float64Array(0)

  get dimension(): number {
    return this.#covariance.dimension
  }

  read(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const known = this.#covariance.multiply(x)
    const { product } = this.#covariance.matrix
    const mean = this.#mean
    let dot = 0
    let variance = 0
    for (let k = start; k < known; k++) {
      const i = index[k]
      const v = value[k]
      dot += mean[i] * v
      variance += product[i] * v
    }
    for (let k = known; k < end; k++) variance += value[k] * value[k]
    // Σ is positive in exact arithmetic; rounding may leave a little less.
    out.variance = Math.max(0, variance)
    out.settle(dot)
  }

  moveThenNarrow(x: Row, alpha: number, beta: number): void {
    this.#update(x, alpha, beta)
  }

  /** The new Σ times x is (1 − beta·v)·Σx. */
  narrowThenMove(x: Row, alpha: number, beta: number, rest: number): void {
    this.#update(x, alpha * rest, beta)
  }

  #update(x: Row, alpha: number, beta: number): void {
    if (this.#covariance.meet(x, 1, 1)) this.#mean = enlarged(this.#mean, this.dimension)
    const { matrix } = this.#covariance
    const { product, dimension } = matrix
    const mean = this.#mean
    for (let i = 0; i < dimension; i++) mean[i] += alpha * product[i]
    matrix.downdate(beta, 0)
  }

  contribution(x: Row, k: number): number {
    const i = x.index[k]
    return i < this.dimension ? this.#mean[i] * x.value[k] : 0
  }

  weights(): Weights {
    return { weights: this.#mean.slice(0, this.dimension), exact: true }
  }

  save(): State {
    return { mean: this.#mean.slice(0, this.dimension), covariance: this.#covariance.matrix.save() }
  }

  load(state: State): void {
    this.#mean = weightsIn(state, 'mean')
    this.#covariance.matrix.load(weightsIn(state, 'covariance'))
  }
}
