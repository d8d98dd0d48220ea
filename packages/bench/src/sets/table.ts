import { RowTable } from '@askance/core'
import { VECTOR_BASE } from '@askance/core/internals'

/** Rows and their class indices in shared memory, if available: parsed once, never copied. */
export interface SharedTable {
  readonly starts: Int32Array
  readonly index: Int32Array
  readonly value: Float64Array
  readonly labels: Int32Array
}

/** Moves a table into shared memory. */
export const shared = (rows: RowTable, labels: Int32Array): SharedTable => ({
  starts: copied(Int32Array, rows.starts.subarray(0, rows.length + 1)),
  index: copied(Int32Array, rows.index.subarray(0, rows.entries)),
  value: copied(Float64Array, rows.value.subarray(0, rows.entries)),
  labels: copied(Int32Array, labels.subarray(0, rows.length)),
})

/** Most web pages have no shared memory. */
const Memory = typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer

const copied = <A extends Int32Array | Float64Array>(
  kind: { new (buffer: ArrayBufferLike): A; readonly BYTES_PER_ELEMENT: number },
  array: A,
): A => {
  const copy = new kind(new Memory(array.length * kind.BYTES_PER_ELEMENT))
  copy.set(array)
  return copy
}

/** The rows of a shared table, read-only. */
export const rowsOf = ({ starts, index, value, labels }: SharedTable): RowTable =>
  Object.assign(new RowTable(), { length: labels.length, starts, index, value })

/** One flag per feature: 1 if any row has it. The numbers of vectors are no features. */
export const seenFeatures = (index: Int32Array): Uint8Array => {
  let largest = -1
  for (const feature of index) if (feature > largest && feature < VECTOR_BASE) largest = feature
  const seen = new Uint8Array(largest + 1)
  for (const feature of index) if (feature < VECTOR_BASE) seen[feature] = 1
  return seen
}

/** Narrower tables need no renumbering. */
const WIDE = 1 << 14

/**
 * Renumbers the features in order and without gaps. This does not change results, but algorithms allocate up to the largest
 * index, which would take most of the time for hashed text features.
 */
export const narrow = ({ index }: SharedTable): void => {
  const seen = seenFeatures(index)
  if (seen.length < WIDE) return
  // Index 0 stays the intercept.
  let count = seen[0] ? 0 : 1
  const numbers = new Int32Array(seen.length)
  for (let feature = 0; feature < seen.length; feature++) if (seen[feature]) numbers[feature] = count++
  for (let k = 0; k < index.length; k++) if (index[k]! < VECTOR_BASE) index[k] = numbers[index[k]!]!
}
