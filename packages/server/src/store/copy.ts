import type { Cell, Insert, Parameter, Row } from './database.js'
import { columnsOfSchema, type TableName, tables, tablesOfSchema } from './tables.js'

export interface Source {
  read(sql: string, parameters: readonly Parameter[]): Promise<readonly Row[]> | readonly Row[]
}

export interface Sink {
  insert(insert: Insert): Promise<unknown> | unknown
}

/** Approximate number of characters in memory at a time. */
const PIECE = 4 * 2 ** 20
const FIRST_ROWS = 16
const MAX_ROWS = 5000

/** Copies all rows between stores of the same schema, in pieces. */
export const copyTables = async (source: Source, sink: Sink, schema: number): Promise<void> => {
  for (const table of tablesOfSchema(schema))
    for await (const rows of piecesOf(source, table, columnsOfSchema(table, schema)))
      await sink.insert({ into: table, columns: columnsFrom(columnsOfSchema(table, schema), rows) })
}

/** Whether a store has no rows. */
export const isEmpty = async (source: Source, schema: number): Promise<boolean> => {
  for (const table of tablesOfSchema(schema))
    if ((await source.read(`SELECT 1 AS found FROM ${table} LIMIT 1`, [])).length > 0) return false
  return true
}

/** Reads the rows of a table in order, with keyset pagination. */
export async function* piecesOf(
  source: Source,
  table: TableName,
  columns: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const order = tables[table].order.join(', ')
  const names = columns.join(', ')
  let limit = FIRST_ROWS
  let last: Row | undefined
  for (;;) {
    const after = last ? tables[table].order.map((name) => last![name]!) : []
    const places = after.map((_, index) => `$${index + 1}`).join(', ')
    const rows = await source.read(
      `SELECT ${names} FROM ${table} ${last ? `WHERE (${order}) > (${places})` : ''}
        ORDER BY ${order} LIMIT ${limit}`,
      after,
    )
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
    limit = nextLimit(rows)
  }
}

const nextLimit = (rows: readonly Row[]): number => {
  const size = rows.reduce((sum, row) => sum + rowSize(row), 0)
  return Math.max(1, Math.min(MAX_ROWS, 2 * rows.length, Math.floor((PIECE * rows.length) / (size + 1))))
}

const rowSize = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  )

const columnsFrom = (columns: readonly string[], rows: readonly Row[]): Record<string, Cell[]> =>
  Object.fromEntries(columns.map((name) => [name, rows.map((row) => row[name]!)]))
