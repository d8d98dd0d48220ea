import { createRequire } from 'node:module'
import type { Cell } from '../database.js'
import { brokenStore } from '../failures.js'
import { betterSqlite3 } from './drivers/better-sqlite3.js'
import { nodeSqlite } from './drivers/node.js'
import { wasmSqlite } from './drivers/wasm.js'

/** Values of `?` in order, or of `$1` by the key `1`. */
export type Bindings = readonly Cell[] | Readonly<Record<string, Cell>>

export interface Prepared {
  /** Runs the statement and returns its rows; empty if it returns none. */
  all(bindings?: Bindings): Record<string, Cell>[]
}

/** A connection to an SQLite database. Errors have the names of SQLite as `code`, such as `SQLITE_FULL`. */
export interface Connection {
  readonly inTransaction: boolean
  prepare(sql: string): Prepared
  exec(sql: string): void
  close(): void
}

/** A build of SQLite. */
export interface Driver {
  readonly name: DriverName
  /**
   * `WAL` lets others read while one writes. `TRUNCATE`, for a build without shared memory, is as durable, but a reader and
   * a writer wait for each other.
   */
  readonly journal: 'WAL' | 'TRUNCATE'
  /** Whether the system frees the locks of a killed process. */
  readonly hasSystemLocks: boolean
  open(path: string, options?: { readonly readonly?: boolean; readonly timeout?: number }): Connection
}

const driverNames = ['better-sqlite3', 'node', 'wasm'] as const
type DriverName = (typeof driverNames)[number]
/** The name of a driver, or `auto`: the first that this installation has. */
export type DriverChoice = string

/** Each returns undefined if it is not installed, or this version of Node has none. */
const loaders: Readonly<Record<DriverName, (require: NodeJS.Require) => Driver | undefined>> = {
  'better-sqlite3': betterSqlite3,
  node: nodeSqlite,
  wasm: wasmSqlite,
}

const loaded = new Map<DriverName, Driver | undefined>()

const load = (name: DriverName): Driver | undefined => {
  if (!loaded.has(name)) loaded.set(name, loaders[name](createRequire(import.meta.url)))
  return loaded.get(name)
}

/** The drivers that work here, the preferred one first. */
export const availableDrivers = (): readonly DriverName[] => driverNames.filter((name) => load(name))

/**
 * Loads a build of SQLite. Throws `store/broken` if it is not there.
 *
 * @example
 * sqliteDriver('wasm').journal // => 'TRUNCATE'
 */
export const sqliteDriver = (choice: DriverChoice = 'auto'): Driver => {
  for (const name of driverNames) {
    if (choice !== 'auto' && choice !== name) continue
    const driver = load(name)
    if (driver) return driver
  }
  const found = availableDrivers().join(', ') || 'none'
  throw brokenStore(`the SQLite driver ${choice} is not available; available: ${found}`)
}

/** The rows of one statement. */
export const rowsOf = (connection: Connection, sql: string): Record<string, Cell>[] =>
  connection.prepare(sql).all()

/** The first column of every row. */
export const valuesOf = (connection: Connection, sql: string): Cell[] =>
  rowsOf(connection, sql).map((row) => Object.values(row)[0] ?? null)
