import { INTERCEPT, type Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'

/** Its multiples are spread evenly over the parts of 1. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * What rows tell of features without labels. A feature gets a slot when it is first met, counted from 1, so that what is
 * kept of features is as long as there are different ones, however they are numbered. Slot 0 is the intercept.
 */
export class Features {
  /** How many rows came. */
  rows = 0
  /** How many different features were met. */
  seen = 0
  /** By feature index; 0 where it was never met. */
  #slots: Int32Array = new Int32Array(0)
  /** By slot: the feature, in how many rows it was not zero, the sum of its values and that of their squares. */
  index: Int32Array = new Int32Array(1)
  count: Float64Array = new Float64Array(1)
  sum: Float64Array = new Float64Array(1)
  square: Float64Array = new Float64Array(1)
  /** And the sum of the values times a number of each row: with other values or in other rows it is another. */
  signature: Float64Array = new Float64Array(1)

  /** One more than the highest feature index that was met. */
  dimension = 0

  /** The slot of a feature; 0 where it was never met. */
  slot(index: number): number {
    return index < this.#slots.length ? this.#slots[index] : 0
  }

  observe({ index, value, start, end }: Row): void {
    this.rows++
    const mark = ((this.rows * GOLDEN) % 1) - 0.5
    for (let k = start; k < end; k++) {
      const x = value[k]
      if (x === 0 || index[k] === INTERCEPT) continue
      const slot = this.slot(index[k]) || this.#add(index[k])
      this.count[slot]++
      this.sum[slot] += x
      this.square[slot] += x * x
      this.signature[slot] += mark * x
    }
  }

  #add(index: number): number {
    const slot = ++this.seen
    this.dimension = Math.max(this.dimension, index + 1)
    this.#slots = enlarged(this.#slots, this.dimension)
    this.index = enlarged(this.index, slot + 1)
    this.count = enlarged(this.count, slot + 1)
    this.sum = enlarged(this.sum, slot + 1)
    this.square = enlarged(this.square, slot + 1)
    this.signature = enlarged(this.signature, slot + 1)
    this.#slots[index] = slot
    this.index[slot] = index
    return slot
  }

  /**
   * Of a feature that was met once, the square follows from the sum; 0 stands for that, as no square is 0. Signatures are
   * saved only while something is made of them.
   */
  save(withSignatures: boolean): State {
    const end = this.seen + 1
    const { sum, square } = this
    return {
      rows: this.rows,
      index: this.index.slice(0, end),
      count: this.count.slice(0, end),
      sum: sum.slice(0, end),
      square: square.slice(0, end).map((own, slot) => (own === sum[slot] ** 2 ? 0 : own)),
      signature: withSignatures ? this.signature.slice(0, end) : new Float64Array(end),
    }
  }

  load(state: State): void {
    this.rows = numberIn(state, 'rows')
    this.index = integersIn(state, 'index')
    this.count = floatsIn(state, 'count')
    this.sum = floatsIn(state, 'sum')
    this.square = floatsIn(state, 'square').map((own, slot) => (own === 0 ? this.sum[slot] ** 2 : own))
    this.signature = floatsIn(state, 'signature')
    this.seen = this.index.length - 1
    this.dimension = this.index.reduce((most, index) => Math.max(most, index + 1), 0)
    this.#slots = new Int32Array(this.dimension)
    for (let slot = 1; slot <= this.seen; slot++) this.#slots[this.index[slot]] = slot
  }
}
