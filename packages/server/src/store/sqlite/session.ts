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
import type { Connection, Prepared } from './driver.js'

/** Runs statements on a connection and caches prepared statements. */
export class Session {
  readonly #connection: Connection
  readonly #prepared = new Map<string, Prepared>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  read(sql: string, parameters: readonly Parameter[]): readonly Row[] {
    return this.#run({ sql, parameters })
  }

  /** Runs a transaction control statement. */
  run(sql: string): void {
    this.#prepare(sql).all()
  }

  /** Returns the rows of the last step. */
  runSteps(steps: readonly Step[]): readonly Row[] {
    let rows: readonly Row[] = []
    for (const step of steps) rows = 'into' in step ? this.insert(step) : this.#run(step)
    return rows
  }

  insert({ into, columns }: Insert): readonly Row[] {
    const names = Object.keys(columns)
    const values = Object.values(columns)
    const places = names.map(() => '?').join(', ')
    const statement = this.#prepare(`INSERT INTO ${into} (${names.join(', ')}) VALUES (${places})`)
    const count = values[0]?.length ?? 0
    const bindings: Cell[] = []
    for (let row = 0; row < count; row++) {
      for (let k = 0; k < values.length; k++) bindings[k] = bound(values[k]![row]!)
      statement.all(bindings)
    }
    return []
  }

  /** Clears the statement cache after a failure. */
  forget(): void {
    this.#prepared.clear()
  }

  #run({ sql, parameters, needs = 0 }: Statement): readonly Row[] {
    const statement = this.#prepare(sql)
    const named = Object.fromEntries(parameters.map((value, index) => [index + 1, bound(value)]))
    const rows = statement.all(named)
    if (rows.length < needs) throw new Refusal('missing')
    for (const row of rows) unescapeRow(row)
    return rows
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(
      sql.replace(/= ANY\((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))'),
    )
    this.#prepared.set(sql, statement)
    return statement
  }
}

const unescapeRow = (row: Record<string, Cell>): void => {
  for (const name in row) {
    const cell = row[name]
    if (typeof cell === 'string') row[name] = fromStored(cell)
  }
}

const bound = (value: Parameter): Cell => {
  if (typeof value === 'string') return toStored(value)
  return Array.isArray(value) ? JSON.stringify(value.map(bound)) : (value as Cell)
}
