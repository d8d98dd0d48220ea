import { Row } from './row.js'

/** A small stream needs one small block, while larger blocks would waste more memory on the last one, or for one row that is still in use. */
const FIRST_LENGTH = 512
const MAX_LENGTH = 16384

/** The length of the next block, after one with `before` entries: twice as long, up to a limit, and at least `wanted`. */
export const blockLength = (before: number, wanted: number): number =>
  Math.max(wanted, Math.min(MAX_LENGTH, Math.max(FIRST_LENGTH, 2 * before)))

/** Memory for copies of rows, one after the other in large blocks. A block is freed with the last row in it. */
export class RowBlocks {
  #index: Int32Array = new Int32Array(0)
  #value: Float64Array = new Float64Array(0)
  #used = 0

  /** A copy of the entries of a row, up to `to`. */
  copy({ index, value, start, end }: Row, to = end): Row {
    const length = to - start
    if (this.#used + length > this.#index.length) {
      this.#index = new Int32Array(blockLength(this.#index.length, length))
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
