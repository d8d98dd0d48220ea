import type { Reading, Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { numberIn, type State, weightsIn } from '../state/state.js'
import { GrowingMatrix } from './growing-matrix.js'
import { isLearnable, type LeastSquaresModel, leverageOf, soundRho } from './least-squares.js'

/** The whole matrix P: O(d²) a round. */
export class LeastSquaresFull implements LeastSquaresModel {
  readonly #prior: number
  readonly #noise: number
  readonly #covariance = new GrowingMatrix()
  #weights: Float64Array = new Float64Array(0)
  #updates = 0
  /** f·x and ρ of the row read last. */
  #dot = 0
  #rho = 0

  constructor(prior: number, noise: number) {
    this.#prior = prior
    this.#noise = noise
  }

  get dimension(): number {
    return this.#covariance.dimension
  }

  read(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const known = this.#covariance.multiply(x)
    const { product, dimension } = this.#covariance.matrix
    const weights = this.#weights
    const noise = this.#noise
    let dot = 0
    let rho = 0
    let normSq = 0
    for (let k = start; k < known; k++) {
      const i = index[k]
      const v = value[k]
      product[i] += noise * v
      dot += weights[i] * v
      rho += product[i] * v
      normSq += v * v
    }
    let lengthSq = 0
    for (let i = 0; i < dimension; i++) lengthSq += product[i] * product[i]
    const fresh = this.#fresh + noise
    for (let k = known; k < end; k++) {
      const square = value[k] * value[k]
      rho += fresh * square
      lengthSq += fresh * fresh * square
      normSq += square
    }
    this.#dot = dot
    this.#rho = rho
    rho = soundRho(rho)
    out.normSq = normSq
    // Cesa-Bianchi, Gentile & Orabona 2009, where the ridge is 1/prior: r, s and ‖q‖² = r − r² − ridge·s².
    out.leverage = leverageOf(rho)
    out.reach = rho < Number.POSITIVE_INFINITY ? Math.sqrt(lengthSq) / (1 + rho) : 0
    out.residualSq = Math.max(0, out.leverage - out.leverage ** 2 - out.reach ** 2 / this.#prior)
    out.settle(dot / (1 + rho))
  }

  learn(x: Row, y: number): boolean {
    if (!isLearnable(this.#rho)) return false
    const fresh = this.#fresh
    if (this.#covariance.meet(x, fresh, fresh + this.#noise))
      this.#weights = enlarged(this.#weights, this.dimension)
    const { matrix } = this.#covariance
    const { product, dimension } = matrix
    const gain = (y - this.#dot) / (1 + this.#rho)
    for (let i = 0; i < dimension; i++) this.#weights[i] += gain * product[i]
    matrix.downdate(1 / (1 + this.#rho), this.#noise)
    this.#updates++
    return true
  }

  contribution(x: Row, k: number): number {
    const i = x.index[k]
    return i < this.dimension ? (this.#weights[i] * x.value[k]) / (1 + soundRho(this.#rho)) : 0
  }

  /** The score is f·x/(1 + ρ), and ρ depends on the row. */
  weights(): Weights {
    return { weights: this.#weights.slice(0, this.dimension), exact: false }
  }

  /** The variance of a weight that no row has touched. */
  get #fresh(): number {
    return this.#prior + this.#updates * this.#noise
  }

  save(): State {
    return {
      updates: this.#updates,
      weights: this.#weights.slice(0, this.dimension),
      matrix: this.#covariance.matrix.save(),
    }
  }

  load(state: State): void {
    this.#updates = numberIn(state, 'updates')
    this.#weights = weightsIn(state, 'weights')
    this.#covariance.matrix.load(weightsIn(state, 'matrix'))
  }
}
