import type { NodeConnections } from './methods/nodes.js'
import type { Page } from './records.js'
import type { TableName } from './tables.js'

export type Cell = string | number | Uint8Array | null

export type Row = Readonly<Record<string, Cell>>

/** A list is used in `= ANY($1)`. */
export type Parameter = Cell | readonly string[] | readonly number[]

export interface Statement {
  readonly sql: string
  readonly parameters: readonly Parameter[]
  /** The number of rows it must return. With fewer, the transaction is rolled back with a `Refusal`. */
  readonly needs?: number
}

/** Rows to insert, by column. */
export interface Insert {
  readonly into: TableName
  readonly columns: Readonly<Record<string, readonly Cell[]>>
}

export type Step = Statement | Insert

/** Why steps were rolled back: a required row is missing, or a key already exists. */
export class Refusal extends Error {
  readonly code: 'missing' | 'taken'

  constructor(code: 'missing' | 'taken') {
    super(code === 'missing' ? 'a row that is needed is not there' : 'a row is there already')
    this.code = code
  }
}

/**
 * The common interface of SQLite and PostgreSQL: SQL that both understand, with `$1` for the first parameter. Special
 * characters of strings are escaped internally.
 */
export interface Database {
  read(sql: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>
  /** Runs all steps or none, possibly in one commit with concurrent writes; returns the rows of the last step. */
  write(steps: readonly Step[]): Promise<readonly Row[]>
  append(page: Page): Promise<void>
  /** Only where several nodes share the database. */
  readonly nodes?: NodeConnections
  close(): Promise<void>
}

/**
 * PostgreSQL cannot store NUL in a text, and neither database can store lone surrogates, but clients may send both. They
 * are stored with an escape character in both databases. The encoding is injective and keeps the byte order of texts.
 */
const ESCAPE = '\u0001'
const NUL = `${ESCAPE}\u0001`
const ESCAPED_ESCAPE = `${ESCAPE}\u0002`
/** In Unicode mode the range matches lone surrogates only. */
const SPECIAL = new RegExp(`[\\u0000${ESCAPE}\\ud800-\\udfff]`, 'gu')
const STORED = new RegExp(`${ESCAPE}(?:\\u0001|\\u0002|\\u0003([0-9a-f]{4}))`, 'g')

const escapeOne = (character: string): string => {
  if (character === '\0') return NUL
  if (character === ESCAPE) return ESCAPED_ESCAPE
  return `${ESCAPE}\u0003${character.charCodeAt(0).toString(16)}`
}

const readOne = (stored: string, surrogate: string | undefined): string => {
  if (surrogate !== undefined) return String.fromCharCode(Number.parseInt(surrogate, 16))
  return stored === NUL ? '\0' : ESCAPE
}

/** Encodes a text for the database. Most texts have nothing to escape, which is found faster without the expression. */
export const toStored = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') && !text.includes(ESCAPE)
    ? text
    : text.replace(SPECIAL, escapeOne)

/** Decodes a stored text. */
export const fromStored = (stored: string): string =>
  stored.includes(ESCAPE) ? stored.replace(STORED, readOne) : stored

/** The buffers of large cells, which are transferred to the other thread instead of copied. */
export const transferableBuffers = (cells: Iterable<unknown>): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const cell of cells) {
    if (!(cell instanceof Uint8Array) || cell.byteLength !== cell.buffer.byteLength) continue
    if (cell.buffer instanceof ArrayBuffer) buffers.add(cell.buffer)
  }
  return [...buffers]
}
