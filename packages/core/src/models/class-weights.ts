import type { Reading, Weights } from '../parts.js'
import { knownEnd, type Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { type State, weightsIn } from '../state/state.js'
import { everyNth } from './cells.js'
import type { FirstOrderModel } from './first-order.js'

/** One weight vector per class, the classes of a feature side by side: a row walks through memory once. */
export class ClassWeights implements FirstOrderModel {
  readonly classes: number
  dimension = 0
  #weights: Float64Array = new Float64Array(0)

  constructor(classes: number) {
    this.classes = classes
  }

  /** All scores and ‖x‖². */
  read(x: Row, out: Reading): void {
    const { index, value, start, end } = x
    const { classes } = this
    const { scores } = out
    const weights = this.#weights
    const known = knownEnd(x, this.dimension)
    scores.fill(0)
    let normSq = 0
    for (let k = start; k < known; k++) {
      const v = value[k]
      const at = index[k] * classes
      normSq += v * v
      for (let c = 0; c < classes; c++) scores[c] += weights[at + c] * v
    }
    for (let k = known; k < end; k++) normSq += value[k] * value[k]
    out.normSq = normSq
    out.settleClasses()
  }

  /** w_label ← w_label + step · x, w_rival ← w_rival − step · x. */
  move(x: Row, label: number, rival: number, step: number): void {
    const { index, value, start, end } = x
    const { classes } = this
    this.#grow(index[end - 1] + 1)
    const weights = this.#weights
    for (let k = start; k < end; k++) {
      const at = index[k] * classes
      const change = step * value[k]
      weights[at + label] += change
      weights[at + rival] -= change
    }
  }

  shrink(keep: number): void {
    for (let at = 0; at < this.dimension * this.classes; at++) this.#weights[at] *= keep
  }

  contribution(x: Row, k: number, label: number): number {
    const i = x.index[k]
    return i < this.dimension ? this.#weights[i * this.classes + label] * x.value[k] : 0
  }

  weights(label: number): Weights {
    return { weights: everyNth(this.#weights, this.dimension, this.classes, label), exact: true }
  }

  #grow(dimension: number): void {
    if (dimension <= this.dimension) return
    this.#weights = enlarged(this.#weights, dimension * this.classes)
    this.dimension = dimension
  }

  save(): State {
    return { weights: this.#weights.slice(0, this.dimension * this.classes) }
  }

  load(state: State): void {
    this.#weights = weightsIn(state, 'weights')
    this.dimension = this.#weights.length / this.classes
  }
}
