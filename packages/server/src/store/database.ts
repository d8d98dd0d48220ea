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
