import type { Kernel } from '../kernels.js'
import { createMatrix } from '../matrix/create.js'
import type { Reading } from '../parts.js'
import { emptyRow, type Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { numberIn, type State, stateIn, weightsIn } from '../state/state.js'
import { isLearnable, type LeastSquaresModel, leverageOf, soundRho } from './least-squares.js'
import { SupportSet } from './support.js'

/**
 * The dual form over stored rows X: P = α I + X M Xᵀ and f = X β. With k = K(X, x), h has the coefficients [Mk; α′]
 * over [X; x], where α′ = α + noise, and ρ = α′K(x, x) + kᵀMk. O(n²) a round for n stored rows.
 */
export class LeastSquaresKernel implements LeastSquaresModel {
  readonly #noise: number
  readonly #ridge: number
  readonly #capacity: number
  readonly #support: SupportSet
  readonly #matrix = createMatrix()
  readonly #k = emptyRow()
  #coefficients: Float64Array = new Float64Array(16)
  #alpha: number
  /** f·x, ρ and ‖Mk‖² of the row read last. */
  #dot = 0
  #rho = 0
  #lengthSq = 0

  constructor(prior: number, noise: number, kernel: Kernel, capacity: number) {
    this.#alpha = prior
    this.#noise = noise
    this.#ridge = 1 / prior
    this.#capacity = capacity
    this.#support = new SupportSet(kernel)
  }

  get dimension(): number {
    return this.#support.dimension
  }

  read(x: Row, out: Reading): void {
    this.#measure(x)
    const rho = soundRho(this.#rho)
    const ridge = this.#ridge
    out.normSq = this.#support.self
    // With M = −(ridge·I + G)⁻¹/ridge the BBQ statistics need no Gram matrix G: ‖q‖ = ridge·‖Mk‖/(1 + ρ), and
    // s² = hᵀGh/(1 + ρ)² = (ρ/ridge − ridge·‖Mk‖²)/(1 + ρ)².
    const isBounded = rho < Number.POSITIVE_INFINITY && this.#lengthSq < Number.POSITIVE_INFINITY
    out.leverage = leverageOf(rho)
    out.reach = isBounded ? Math.sqrt(Math.max(0, rho / ridge - ridge * this.#lengthSq)) / (1 + rho) : 0
    out.residualSq = isBounded ? this.#lengthSq * (ridge / (1 + rho)) ** 2 : 0
    out.settle(this.#dot / (1 + rho))
  }

  learn(x: Row, y: number): boolean {
    if (!this.#isHeld(this.#gain(y))) return false
    if (this.#support.size >= this.#capacity) {
      this.#forget(0)
      this.#measure(x)
      // The oldest row is removed even if the new one cannot be added.
      if (!this.#isHeld(this.#gain(y))) return true
    }
    const last = this.#support.size
    const own = this.#alpha + this.#noise
    const gain = this.#gain(y)
    this.#support.push(x)
    this.#matrix.grow(last + 1, 0)
    const { product } = this.#matrix
    product[last] = own
    this.#coefficients = enlarged(this.#coefficients, last + 1)
    this.#coefficients[last] = 0
    for (let j = 0; j <= last; j++) this.#coefficients[j] += gain * product[j]
    this.#matrix.downdate(1 / (1 + this.#rho), 0)
    this.#alpha = own
    return true
  }

  #gain(y: number): number {
    return (y - this.#dot) / (1 + this.#rho)
  }

  /** Whether numbers can hold a step of that gain along the row measured last. */
  #isHeld(gain: number): boolean {
    return (
      isLearnable(this.#rho) &&
      this.#lengthSq < Number.POSITIVE_INFINITY &&
      Number.isFinite(gain * Math.sqrt(this.#lengthSq))
    )
  }

  /** k, Mk, f·x and ρ for the row at hand. */
  #measure(x: Row): void {
    const support = this.#support
    const { size } = support
    support.evaluate(x)
    const { values, self } = support
    const k = this.#k
    if (k.index.length < size) k.index = Int32Array.from({ length: 2 * size }, (_, j) => j)
    k.value = values
    k.end = size
    this.#matrix.multiply(k)
    const { product } = this.#matrix
    let dot = 0
    let lengthSq = 0
    let rho = (this.#alpha + this.#noise) * self
    for (let j = 0; j < size; j++) {
      dot += this.#coefficients[j] * values[j]
      rho += product[j] * values[j]
      lengthSq += product[j] * product[j]
    }
    this.#dot = dot
    this.#lengthSq = lengthSq
    this.#rho = rho
  }

  /**
   * Drops stored row j by a Schur complement: M ← M − mⱼ mⱼᵀ/Mⱼⱼ and β ← β − mⱼ βⱼ/Mⱼⱼ. For RLS that is exactly the
   * model that never learned it; in every case P only grows, so what is dropped makes the learner less sure, never wrong.
   */
  #forget(j: number): void {
    const matrix = this.#matrix
    matrix.column(j)
    const { product, dimension } = matrix
    const scale = 1 / product[j]
    const share = this.#coefficients[j] * scale
    let most = 0
    for (let i = 0; i < dimension; i++) most = Math.max(most, Math.abs(product[i]))
    // If the step overflows, the row is removed without it.
    if (
      Number.isFinite(scale * most) &&
      Number.isFinite(scale * most * most) &&
      Number.isFinite(share * most)
    ) {
      for (let i = 0; i < dimension; i++) this.#coefficients[i] -= share * product[i]
      matrix.downdate(scale, 0)
    }
    matrix.remove(j)
    this.#coefficients.copyWithin(j, j + 1, dimension)
    this.#support.remove(j)
  }

  /** A kernel model has no feature weights. */
  contribution(): undefined {
    return undefined
  }

  weights(): undefined {
    return undefined
  }

  save(): State {
    return {
      alpha: this.#alpha,
      support: this.#support.save(),
      coefficients: this.#coefficients.slice(0, this.#support.size),
      matrix: this.#matrix.save(),
    }
  }

  load(state: State): void {
    this.#alpha = numberIn(state, 'alpha')
    this.#support.load(stateIn(state, 'support'))
    this.#coefficients = weightsIn(state, 'coefficients')
    this.#matrix.load(weightsIn(state, 'matrix'))
  }
}
