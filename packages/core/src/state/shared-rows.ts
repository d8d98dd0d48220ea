import { coreError } from '../errors.js'
import type { State } from './state.js'

/**
 * Several parts of a model keep the same rows: the answered questions, the learner, the shadow model, and in a multi-label classifier
 * the part of each class. In a file, every row is stored once. A table of rows, which is a group with `starts`, `index` and `value`,
 * becomes `rowNumbers`: the places of its rows in the one table `sharedRows`. The parts do not know of it, and do not use these two names.
 */
const SHARED = 'sharedRows'
const NUMBERS = 'rowNumbers'

/** What an entry of a row takes in memory, and a row itself. */
const ENTRY_BYTES = 12
const ROW_BYTES = 4

/** Other rows of one hash are stored as if they were new, so that no input makes saving slow. */
const MAX_ALIKE = 16

interface Table {
  readonly starts: Int32Array
  readonly index: Int32Array
  readonly value: Float64Array
}

/**
 * @example
 * const rows = { starts: Int32Array.of(0, 2, 3), index: Int32Array.of(1, 4, 2), value: Float64Array.of(0.5, -0, 3) }
 * const { sharedRows, other } = shareRows({ questions: rows, other: rows })
 * sharedRows.starts // => Int32Array.of(0, 2, 3)
 * other // => { rowNumbers: Int32Array.of(0, 1) }
 * ownRows({ sharedRows, other }).other // => rows
 */
export const shareRows = (state: State): State => {
  const rows = new DistinctRows()
  const shared = withoutTables(state, rows)
  return rows.hasTables ? { ...shared, [SHARED]: rows.table() as unknown as State } : shared
}

/** Undoes `shareRows`. A row may be named many times, so that all of them may take `maxBytes` of memory. */
export const ownRows = (state: State, maxBytes = Number.POSITIVE_INFINITY): State => {
  const { [SHARED]: shared, ...rest } = state
  if (shared === undefined) return state
  if (!isTable(shared)) throw new Error(`${SHARED} is not a table of rows`)
  const left = { bytes: maxBytes, maxBytes }
  return withTables(rest, shared, left)
}

const withoutTables = (state: State, rows: DistinctRows): State => {
  const out: Record<string, State[string]> = {}
  const isOwn = isTable(state)
  for (const [name, value] of Object.entries(state))
    if (!(isOwn && isPartOfTable(name))) out[name] = isGroup(value) ? withoutTables(value, rows) : value
  if (isOwn) out[NUMBERS] = rows.numbersOf(state)
  return out
}

const withTables = (
  state: State,
  shared: Table,
  left: { bytes: number; readonly maxBytes: number },
): State => {
  const out: Record<string, State[string]> = {}
  for (const [name, value] of Object.entries(state)) {
    if (name === NUMBERS && value instanceof Int32Array) Object.assign(out, tableOf(value, shared, left))
    else out[name] = isGroup(value) ? withTables(value, shared, left) : value
  }
  return out
}

const tableOf = (
  numbers: Int32Array,
  shared: Table,
  left: { bytes: number; readonly maxBytes: number },
): Table => {
  const starts = new Int32Array(numbers.length + 1)
  let entries = 0
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]
    if (!(number >= 0 && number < shared.starts.length - 1)) throw new Error(`there is no row ${number}`)
    entries += shared.starts[number + 1] - shared.starts[number]
    starts[i + 1] = entries
  }
  left.bytes -= ENTRY_BYTES * entries + ROW_BYTES * starts.length
  if (left.bytes < 0) throw coreError('model/size', { size: left.maxBytes - left.bytes, max: left.maxBytes })
  const index = new Int32Array(entries)
  const value = new Float64Array(entries)
  numbers.forEach((number, i) => {
    const [from, to] = [shared.starts[number], shared.starts[number + 1]]
    index.set(shared.index.subarray(from, to), starts[i])
    value.set(shared.value.subarray(from, to), starts[i])
  })
  return { starts, index, value }
}

const isGroup = (value: State[string]): value is State =>
  typeof value === 'object' && !ArrayBuffer.isView(value)

const isPartOfTable = (name: string): boolean => name === 'starts' || name === 'index' || name === 'value'

const isTable = (state: unknown): state is Table => {
  const { starts, index, value } = state as Partial<Record<keyof Table, unknown>>
  if (!(starts instanceof Int32Array && index instanceof Int32Array && value instanceof Float64Array))
    return false
  for (let i = 1; i < starts.length; i++) if (starts[i] < starts[i - 1]) return false
  return starts[0] === 0 && starts[starts.length - 1] === index.length && index.length === value.length
}

/** Rows by their bits, in the order of their first coming. */
class DistinctRows {
  readonly #starts: number[] = [0]
  readonly #rows: { readonly index: Int32Array; readonly bits: Uint32Array; readonly value: Float64Array }[] =
    []
  /** The numbers of rows with the same hash. */
  readonly #byHash = new Map<number, number[]>()

  /** Whether a table was given, if only an empty one. */
  hasTables = false

  numbersOf({ starts, index, value }: Table): Int32Array {
    this.hasTables = true
    return Int32Array.from({ length: starts.length - 1 }, (_, i) =>
      this.#numberOf(index.subarray(starts[i], starts[i + 1]), value.subarray(starts[i], starts[i + 1])),
    )
  }

  #numberOf(index: Int32Array, value: Float64Array): number {
    const bits = new Uint32Array(value.buffer, value.byteOffset, 2 * value.length)
    const hash = hashOf(index, bits)
    const alike = this.#byHash.get(hash) ?? []
    const known = alike.find((k) => isSame(this.#rows[k].index, index) && isSame(this.#rows[k].bits, bits))
    if (known !== undefined) return known
    const number = this.#rows.length
    this.#rows.push({ index, bits, value })
    this.#starts.push(this.#starts[number] + index.length)
    if (alike.length < MAX_ALIKE) alike.push(number)
    this.#byHash.set(hash, alike)
    return number
  }

  table(): Table {
    const starts = Int32Array.from(this.#starts)
    const entries = starts[starts.length - 1]
    const table = { starts, index: new Int32Array(entries), value: new Float64Array(entries) }
    this.#rows.forEach(({ index, value }, k) => {
      table.index.set(index, starts[k])
      table.value.set(value, starts[k])
    })
    return table
  }
}

/** FNV-1a by words (G. Fowler, L. C. Noll, K.-P. Vo), of the indices and the bits of the values. */
const hashOf = (index: Int32Array, bits: Uint32Array): number => {
  let hash = 0x811c9dc5
  for (let k = 0; k < index.length; k++) hash = Math.imul(hash ^ index[k], 0x01000193)
  for (let k = 0; k < bits.length; k++) hash = Math.imul(hash ^ bits[k], 0x01000193)
  return hash
}

const isSame = (one: Int32Array | Uint32Array, other: Int32Array | Uint32Array): boolean => {
  if (one.length !== other.length) return false
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false
  return true
}
