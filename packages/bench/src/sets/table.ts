import { RowTable } from '@askance/core'

/** Rows and the class index of each, in memory that all threads see: parsed once, copied never. */
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

const copied = <A extends Int32Array | Float64Array>(
  kind: { new (buffer: SharedArrayBuffer): A; readonly BYTES_PER_ELEMENT: number },
  array: A,
): A => {
  const copy = new kind(new SharedArrayBuffer(array.length * kind.BYTES_PER_ELEMENT))
  copy.set(array)
  return copy
}

/** The rows of a shared table, to be read only. */
export const rowsOf = ({ starts, index, value, labels }: SharedTable): RowTable =>
  Object.assign(new RowTable(), { length: labels.length, starts, index, value })
