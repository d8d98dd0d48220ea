import type pg from 'pg'
import {
  type Cell,
  fromStored,
  type Insert,
  type Parameter,
  Refusal,
  type Row,
  type Statement,
  type Step,
  toStored,
} from '../database.js'
import { type ColumnType, tableColumns } from '../tables.js'

const ARRAYS: Readonly<Record<ColumnType, string>> = {
  text: 'text[]',
  whole: 'bigint[]',
  real: 'double precision[]',
  bytes: 'bytea[]',
}

type Runner = Pick<pg.ClientBase, 'query'>

/** Returns the rows of the last step. */
export const runSteps = async (client: Runner, steps: readonly Step[]): Promise<readonly Row[]> => {
  let rows: readonly Row[] = []
  for (const step of steps) rows = await runStatement(client, 'into' in step ? insertion(step) : step)
  return rows
}

export const runStatement = async (
  client: Runner,
  { sql, parameters, needs = 0 }: Statement,
): Promise<readonly Row[]> => {
  const { rows } = await client.query<Record<string, Cell>>(sql, parameters.map(bound))
  if (rows.length < needs) throw new Refusal('missing')
  for (const row of rows) unescapeRow(row)
  return rows
}

/** Inserts any number of rows with one statement. */
const insertion = ({ into, columns }: Insert): Statement => {
  const names = Object.keys(columns)
  const types = tableColumns(into)
  const arrays = names.map((name, index) => `$${index + 1}::${ARRAYS[types[name]!]}`)
  return {
    sql: `INSERT INTO ${into} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`,
    parameters: Object.values(columns) as readonly (readonly string[])[],
  }
}

const unescapeRow = (row: Record<string, Cell>): void => {
  for (const name in row) {
    const cell = row[name]
    if (typeof cell === 'string') row[name] = fromStored(cell)
  }
}

const bound = (value: Parameter | readonly Cell[]): unknown => {
  if (typeof value === 'string') return toStored(value)
  return Array.isArray(value) ? value.map(bound) : value
}
