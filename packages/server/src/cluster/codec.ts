import type { State } from '@askance/core'
import { serverError } from '../errors.js'

/** Columns of a message, by name. */
export type Columns = Readonly<Record<string, Column>>
export type Column = Float64Array | Int32Array | Uint8Array

export type Head = Readonly<Record<string, unknown>>

/** A decoded message. */
export interface Decoded {
  readonly head: Head
  readonly columns: Columns
}

const MAGIC = 0x574b5341
const VERSION = 1
const ALIGNED = 8
/** More than any message that a wire takes. */
const MAX_HEAD = 64 * 1024 * 1024
const MAX_COLUMNS = 100_000

const types = { f64: Float64Array, i32: Int32Array, u8: Uint8Array } as const
type TypeName = keyof typeof types

const typeOf = (column: Column): TypeName =>
  column instanceof Float64Array ? 'f64' : column instanceof Int32Array ? 'i32' : 'u8'

const aligned = (length: number): number => Math.ceil(length / ALIGNED) * ALIGNED

/**
 * Encodes a message: a magic number, the version and the length of the head, the head as JSON, which also names the columns, then the columns as
 * little-endian arrays, each at a multiple of eight bytes.
 *
 * @example
 * const bytes = encodeMessage('pack', { key: 'a' }, { counts: Int32Array.of(1, 2) })
 * decodeMessage('pack', bytes).columns.counts // => Int32Array.of(1, 2)
 * decodeMessage('page', bytes) // => throws wire/message
 */
export const encodeMessage = (kind: string, head: Head, columns: Columns): Uint8Array => {
  const entries = Object.entries(columns)
  const layout = entries.map(([name, column]) => [name, typeOf(column), column.length])
  const text = new TextEncoder().encode(JSON.stringify({ kind, columns: layout, head }))
  const start = aligned(12 + text.length)
  const size = entries.reduce((sum, [, column]) => sum + aligned(column.byteLength), start)
  const bytes = new Uint8Array(size)
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, VERSION, text.length])
  bytes.set(text, 12)
  let at = start
  for (const [, column] of entries) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += aligned(column.byteLength)
  }
  return bytes
}

/** Decodes a message. Bytes that are not one of this kind throw `wire/message` with the reason. */
export const decodeMessage = (kind: string, given: Uint8Array): Decoded => {
  const refuse = (reason: string): never => {
    throw serverError('wire/message', { kind, reason })
  }
  if (given.length < 12) refuse(`it has ${given.length} bytes`)
  // The slice of a Buffer would not be a copy.
  const bytes = given.byteOffset % ALIGNED === 0 ? given : new Uint8Array(given)
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12)
  const [magic, version, length] = [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)]
  if (magic !== MAGIC) refuse('it does not begin like a message of Askance')
  if (version !== VERSION) refuse(`it has format ${version}, and this program reads ${VERSION}`)
  if (length > MAX_HEAD || 12 + length > bytes.length) refuse('it ends within its head')
  const { columns, head } = headIn(bytes.subarray(12, 12 + length), kind, refuse)
  const found: Record<string, Column> = {}
  let at = aligned(12 + length)
  for (const [name, type, count] of columns) {
    const Type = types[type]
    const end = at + count * Type.BYTES_PER_ELEMENT
    if (end > bytes.length) refuse(`it ends within column ${name}`)
    found[name] = new Type(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, count)
    at = aligned(end)
  }
  return { head, columns: found }
}

type Layout = readonly (readonly [name: string, type: TypeName, length: number])[]

const headIn = (
  bytes: Uint8Array,
  kind: string,
  refuse: (reason: string) => never,
): { readonly head: Head; readonly columns: Layout } => {
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refuse('its head is not JSON')
  }
  if (!isRecord(parsed) || !isRecord(parsed.head) || !Array.isArray(parsed.columns))
    return refuse('its head has no columns')
  if (parsed.kind !== kind) return refuse(`it is a ${String(parsed.kind).slice(0, 20)}`)
  if (parsed.columns.length > MAX_COLUMNS) return refuse('it has too many columns')
  const isColumn = (column: unknown): boolean =>
    Array.isArray(column) &&
    typeof column[0] === 'string' &&
    Object.hasOwn(types, column[1]) &&
    Number.isInteger(column[2]) &&
    column[2] >= 0
  if (!parsed.columns.every(isColumn)) return refuse('a column has no name, type or length')
  return { head: parsed.head, columns: parsed.columns as Layout }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The columns of a state: arrays by their path, and all its numbers in one. */
export const columnsOfState = (
  state: State,
  prefix: string,
): { readonly columns: Columns; readonly names: readonly string[] } => {
  const columns: Record<string, Column> = {}
  const names: string[] = []
  const numbers: number[] = []
  const walk = (part: State, path: string): void => {
    for (const [name, value] of Object.entries(part)) {
      const own = path === '' ? name : `${path}/${name}`
      if (typeof value === 'number') {
        names.push(own)
        numbers.push(value)
      } else if (ArrayBuffer.isView(value)) columns[`${prefix}:${own}`] = value as Column
      else walk(value as State, own)
    }
  }
  walk(state, '')
  columns[`${prefix}#`] = Float64Array.from(numbers)
  return { columns, names }
}

/** The state of columns that `columnsOfState` made. */
export const stateOfColumns = (columns: Columns, names: readonly string[], prefix: string): State => {
  const state: Record<string, unknown> = {}
  const put = (path: string, value: unknown): void => {
    const parts = path.split('/')
    const last = parts.pop() as string
    let part = state
    for (const name of parts) {
      if (!Object.hasOwn(part, name)) Object.defineProperty(part, name, { value: {}, enumerable: true })
      part = part[name] as Record<string, unknown>
    }
    Object.defineProperty(part, last, { value, enumerable: true })
  }
  const numbers = columns[`${prefix}#`] ?? []
  names.forEach((name, k) => {
    put(name, numbers[k])
  })
  for (const [name, column] of Object.entries(columns))
    if (name.startsWith(`${prefix}:`)) put(name.slice(prefix.length + 1), column)
  return state as State
}
