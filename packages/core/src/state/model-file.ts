import { AskanceError, coreError } from '../errors.js'
import { crc32 } from './crc32.js'
import { packArray, unpackArray } from './packing.js'
import { ownRows, shareRows } from './shared-rows.js'
import type { State, StateArray } from './state.js'

/**
 * The model file, format 4. All numbers little-endian.
 *
 *   bytes 0–7    "ASKANCE" and a line feed
 *   bytes 8–11   the format, unsigned 32 bits
 *   bytes 12–15  the length n of the header, unsigned 32 bits
 *   n bytes      the header, JSON in UTF-8: { software, config, numbers, arrays }, encoded as `packing.ts` does bytes, after the
 *                number of its bytes, unsigned 32 bits
 *   …            the arrays one after the other, each as `packing.ts` encodes it
 *   last 4 bytes CRC-32 (IEEE 802.3) of everything before
 *
 * `config` says how the model is built. `numbers` names the plain numbers of the state, which are the first array, so
 * that every bit of them is kept. `arrays` gives { path, type, length, offset, bytes } of each array; a path is the names
 * that lead to it, joined by "/".
 *
 * Rows that several parts keep are stored once (`shared-rows.ts`). Earlier formats are still read: in format 3 the header is plain JSON, in
 * format 2 every part has its own rows, too. In format 1, of version 0.1, the arrays are not encoded either, and each begins at a multiple of 8.
 */
export const MODEL_FORMAT = 4
export const OLD_FORMAT = 1
const SHARED_ROWS_SINCE = 3
const PACKED_HEADER_SINCE = 4

/** The default limit of the state in memory, because a small file can expand to a lot. */
const MAX_BYTES = 2 ** 31

/**
 * The header may have this part of the limit, because what JSON describes takes much more memory than its text; but at least some bytes.
 * A class of a multi-label model with `auto` takes some 50 kB of it, so that more than a thousand of them fit.
 */
const HEADER_PART = 1 / 32
const MIN_HEADER = 2 ** 20

const MAGIC = 'ASKANCE\n'
const PREFIX = 16
/** How long the unpacked header is comes before it. */
const HEAD_LENGTH = 4

export interface ModelFile {
  /** The format of the file it was read from. */
  readonly format: number
  /** Plain JSON: how the model is built. */
  readonly config: Readonly<Record<string, unknown>>
  readonly state: State
}

interface ArrayEntry {
  readonly path: string
  readonly type: 'float64' | 'int32' | 'uint8'
  readonly length: number
  readonly offset: number
  /** How many bytes of the file it takes; not said in format 1. */
  readonly bytes?: number
}

interface Header {
  readonly software: string
  readonly config: Readonly<Record<string, unknown>>
  readonly numbers: readonly string[]
  readonly arrays: readonly ArrayEntry[]
}

/**
 * @example
 * const bytes = encodeModel({ config: { name: 'demo' }, state: { weights: new Float64Array([1, -0]) } }, 'docs')
 * decodeModel(bytes).state.weights // => new Float64Array([1, -0])
 * decodeModel(bytes.slice(0, 10)) // => throws model/format
 */
export const encodeModel = ({ config, state }: Omit<ModelFile, 'format'>, software: string): Uint8Array => {
  const numbers: [string, number][] = []
  const arrays: [string, StateArray][] = []
  collect(shareRows(state), '', numbers, arrays)
  arrays.unshift(['numbers', Float64Array.from(numbers, ([, value]) => value)])
  const packed: Uint8Array[] = []
  const entries: ArrayEntry[] = []
  const alike = new Map<number, { readonly array: StateArray; readonly entry: ArrayEntry }[]>()
  let size = 0
  for (const [path, array] of arrays) {
    const others = alike.get(array.length) ?? []
    const twin = others.find((other) => isSame(other.array, array))
    if (twin) {
      entries.push({ ...twin.entry, path })
      continue
    }
    const part = packArray(array)
    const entry = { path, type: typeOf(array), length: array.length, offset: size, bytes: part.length }
    entries.push(entry)
    packed.push(part)
    size += part.length
    alike.set(array.length, [...others, { array, entry }])
  }
  const header: Header = { software, config, numbers: numbers.map(([path]) => path), arrays: entries }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const head = packArray(text)
  const length = HEAD_LENGTH + head.length
  const bytes = new Uint8Array(PREFIX + length + size + 4)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(8, MODEL_FORMAT, true)
  view.setUint32(12, length, true)
  view.setUint32(PREFIX, text.length, true)
  bytes.set(head, PREFIX + HEAD_LENGTH)
  let at = PREFIX + length
  for (const part of packed) {
    bytes.set(part, at)
    at += part.length
  }
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true)
  return bytes
}

