import { type Kernel, type KernelFunction, kernelFunction } from '../kernels.js'
import { type Row, squaredNorm } from '../rows/row.js'
import { enlarged, RowTable, rowsIn } from '../rows/table.js'
import { ROW_END } from '../rows/vector.js'
import { countIn, type State, weightsIn } from '../state/state.js'

/** The rows a kernel model has stored, and the kernel between each of them and the row at hand. */
export class SupportSet {
  readonly #kernel: KernelFunction
  readonly #rows = new RowTable()
  #norms: Float64Array = new Float64Array(16)
  /** The row at hand, spread out over the features that stored rows have; all zero between calls. */
  #spread: Float64Array = new Float64Array(0)
  dimension = 0
  /** K(xⱼ, x) for each stored row j. */
  values: Float64Array = new Float64Array(16)
  /** K(x, x). */
  self = 0

  constructor(kernel: Kernel) {
    this.#kernel = kernelFunction(kernel)
  }

  get size(): number {
    return this.#rows.length
  }

  evaluate(x: Row): void {
    const { size } = this
    const { starts, index, value } = this.#rows
    const spread = this.#spread
    const norm = squaredNorm(x)
    for (let k = x.start; k < x.end; k++) if (x.index[k] < spread.length) spread[x.index[k]] = x.value[k]
    for (let j = 0; j < size; j++) {
      let dot = 0
      for (let e = starts[j]; e < starts[j + 1]; e++) dot += value[e] * spread[index[e]]
      this.values[j] = this.#kernel(dot, norm, this.#norms[j])
    }
    for (let k = x.start; k < x.end; k++) if (x.index[k] < spread.length) spread[x.index[k]] = 0
    this.self = this.#kernel(norm, norm, norm)
  }

  /** Stores a copy of the row, as the last. */
  push(x: Row): void {
    this.#rows.push(x)
    this.#norms = enlarged(this.#norms, this.size)
    this.values = enlarged(this.values, this.size)
    this.#norms[this.size - 1] = squaredNorm(x)
    if (x.end > x.start) this.#reach(x.index[x.end - 1] + 1)
  }

  /** Drops stored row j; the ones behind move up. The kernel values do not move: evaluate again before using them. */
  remove(j: number): void {
    this.#norms.copyWithin(j, j + 1, this.size)
    this.#rows.remove(j)
  }

  #reach(dimension: number): void {
    this.dimension = Math.max(this.dimension, dimension)
    this.#spread = enlarged(this.#spread, dimension)
  }

  save(): State {
    return { dimension: this.dimension, ...this.#rows.save() }
  }

  load(state: State): void {
    // Rows that are not finite would make every score NaN.
    weightsIn(state, 'value')
    this.#rows.clear()
    this.#reach(countIn(state, 'dimension', ROW_END))
    for (const row of rowsIn(state)) this.push(row)
  }
}
