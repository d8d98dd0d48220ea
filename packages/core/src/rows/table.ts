import { coreError } from '../errors.js'
import { floatsIn, integersIn, type State } from '../state/state.js'
import { Row } from './row.js'
import { ROW_END } from './vector.js'

/** Many rows in three growing arrays (compressed sparse rows). Reading one allocates nothing. */
export class RowTable {
  length = 0
  /** Row i has the entries `starts[i]` to `starts[i + 1]`. */
  starts: Int32Array = new Int32Array(16)
  index: Int32Array = new Int32Array(64)
  value: Float64Array = new Float64Array(64)

  get entries(): number {
    return this.starts[this.length]
  }

  /** Points `into` at row i. It is a window: valid until the table grows or shrinks. */
  view(i: number, into: Row): Row {
    into.index = this.index
    into.value = this.value
    into.start = this.starts[i]
    into.end = this.starts[i + 1]
    return into
  }

  /** Row i as a window of its own. */
  row(i: number): Row {
    return new Row(this.index, this.value, this.starts[i], this.starts[i + 1])
  }

  /** Appends a copy of the row. */
  push(x: Row): void {
    const { start, end } = x
    const from = this.entries
    this.reserve(this.length + 1, from + end - start)
    this.index.set(x.index.subarray(start, end), from)
    this.value.set(x.value.subarray(start, end), from)
    this.length++
    this.starts[this.length] = from + end - start
  }

  /** Takes row i out; the rows behind it move up by one. */
  remove(i: number): void {
    const from = this.starts[i]
    const to = this.starts[i + 1]
    this.index.copyWithin(from, to, this.entries)
    this.value.copyWithin(from, to, this.entries)
    for (let j = i; j < this.length; j++) this.starts[j] = this.starts[j + 1] - (to - from)
    this.length--
  }

  clear(): void {
    this.length = 0
  }

  save(): State {
    return {
      starts: this.starts.slice(0, this.length + 1),
      index: this.index.slice(0, this.entries),
      value: this.value.slice(0, this.entries),
    }
  }

  /** Reserves this many rows and entries in total; grows by doubling. */
  reserve(rows: number, entries: number): void {
    this.starts = enlarged(this.starts, rows + 1)
    this.index = enlarged(this.index, entries)
    this.value = enlarged(this.value, entries)
  }
}

/** Saves rows as three arrays. */
export const savedRows = (rows: Iterable<Row>): State => {
  const table = new RowTable()
  for (const row of rows) table.push(row)
  return table.save()
}

/** The saved rows, as windows into their arrays. Windows beyond the arrays would make a loop as long as a file says. */
export const rowsIn = (state: State): Row[] => {
  const value = floatsIn(state, 'value')
  const index = integersIn(state, 'index', ROW_END)
  const starts = integersIn(state, 'starts', index.length + 1)
  const areRising = starts.every((start, k) => start >= (starts[k - 1] ?? 0))
  if (!areRising || value.length !== index.length)
    throw coreError('model/state', { reason: 'the arrays of rows do not fit each other' })
  return Array.from(starts.subarray(1), (end, k) => new Row(index, value, starts[k], end))
}

/**
 * The array itself when it is long enough, else a longer copy, padded with `fill`.
 * Doubling keeps the cost of growth constant per entry.
 */
export const enlarged = <A extends Float64Array | Float32Array | Int32Array>(
  array: A,
  length: number,
  fill = 0,
): A => {
  if (array.length >= length) return array
  const size = Math.max(length, 2 * array.length)
  const longer = new (array.constructor as new (length: number) => A)(size)
  if (fill !== 0) longer.fill(fill)
  longer.set(array)
  return longer
}