/** The file that `encodeModel` wrote. Its state may take `maxBytes` of memory. */
export const decodeModel = (bytes: Uint8Array, maxBytes = MAX_BYTES): ModelFile => {
  if (bytes.length < PREFIX + 4)
    throw coreError('model/format', { reason: `it has only ${bytes.length} bytes` })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = new TextDecoder().decode(bytes.subarray(0, 13))
  if (start === 'SQLite format')
    throw coreError('model/format', {
      reason: 'it is the store of a service; download the model with Export',
    })
  if (!start.startsWith(MAGIC))
    throw coreError('model/format', { reason: 'it does not begin with "ASKANCE"' })
  const format = view.getUint32(8, true)
  if (format < 1 || format > MODEL_FORMAT)
    throw coreError('model/version', { found: format, known: MODEL_FORMAT })
  const expected = view.getUint32(bytes.length - 4, true)
  const found = crc32(bytes.subarray(0, -4))
  if (found !== expected) throw coreError('model/checksum', { found: hex(found), expected: hex(expected) })
  const length = view.getUint32(12, true)
  try {
    const head = bytes.subarray(PREFIX, PREFIX + length)
    const text = headerText(head, format, Math.max(MIN_HEADER, Math.floor(HEADER_PART * maxBytes)))
    const header = JSON.parse(new TextDecoder().decode(text)) as Header
    const size = header.arrays.reduce((sum, entry) => sum + sizeOf(entry), 0)
    if (!(size <= maxBytes)) throw coreError('model/size', { size, max: maxBytes })
    const read = format === OLD_FORMAT ? arrayAt : packedAt
    const state = stateFrom(header, (entry) => read(view, PREFIX + length + entry.offset, entry))
    return {
      format,
      config: header.config,
      state: format < SHARED_ROWS_SINCE ? state : ownRows(state, maxBytes),
    }
  } catch (cause) {
    if (cause instanceof AskanceError) throw cause
    // The checksum is right: whoever wrote this did not follow the format.
    throw coreError('model/format', { reason: `its header is invalid (${String(cause)})` })
  }
}

const headerText = (head: Uint8Array, format: number, max: number): Uint8Array => {
  const isPacked = format >= PACKED_HEADER_SINCE
  const size = isPacked
    ? new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0, true)
    : head.length
  if (size > max) throw coreError('model/size', { size, max })
  return isPacked ? (unpackArray(head.subarray(HEAD_LENGTH), 'uint8', size) as Uint8Array) : head
}

/** Bytes of an entry. */
const WIDTHS = { float64: 8, int32: 4, uint8: 1 } as const

/** What an array takes in memory. A length below 0 would make up for one beyond the limit. */
const sizeOf = ({ path, type, length }: ArrayEntry): number => {
  if (!(Number.isSafeInteger(length) && length >= 0)) throw new Error(`${path} has the length ${length}`)
  return WIDTHS[type] * length
}

const stateFrom = ({ arrays, numbers }: Header, read: (entry: ArrayEntry) => StateArray): State => {
  const state: MutableState = {}
  for (const entry of arrays) {
    const array = read(entry)
    if (entry.path === 'numbers')
      numbers.forEach((path, k) => {
        put(state, path, array[k])
      })
    else put(state, entry.path, array)
  }
  return state
}

interface MutableState {
  [name: string]: number | StateArray | MutableState
}

const collect = (
  state: State,
  path: string,
  numbers: [string, number][],
  arrays: [string, StateArray][],
): void => {
  // In one order, whether the state was made here or read from a file.
  for (const name of Object.keys(state).sort()) {
    const value = state[name]
    const at = path === '' ? name : `${path}/${name}`
    if (typeof value === 'number') numbers.push([at, value])
    else if (ArrayBuffer.isView(value)) arrays.push([at, value as StateArray])
    else collect(value as State, at, numbers, arrays)
  }
}

const put = (state: MutableState, path: string, value: number | StateArray): void => {
  const names = path.split('/')
  if (names.includes('__proto__')) throw new Error(`${path} is not a name`)
  const last = names.pop() ?? ''
  let group = state
  for (const name of names) {
    if (!Object.hasOwn(group, name)) group[name] = {}
    group = group[name] as MutableState
  }
  group[last] = value
}

/** Whether two arrays of one length have the same bits: rows that several parts keep are stored once. */
const isSame = (one: StateArray, other: StateArray): boolean => {
  if (typeOf(one) !== typeOf(other)) return false
  for (let k = 0; k < one.length; k++) if (!Object.is(one[k], other[k])) return false
  return true
}

const typeOf = (array: StateArray): ArrayEntry['type'] =>
  array instanceof Float64Array ? 'float64' : array instanceof Int32Array ? 'int32' : 'uint8'

const packedAt = (view: DataView, at: number, { type, length, bytes = 0 }: ArrayEntry): StateArray =>
  unpackArray(new Uint8Array(view.buffer, view.byteOffset + at, bytes), type, length)

const arrayAt = (view: DataView, at: number, { type, length }: ArrayEntry): StateArray => {
  if (type === 'uint8') return new Uint8Array(view.buffer, view.byteOffset + at, length).slice()
  if (type === 'int32') return Int32Array.from({ length }, (_, k) => view.getInt32(at + 4 * k, true))
  const array = new Float64Array(length)
  for (let k = 0; k < length; k++) array[k] = view.getFloat64(at + 8 * k, true)
  return array
}

const hex = (word: number): string => word.toString(16).padStart(8, '0')
