import { closeSync, openSync, realpathSync } from 'node:fs'
import Sqlite, { type Database as Connection } from 'better-sqlite3'
import { brokenStore, errorText, OpeningFailure } from '../failures.js'
import { migrationSteps, READ_SCHEMA, type TypeNames } from '../migrations.js'

export const sqliteTypes: TypeNames = {
  text: 'TEXT',
  whole: 'INTEGER',
  real: 'REAL',
  bytes: 'BLOB',
  number: 'INTEGER PRIMARY KEY AUTOINCREMENT',
}

export const PATIENCE_MS = 10_000

/** Converts any error during opening to `store/broken`. */
const opening = <Result>(action: () => Result): Result => {
  try {
    return action()
  } catch (error) {
    if (error instanceof OpeningFailure) throw error
    throw brokenStore(errorText(error))
  }
}

/**
 * Creates a file that only its user can read, unless it exists. SQLite gives its other files the same permissions. An existing
 * file is not opened, because closing it would drop the locks that SQLite holds on it in this process.
 */
export const createPrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Locks a file next to the store until the connection is closed or the process ends; the system frees the lock of a killed
 * process. The store itself is not locked, so that other processes can read it.
 */
export const lockStore = (path: string): Connection =>
  opening(() => {
    createPrivate(path)
    // Another process may use the same file under another name.
    const lockPath = `${realpathSync(path)}-lock`
    createPrivate(lockPath)
    const lock = new Sqlite(lockPath, { timeout: 0 })
    try {
      lock.pragma('locking_mode = EXCLUSIVE')
      lock.exec('BEGIN EXCLUSIVE')
      return lock
    } catch (error) {
      lock.close()
      if ((error as { code?: string }).code === 'SQLITE_BUSY')
        throw new OpeningFailure('store/used', { path })
      throw error
    }
  })

/** Opens the store for writing, creates it if necessary and upgrades its schema. */
export const openWriter = (path: string): Connection =>
  opening(() => {
    createPrivate(path)
    const connection = new Sqlite(path, { timeout: PATIENCE_MS })
    try {
      checkSchema(connection)
      connection.pragma('journal_mode = WAL')
      connection.pragma('synchronous = FULL')
      connection.pragma('secure_delete = ON')
      connection.pragma('cache_size = -65536')
      connection.pragma('journal_size_limit = 67108864')
      migrate(connection)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  })

/** Opens the store for reading while a writer, possibly in another process, is active. */
export const openReader = (path: string): Connection =>
  opening(() => {
    const connection = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: PATIENCE_MS })
    try {
      connection.pragma('cache_size = -32768')
      connection.pragma('mmap_size = 268435456')
      checkSchema(connection)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  })

/** The schema number; 0 for an empty store. */
export const readSchema = (connection: Connection): number => {
  const names = connection.prepare('SELECT name FROM sqlite_master').pluck().all()
  if (names.length === 0) return 0
  const schema = names.includes('meta') ? Number(connection.prepare(READ_SCHEMA).pluck().get()) : Number.NaN
  if (!(schema > 0)) throw brokenStore('it is a database of something else')
  return schema
}

/** Rejects a foreign database or one of a newer version before anything is changed. */
const checkSchema = (connection: Connection): void => {
  migrationSteps(sqliteTypes, readSchema(connection))
}

export const migrate = (connection: Connection, to?: number): void => {
  const run = connection.transaction(() => {
    for (const sql of migrationSteps(sqliteTypes, readSchema(connection), to)) connection.exec(sql)
  })
  run.immediate()
}
