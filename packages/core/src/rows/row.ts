import { coreError } from '../errors.js'

/** The largest feature index a row may carry: what a stranger sends must not fill the memory. */
export const MAX_INDEX = 2 ** 26

/** The largest magnitude a value may have: its square, and sums of such squares, stay finite. */
export const MAX_VALUE = 1e100

/** The index of the intercept. Features are numbered from 1, so that it never meets one of them. */
export const INTERCEPT = 0

/**
 * An item as a sparse vector: the entries `start` to `end` (exclusive) of two parallel arrays.
 * Indices are strictly increasing; values are finite. Many rows may share the arrays (a window into a table). A dense row has
 * the indices 1, 2, 3, …. Askance never writes to a row it was given.
 */
export class Row {
  index: Int32Array
  value: Float64Array
  start: number
  end: number

  constructor(index: Int32Array, value: Float64Array, start = 0, end: number = index.length) {
    this.index = index
    this.value = value
    this.start = start
    this.end = end
  }
}

/**
 * A new row without entries, such as one that is moved over a table.
 *
 * @example
 * emptyRow().end // => 0
 */
export const emptyRow = (): Row => new Row(new Int32Array(0), new Float64Array(0))

/**
 * A checked row from indices (from 1, rising) and values.
 *
 * @example
 * const row = sparseRow([3, 17], [0.5, -2])
 * row.end - row.start // => 2
 */
export const sparseRow = (indices: ArrayLike<number>, values: ArrayLike<number>): Row => {
  if (indices.length !== values.length)
    throw coreError('row/lengths', { indices: indices.length, values: values.length })
  const row = new Row(new Int32Array(indices.length), new Float64Array(indices.length))
  let previous = INTERCEPT
  for (let k = 0; k < indices.length; k++) {
    const index = indices[k]
    if (!Number.isInteger(index) || index < 1 || index > MAX_INDEX)
      throw coreError('row/index', { index, min: 1, max: MAX_INDEX })
    if (index <= previous) throw coreError('row/order', { index, previous })
    row.index[k] = previous = index
    row.value[k] = checkedValue(values[k], index)
  }
  return row
}

/**
 * A checked row from plain numbers: the first is feature 1.
 *
 * @example
 * denseRow([0.5, 0, -2]).index // => new Int32Array([1, 2, 3])
 */
export const denseRow = (values: ArrayLike<number>): Row => {
  const row = new Row(naturals(values.length), new Float64Array(values.length), 0, values.length)
  for (let k = 0; k < values.length; k++) row.value[k] = checkedValue(values[k], k + 1)
  return row
}

const checkedValue = (value: number, index: number): number => {
  if (!(Math.abs(value) <= MAX_VALUE)) throw coreError('row/value', { value, index })
  return value
}

let shared = new Int32Array(0)

/** 1, 2, 3, …, at least `length` of them: one array that all dense rows share. */
const naturals = (length: number): Int32Array => {
  if (length > MAX_INDEX) throw coreError('row/index', { index: length, min: 1, max: MAX_INDEX })
  if (shared.length < length)
    shared = Int32Array.from({ length: Math.max(length, 2 * shared.length) }, (_, k) => k + 1)
  return shared
}

/** ‖x‖², of the entries up to `end`. */
export const squaredNorm = (x: Row, end = x.end): number => {
  const { value, start } = x
  let sum = 0
  for (let k = start; k < end; k++) sum += value[k] * value[k]
  return sum
}

/** Whether no feature but the intercept is in the row. */
export const isFeatureless = ({ index, value, start, end }: Row): boolean => {
  for (let k = start; k < end; k++) if (value[k] !== 0 && index[k] !== INTERCEPT) return false
  return true
}

/** The end of the entries with an index below `dimension`; the rest are unseen features. */
export const knownEnd = (x: Row, dimension: number): number => {
  const { index, start } = x
  let end = x.end
  while (end > start && index[end - 1] >= dimension) end--
  return end
}
