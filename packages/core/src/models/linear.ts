import type { Reading, Weights } from '../parts.js'
import { knownEnd, type Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { numberIn, type State, weightsIn } from '../state/state.js'
import type { FirstOrderModel } from './first-order.js'

/** A weight vector w; the score is w·x. */
export class LinearModel implements FirstOrderModel {
  dimension = 0
  #weights: Float64Array = new Float64Array(0)
  /** w = scale · weights, so that shrinking w costs one multiplication instead of one per feature. */
  #scale = 1

  read(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const weights = this.#weights
    const known = knownEnd(x, this.dimension)
    let dot = 0
    let normSq = 0
    for (let k = start; k < known; k++) {
      const v = value[k]
      dot += weights[index[k]] * v
      normSq += v * v
    }
    for (let k = known; k < end; k++) normSq += value[k] * value[k]
    out.normSq = normSq
    out.settle(this.#scale * dot)
  }

  /** w ← w ± step · x. */
  move(x: Row, label: number, _rival: number, step: number): void {
    const { index, value, start, end } = x
    this.#grow(index[end - 1] + 1)
    const weights = this.#weights
    const signed = (label === 1 ? step : -step) / this.#scale
    for (let k = start; k < end; k++) weights[index[k]] += signed * value[k]
  }

  shrink(keep: number): void {
    this.#scale *= keep
    if (this.#scale > 1e-100) return
    for (let i = 0; i < this.dimension; i++) this.#weights[i] *= this.#scale
    this.#scale = 1
  }

  contribution(x: Row, k: number): number {
    const i = x.index[k]
    return i < this.dimension ? this.#scale * this.#weights[i] * x.value[k] : 0
  }

  weights(): Weights {
    const weights = this.#weights.slice(0, this.dimension).map((weight) => this.#scale * weight)
    return { weights, exact: true }
  }

  #grow(dimension: number): void {
    if (dimension <= this.dimension) return
    this.#weights = enlarged(this.#weights, dimension)
    this.dimension = dimension
  }

  save(): State {
    return { scale: this.#scale, weights: this.#weights.slice(0, this.dimension) }
  }

  load(state: State): void {
    this.#scale = numberIn(state, 'scale')
    this.#weights = weightsIn(state, 'weights')
    this.dimension = this.#weights.length
  }
}
