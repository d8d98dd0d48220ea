import type { Database as WasmDatabase } from 'node-sqlite3-wasm'
import type { Cell } from '../../database.js'
import type { Driver, Prepared } from '../driver.js'
import { fullNames, named } from './errors.js'

/** This build reports errors by their texts only. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/^UNIQUE constraint failed/, 'SQLITE_CONSTRAINT_UNIQUE'],
  [/constraint failed/, 'SQLITE_CONSTRAINT'],
  [/is locked/, 'SQLITE_BUSY'],
  [/disk is full/, 'SQLITE_FULL'],
  [/disk I\/O error/, 'SQLITE_IOERR'],
  [/malformed/, 'SQLITE_CORRUPT'],
  [/not a database/, 'SQLITE_NOTADB'],
  [/^Could not open|unable to open/, 'SQLITE_CANTOPEN'],
  [/readonly database/, 'SQLITE_READONLY'],
]

const codeOf = (error: Error): string | undefined =>
  error.name === 'SQLite3Error'
    ? (codes.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'SQLITE_ERROR')
    : undefined

/**
 * SQLite in WebAssembly, which needs no compiler. It has no shared memory, so it uses a rollback journal. Its locks are
 * folders, which outlive a killed process: `lockStore` removes them.
 */
export const wasmSqlite = (require: NodeJS.Require): Driver | undefined => {
  let Database: typeof WasmDatabase
  try {
    Database = (require('node-sqlite3-wasm') as { Database: typeof WasmDatabase }).Database
  } catch {
    return undefined
  }
  return {
    name: 'wasm',
    journal: 'TRUNCATE',
    hasSystemLocks: false,
    open: (path, { readonly = false, timeout = 5000 } = {}) =>
      named(codeOf, () => {
        const database = new Database(path, { readOnly: readonly, fileMustExist: readonly })
        database.exec(`PRAGMA busy_timeout = ${timeout}`)
        return {
          get inTransaction() {
            return database.inTransaction
          },
          prepare: (sql) => prepared(database, sql),
          exec: (sql) => named(codeOf, () => database.exec(sql)),
          close: () => database.close(),
        }
      }),
  }
}
/** A statement that failed cannot be run again in this build, so it is prepared again. */
const prepared = (database: WasmDatabase, sql: string): Prepared => {
  const prepare = () => named(codeOf, () => database.prepare(sql))
  const byName = fullNames(sql)
  let statement: ReturnType<typeof prepare> | undefined = prepare()
  const finalize = (): void => {
    try {
      statement?.finalize()
    } catch {
      // It reports the error of the last run again.
    }
    statement = undefined
  }
  return {
    all(bindings = []) {
      statement ??= prepare()
      const values = Array.isArray(bindings) ? (bindings as Cell[]) : byName(bindings as Record<string, Cell>)
      try {
        return named(codeOf, () => statement!.all(values)) as Record<string, Cell>[]
      } catch (error) {
        finalize()
        throw error
      }
    },
  }
}

/** The folder by which a connection of this build locks a database. */
export const lockFolder = (path: string): string => `${path}.lock`
