import type { Cell } from '../../database.js'
import type { Bindings, Driver } from '../driver.js'
import { codeName, fullNames, named } from './errors.js'

/** What we use of `node:sqlite`. The types of the oldest supported Node do not have it. */
interface DatabaseSync {
  readonly isTransaction: boolean
  prepare(sql: string): { all(...bindings: unknown[]): Record<string, Cell>[] }
  exec(sql: string): void
  close(): void
}
interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => DatabaseSync
}

/** Loads the module without the warning that it is experimental: what we use of it is covered by the tests of the store. */
const loadQuietly = (require: NodeJS.Require): NodeSqlite => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return require('node:sqlite') as NodeSqlite
  } finally {
    process.emitWarning = emitWarning
  }
}

const codeOf = (error: Error): string | undefined => {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' ? codeName(errcode) : undefined
}

/** SQLite of Node itself, from 22.16 on. */
export const nodeSqlite = (require: NodeJS.Require): Driver | undefined => {
  let DatabaseSync: NodeSqlite['DatabaseSync']
  try {
    DatabaseSync = loadQuietly(require).DatabaseSync
    const trial = new DatabaseSync(':memory:', { readOnly: false })
    const { isTransaction } = trial
    trial.close()
    // Earlier versions cannot say whether a transaction is open.
    if (isTransaction === undefined) return undefined
  } catch {
    return undefined
  }
  return {
    name: 'node',
    journal: 'WAL',
    hasSystemLocks: true,
    open: (path, { readonly = false, timeout = 5000 } = {}) =>
      named(codeOf, () => {
        const database = new DatabaseSync(path, { readOnly: readonly })
        database.exec(`PRAGMA busy_timeout = ${timeout}`)
        return {
          get inTransaction() {
            return database.isTransaction
          },
          prepare: (sql) =>
            named(codeOf, () => {
              const statement = database.prepare(sql)
              const byName = fullNames(sql)
              const bound = (bindings: Bindings): unknown[] =>
                Array.isArray(bindings) ? bindings : [byName(bindings as Record<string, Cell>)]
              return { all: (bindings = []) => named(codeOf, () => statement.all(...bound(bindings))) }
            }),
          exec: (sql) => named(codeOf, () => database.exec(sql)),
          close: () => database.close(),
        }
      }),
  }
}
