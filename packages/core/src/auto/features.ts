import { INTERCEPT, type Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { featureEnd } from '../rows/vector.js'
import { floatsIn, integersIn, numberIn, type State } from '../state/state.js'

/**
 * Statistics of features from unlabelled rows. A feature gets a slot, counted from 1, when it is first seen, so that arrays are
 * as long as the number of different features, whatever their indices. Slot 0 is the intercept.
 */
export class Features {
  /** The number of rows. */
  rows = 0
  /** The number of different features seen. */
  seen = 0
  /** By feature index; 0 if never seen. */
  #slots: Int32Array = new Int32Array(0)
  /** By slot: the feature index, the number of rows with a nonzero value, the sum of values and of squares. */
  index: Int32Array = new Int32Array(1)
  count: Float64Array = new Float64Array(1)
  sum: Float64Array = new Float64Array(1)
  square: Float64Array = new Float64Array(1)

  /** One more than the highest feature index seen. */
  dimension = 0

  /** The slot of a feature; 0 if never seen. */
  slot(index: number): number {
    return index < this.#slots.length ? this.#slots[index] : 0
  }

  observe(x: Row): void {
    const { index, value, start } = x
    const end = featureEnd(x)
    this.rows++
    for (let k = start; k < end; k++) {
      const own = value[k]
      if (own === 0 || index[k] === INTERCEPT) continue
      const slot = this.slot(index[k]) || this.#add(index[k])
      this.count[slot]++
      this.sum[slot] += own
      this.square[slot] += own * own
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
    this.#slots[index] = slot
    this.index[slot] = index
    return slot
  }

  /** What predicts: which feature has which slot. */
  saveReplica(): State {
    return { index: this.index.slice(0, this.seen + 1) }
  }

  loadReplica(state: State): void {
    this.#assign(integersIn(state, 'index'))
  }

  #assign(index: Int32Array): void {
    this.index = index
    this.seen = index.length - 1
    this.dimension = index.reduce((most, own) => Math.max(most, own + 1), 0)
    this.#slots = new Int32Array(this.dimension)
    for (let slot = 1; slot <= this.seen; slot++) this.#slots[index[slot]] = slot
  }

  /** For a feature seen once the square follows from the sum, so 0 is saved instead; no square is 0. */
  save(): State {
    const end = this.seen + 1
    const { sum, square } = this
    return {
      rows: this.rows,
      index: this.index.slice(0, end),
      count: this.count.slice(0, end),
      sum: sum.slice(0, end),
      square: square.slice(0, end).map((own, slot) => (own === sum[slot] ** 2 ? 0 : own)),
    }
  }

  load(state: State): void {
    this.rows = numberIn(state, 'rows')
    this.#assign(integersIn(state, 'index'))
    this.count = floatsIn(state, 'count')
    this.sum = floatsIn(state, 'sum')
    this.square = floatsIn(state, 'square').map((own, slot) => (own === 0 ? this.sum[slot] ** 2 : own))
  }
}
