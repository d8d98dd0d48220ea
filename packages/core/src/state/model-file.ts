import { coreError } from '../errors.js'
import { crc32 } from './crc32.js'
import type { State, StateArray } from './state.js'

/**
 * The model file, format 1. All numbers little-endian.
 *
 *   bytes 0–7    "ASKANCE" and a line feed
 *   bytes 8–11   the format, unsigned 32 bits
 *   bytes 12–15  the length n of the header, unsigned 32 bits; 16 + n is a multiple of 8
 *   n bytes      the header, JSON in UTF-8: { software, config, numbers, arrays }
 *   …            the arrays one after the other, each beginning at a multiple of 8
 *   last 4 bytes CRC-32 (IEEE 802.3) of everything before
 *
 * `config` says how the model is built. `numbers` names the plain numbers of the state, which are the first array, so
 * that every bit of them is kept. `arrays` gives { path, type, length, offset } of each array; a path is the names that
 * lead to it, joined by "/".
 */
export const MODEL_FORMAT = 1

const MAGIC = 'ASKANCE\n'
const PREFIX = 16

export interface ModelFile {
  /** Plain JSON: how the model is built. */
  readonly config: Readonly<Record<string, unknown>>
  readonly state: State
}

interface ArrayEntry {
  readonly path: string
  readonly type: 'float64' | 'int32' | 'uint8'
  readonly length: number
  readonly offset: number
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
export const encodeModel = ({ config, state }: ModelFile, software: string): Uint8Array => {
  const numbers: [string, number][] = []
  const arrays: [string, StateArray][] = []
  collect(state, '', numbers, arrays)
  arrays.unshift(['numbers', Float64Array.from(numbers, ([, value]) => value)])
  let size = 0
  const entries: ArrayEntry[] = arrays.map(([path, array]) => {
    const offset = size
    size += 8 * Math.ceil(array.byteLength / 8)
    return { path, type: typeOf(array), length: array.length, offset }
  })
  const header: Header = { software, config, numbers: numbers.map(([path]) => path), arrays: entries }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const length = 8 * Math.ceil(text.length / 8)
  const bytes = new Uint8Array(PREFIX + length + size + 4)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(8, MODEL_FORMAT, true)
  view.setUint32(12, length, true)
  bytes.fill(0x20, PREFIX, PREFIX + length)
  bytes.set(text, PREFIX)
  arrays.forEach(([, array], a) => {
    const at = PREFIX + length + entries[a].offset
    if (array instanceof Uint8Array) bytes.set(array, at)
    else if (array instanceof Float64Array)
      for (let k = 0; k < array.length; k++) view.setFloat64(at + 8 * k, array[k], true)
    else for (let k = 0; k < array.length; k++) view.setInt32(at + 4 * k, array[k], true)
  })
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true)
  return bytes
}

export const decodeModel = (bytes: Uint8Array): ModelFile => {
  if (bytes.length < PREFIX + 4)
    throw coreError('model/format', { reason: `it has only ${bytes.length} bytes` })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC)
    throw coreError('model/format', { reason: 'it does not begin with "ASKANCE"' })
  const format = view.getUint32(8, true)
  if (format < 1 || format > MODEL_FORMAT)
    throw coreError('model/version', { found: format, known: MODEL_FORMAT })
  const expected = view.getUint32(bytes.length - 4, true)
  const found = crc32(bytes.subarray(0, -4))
  if (found !== expected) throw coreError('model/checksum', { found: hex(found), expected: hex(expected) })
  const length = view.getUint32(12, true)
  try {
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX, PREFIX + length))) as Header
    return { config: header.config, state: stateFrom(header, view, PREFIX + length) }
  } catch (cause) {
    // The checksum is right: whoever wrote this did not follow the format.
    throw coreError('model/format', { reason: `its header is wrong (${String(cause)})` })
  }
}

const stateFrom = ({ arrays, numbers }: Header, view: DataView, from: number): State => {
  const state: MutableState = {}
  for (const entry of arrays) {
    const array = arrayAt(view, from + entry.offset, entry)
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
  for (const [name, value] of Object.entries(state)) {
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

const typeOf = (array: StateArray): ArrayEntry['type'] =>
  array instanceof Float64Array ? 'float64' : array instanceof Int32Array ? 'int32' : 'uint8'

const arrayAt = (view: DataView, at: number, { type, length }: ArrayEntry): StateArray => {
  if (type === 'uint8') return new Uint8Array(view.buffer, view.byteOffset + at, length).slice()
  if (type === 'int32') return Int32Array.from({ length }, (_, k) => view.getInt32(at + 4 * k, true))
  const array = new Float64Array(length)
  for (let k = 0; k < length; k++) array[k] = view.getFloat64(at + 8 * k, true)
  return array
}

const hex = (word: number): string => word.toString(16).padStart(8, '0')
