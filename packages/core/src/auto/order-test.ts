import { RowBlocks } from '../rows/blocks.js'
import type { Row } from '../rows/row.js'
import { rowsIn, savedRows } from '../rows/table.js'
import { featureEnd } from '../rows/vector.js'
import { floatsIn, type State } from '../state/state.js'
import type { Design } from './design.js'
import type { Features } from './features.js'
import { ones, Represented, represent } from './represented.js'
import type { Scales } from './scales.js'

/** Its multiples modulo 1 are spread evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Whether neighbours in time are alike, without labels. With p the presence view without its intercept, r one of the latest rows in
 * golden-ratio order, and all three rows represented by the scales of this moment,
 *
 *     δ = p(x_t)·p(x_{t−1}) − p(x_t)·p(x_r),   z = mean(δ) / (deviation(δ)/√n).
 *
 * In a shuffled stream the mean of δ is 0. z > 6 with n ≥ 74 says that the stream has an order; as long as z > 2 with n ≥ 8 one is likely,
 * and labels are not spent early. This is tested with every row from the ninth to the thousandth, then with every eighth up to the 4,096th: an order that was not seen by then is weak, and the kept rows would make
 * the saved state of texts large. It cannot see streams in which only the labels change.
 */
export class OrderTest {
  readonly #design: Design
  /** The latest rows, each at its number modulo their number. */
  #kept: Row[] = []
  readonly #blocks = new RowBlocks()
  #rows = 0
  /** The number of differences, their sum and the sum of their squares. */
  #count = 0
  #sum = 0
  #squares = 0
  readonly #own = new Represented()
  readonly #other = new Represented()
  /** By slot: the presence of the row. */
  #presence = new Float64Array(0)

  constructor(design: Design) {
    this.#design = design
  }

  /** The current value of z. */
  get z(): number {
    const mean = this.#sum / this.#count
    const variance = this.#squares / this.#count - mean * mean
    return variance > 0 ? mean / Math.sqrt(variance / this.#count) : 0
  }

  /** Whether the stream probably has an order. */
  get isLikely(): boolean {
    const { orderLikelyCount, orderLikelyScore } = this.#design
    return this.#count >= orderLikelyCount && this.z > orderLikelyScore
  }

  /** Tests the next row; true if the stream has an order. Then the rows are no longer needed. */
  finds(x: Row, features: Features, scales: Scales): boolean {
    const { orderWarmup, orderRows, orderStep, orderCount, orderScore, orderEnd } = this.#design
    const t = this.#rows++
    if (t >= orderEnd) {
      this.#kept = []
      return false
    }
    if (t >= orderWarmup && (t < orderRows || t % orderStep === 0)) this.#compare(x, t, features, scales)
    this.#keep(x, t)
    if (this.#count < orderCount || !(this.z > orderScore)) return false
    this.#kept = []
    return true
  }

  #compare(x: Row, t: number, features: Features, scales: Scales): void {
    const { length } = this.#kept
    const before = this.#kept[(t - 1) % length]
    // One of the older rows.
    const back = 2 + Math.floor(((t * GOLDEN) % 1) * (length - 1))
    const other = this.#kept[(t - back) % length]
    const own = this.#own
    if (this.#presence.length < scales.level.length)
      this.#presence = new Float64Array(2 * scales.level.length)
    represent(x, features, scales, ones(scales.level.length), own)
    for (let k = 1; k < own.length; k++) this.#presence[own.slots[k]] = own.presence[k]
    const delta = this.#product(before, features, scales) - this.#product(other, features, scales)
    for (let k = 1; k < own.length; k++) this.#presence[own.slots[k]] = 0
    this.#count++
    this.#sum += delta
    this.#squares += delta * delta
  }

  #product(row: Row, features: Features, scales: Scales): number {
    const { slots, presence, length } = this.#represented(row, features, scales)
    let sum = 0
    for (let k = 1; k < length; k++) sum += presence[k] * this.#presence[slots[k]]
    return sum
  }

  #represented(row: Row, features: Features, scales: Scales): Represented {
    represent(row, features, scales, ones(scales.level.length), this.#other)
    return this.#other
  }

  #keep(x: Row, t: number): void {
    this.#kept[t % this.#design.orderKept] = this.#blocks.copy(x, featureEnd(x))
  }

  save(): State {
    return {
      sums: Float64Array.of(this.#rows, this.#count, this.#sum, this.#squares),
      ...savedRows(this.#kept),
    }
  }

  load(state: State): void {
    const [rows, count, sum, squares] = floatsIn(state, 'sums')
    this.#rows = rows
    this.#count = count
    this.#sum = sum
    this.#squares = squares
    this.#kept = rowsIn(state)
  }
}
