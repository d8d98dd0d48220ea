import { Row } from '@askance/core'
import { enlarged } from '@askance/core/internals'
import { PairSorter } from './pair-sorter.js'

/** Builds a row from entries in any order: increasing indices, duplicates summed, no zeros. Reused from row to row. */
export class RowBuilder {
  size = 0
  index: Int32Array = new Int32Array(64)
  value: Float64Array = new Float64Array(64)
  readonly #sorter = new PairSorter()
  readonly #row = new Row(this.index, this.value, 0, 0)

  clear(): void {
    this.size = 0
  }

  /** Reserves capacity for so many entries in all. */
  reserve(size: number): void {
    this.index = enlarged(this.index, size)
    this.value = enlarged(this.value, size)
  }

  push(index: number, value: number): void {
    const at = this.size++
    if (at >= this.index.length) this.reserve(at + 1)
    this.index[at] = index
    this.value[at] = value
  }

  /** Sorts the entries and sums duplicates. */
  settle(): void {
    const { index, value, size } = this
    this.#sorter.sort(index, value, size)
    let end = 0
    for (let k = 0; k < size; ) {
      const own = index[k]!
      let sum = value[k++]!
      while (k < size && index[k] === own) sum += value[k++]!
      if (sum === 0) continue
      index[end] = own
      value[end++] = sum
    }
    this.size = end
  }

  /** Scales the entries to length 1. */
  normalize(): void {
    const { value, size } = this
    let square = 0
    for (let k = 0; k < size; k++) square += value[k]! * value[k]!
    if (square === 0) return
    const factor = 1 / Math.sqrt(square)
    for (let k = 0; k < size; k++) value[k]! *= factor
  }

  /** The entries as a row, valid until the builder is used again. */
  row(): Row {
    const row = this.#row
    row.index = this.index
    row.value = this.value
    row.end = this.size
    return row
  }
}
