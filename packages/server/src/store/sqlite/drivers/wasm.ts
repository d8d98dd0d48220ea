import type { accessSync } from 'node:fs'
import { resolve } from 'node:path'
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
  const ownLocks = hideOwnLocks(require)
  return {
    name: 'wasm',
    journal: 'TRUNCATE',
    hasSystemLocks: false,
    open: (path, { readonly = false, timeout = 5000 } = {}) =>
      named(codeOf, () => {
        ownLocks.add(lockFolder(resolve(path)))
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

/**
 * This build takes one lock, its folder, for every kind of lock. SQLite asks whether another connection has reserved a database while it
 * holds that lock itself, and this build then finds its own folder: a transaction that a killed process has left half written would never
 * be rolled back. Whoever asks has the folder, so the true answer is always no. Returns the folders that are hidden in this thread.
 */
const hideOwnLocks = (require: NodeJS.Require): Set<string> => {
  const fs = require('node:fs') as { accessSync: typeof accessSync }
  const found = hidden.get(fs)
  if (found) return found
  const folders = new Set<string>()
  hidden.set(fs, folders)
  const access = fs.accessSync
  fs.accessSync = (path, mode) => {
    if (typeof path === 'string' && folders.has(path))
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
    access(path, mode)
  }
  return folders
}
const hidden = new WeakMap<object, Set<string>>()

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
