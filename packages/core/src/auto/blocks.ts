import { Row } from '../rows/row.js'

/** The entries of a block: at first few, then twice as many each time. */
const FIRST_LENGTH = 512
const MAX_LENGTH = 16384

const nextLength = (before: number, wanted: number): number =>
  Math.max(wanted, Math.min(MAX_LENGTH, Math.max(FIRST_LENGTH, 2 * before)))

/**
 * Memory for stored views, one after the other in large blocks: an array for each would be slow to allocate, to collect and to read. A
 * block is freed with the last view in it.
 */
export class ViewBlocks {
  /** The current block, as whole numbers and as numbers of single precision. */
  integers: Int32Array = new Int32Array(0)
  singles: Float32Array = new Float32Array(0)
  #used = 0

  /** The place of this many new entries in the current block. */
  allocate(length: number): number {
    if (this.#used + length > this.integers.length) {
      this.integers = new Int32Array(nextLength(this.integers.length, length))
      this.singles = new Float32Array(this.integers.buffer)
      this.#used = 0
    }
    const at = this.#used
    this.#used += length
    return at
  }
}

/** Memory for stored rows, likewise. */
export class RowBlocks {
  #index: Int32Array = new Int32Array(0)
  #value: Float64Array = new Float64Array(0)
  #used = 0

  /** A copy of the entries of a row, up to `to`. */
  copy({ index, value, start, end }: Row, to = end): Row {
    const length = to - start
    if (this.#used + length > this.#index.length) {
      this.#index = new Int32Array(nextLength(this.#index.length, length))
      this.#value = new Float64Array(this.#index.length)
      this.#used = 0
    }
    const at = this.#used
    this.#used += length
    for (let k = 0; k < length; k++) {
      this.#index[at + k] = index[start + k]
      this.#value[at + k] = value[start + k]
    }
    return new Row(this.#index, this.#value, at, at + length)
  }
}
