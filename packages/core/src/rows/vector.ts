import { coreError, type Position } from '../errors.js'
import { MAX_VALUE, Row } from './row.js'

/** The numbers of a vector are the last entries of a row, from this index on, far beyond the features. */
export const VECTOR_BASE = 2 ** 27

export const MIN_DIMENSION = 2
export const MAX_DIMENSION = 4096

/** One more than the largest index in a row. */
export const ROW_END: number = VECTOR_BASE + MAX_DIMENSION

/** The end of the features of a row, where its vector begins. A vector has all its entries, also those that are 0. */
export const featureEnd = ({ index, start, end }: Row): number => {
  const last = end > start ? index[end - 1] : 0
  return last < VECTOR_BASE ? end : end - (last - VECTOR_BASE + 1)
}

export const hasVector = (x: Row): boolean => featureEnd(x) < x.end

/**
 * A vector, checked and scaled to length 1 in single precision; undefined if it is all zeros. Only its direction counts.
 *
 * @example
 * unitVector([3, 0, -4]) // => Float64Array.of(Math.fround(0.6), 0, Math.fround(-0.8))
 * unitVector([0, 0]) // => undefined
 * unitVector([1, Number.NaN]) // => throws vector/value
 * unitVector([1]) // => throws vector/size
 */
export const unitVector = (vector: ArrayLike<number>, position?: Position): Float64Array | undefined => {
  if (!Array.isArray(vector) && !ArrayBuffer.isView(vector))
    throw coreError('vector/form', { found: vector === null ? 'null' : typeof vector }, position)
  const { length } = vector
  if (length < MIN_DIMENSION || length > MAX_DIMENSION)
    throw coreError('vector/size', { found: length, min: MIN_DIMENSION, max: MAX_DIMENSION }, position)
  let largest = 0
  for (let k = 0; k < length; k++) {
    const value: unknown = vector[k]
    const magnitude = typeof value === 'number' ? Math.abs(value) : Number.NaN
    if (!(magnitude <= MAX_VALUE)) throw coreError('vector/value', { value, place: k + 1 }, position)
    if (magnitude > largest) largest = magnitude
  }
  if (largest === 0) return undefined
  const unit = Float64Array.from(vector, (value) => value / largest)
  let square = 0
  for (const value of unit) square += value * value
  const norm = Math.sqrt(square)
  // JSON, and so the log, has no −0; adding 0 removes it.
  return unit.map((value) => Math.fround(value / norm) + 0)
}

/** A row with a vector after its features. */
export const withVector = ({ index, value, start, end }: Row, unit: Float64Array): Row => {
  const features = end - start
  const joined = new Row(new Int32Array(features + unit.length), new Float64Array(features + unit.length))
  joined.index.set(index.subarray(start, end))
  joined.value.set(value.subarray(start, end))
  joined.value.set(unit, features)
  for (let k = 0; k < unit.length; k++) joined.index[features + k] = VECTOR_BASE + k
  return joined
}

/** The vectors of an input: all have the dimension of the first one. */
export class VectorPart {
  /** 0 before the first vector. */
  dimension = 0
  /** The dimension if the last item was the first with a vector. */
  learned: number | undefined

  /** The vector of an item, checked; undefined if it has none. */
  check(vector: ArrayLike<number> | null | undefined, position?: Position): Float64Array | undefined {
    if (vector === undefined || vector === null) return undefined
    const unit = unitVector(vector, position)
    const { dimension } = this
    if (dimension > 0 && vector.length !== dimension)
      throw coreError('vector/length', { found: vector.length, expected: dimension }, position)
    return unit
  }

  /** The row with the vector. With `learning`, the first one sets the dimension. */
  join(row: Row, unit: Float64Array | undefined, learning: boolean): Row {
    this.learned = undefined
    if (!unit) return row
    if (learning && this.dimension === 0) this.learned = this.dimension = unit.length
    return withVector(row, unit)
  }
}
