import type { Page } from './records.js'
import type { TableName } from './tables.js'

export type Cell = string | number | Uint8Array | null

export type Row = Readonly<Record<string, Cell>>

/** A list of texts stands for itself in `= ANY($1)`. */
export type Parameter = Cell | readonly string[]

export interface Statement {
  readonly sql: string
  readonly parameters: readonly Parameter[]
  /** How many rows it must give: with fewer, everything it is part of is undone, and a `Refusal` says so. */
  readonly needs?: number
}

/** Rows to put in, column by column. */
export interface Insert {
  readonly into: TableName
  readonly columns: Readonly<Record<string, readonly Cell[]>>
}

export type Step = Statement | Insert

/** Why steps were undone: a row they need is missing, or one they bring is there already. */
export class Refusal extends Error {
  readonly code: 'missing' | 'taken'

  constructor(code: 'missing' | 'taken') {
    super(code === 'missing' ? 'a row that is needed is not there' : 'a row is there already')
    this.code = code
  }
}

/**
 * What SQLite and PostgreSQL have in common: SQL that both understand, with `$1` for the first parameter. All texts go in
 * and come out as they are; what needs escaping is escaped within.
 */
export interface Database {
  read(sql: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>
  /** All steps or none, together with others that come at the same time. The rows of the last step. */
  write(steps: readonly Step[]): Promise<readonly Row[]>
  append(page: Page): Promise<void>
  close(): Promise<void>
}

/**
 * PostgreSQL holds no NUL in a text, and no database a half of a surrogate pair, but both may stand in what a client calls
 * an item. Such characters are stored as an escape and another character, in both databases alike: two texts that differ
 * stay different, and the order of texts by their bytes stays what it was.
 */
const ESCAPE = '\u0001'
const NUL = `${ESCAPE}\u0001`
const ESCAPED_ESCAPE = `${ESCAPE}\u0002`
/** In Unicode mode the range matches halves that stand alone. */
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

/** A text as it is stored. */
export const toStored = (text: string): string => text.replace(SPECIAL, escapeOne)

/** The text that was stored. */
export const fromStored = (stored: string): string =>
  stored.includes(ESCAPE) ? stored.replace(STORED, readOne) : stored

/** The buffers of large cells: they move to the other thread instead of being copied. */
export const transferableBuffers = (cells: Iterable<unknown>): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const cell of cells) {
    if (!(cell instanceof Uint8Array) || cell.byteLength !== cell.buffer.byteLength) continue
    if (cell.buffer instanceof ArrayBuffer) buffers.add(cell.buffer)
  }
  return [...buffers]
}
