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

const PATIENCE_MS = 10_000

/** Says of any error while opening that the store cannot be opened. */
const opening = <Result>(action: () => Result): Result => {
  try {
    return action()
  } catch (error) {
    if (error instanceof OpeningFailure) throw error
    throw brokenStore(errorText(error))
  }
}

/**
 * Holds a file beside the store locked until the connection is closed or the process ends in whatever way: the system
 * frees the lock of a process that was killed. The store itself is not locked, so that it can be read beside us.
 */
export const lockStore = (path: string): Connection =>
  opening(() => {
    const lock = new Sqlite(`${path}-lock`, { timeout: 0 })
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

/** Opens the store for writing, makes it if it is not there, and brings its schema up to date. */
export const openWriter = (path: string): Connection =>
  opening(() => {
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

/** Opens the store for reading beside its writer, which may be another process. */
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

/** The number of its schema; 0 of a store with nothing in it. */
export const readSchema = (connection: Connection): number => {
  const names = connection.prepare('SELECT name FROM sqlite_master').pluck().all()
  if (names.length === 0) return 0
  const schema = names.includes('meta') ? Number(connection.prepare(READ_SCHEMA).pluck().get()) : Number.NaN
  if (!(schema > 0)) throw brokenStore('it is a database of something else')
  return schema
}

/** Before anything is changed: a database of something else, or of a newer version, stays as it is. */
const checkSchema = (connection: Connection): void => {
  migrationSteps(sqliteTypes, readSchema(connection))
}

export const migrate = (connection: Connection, to?: number): void => {
  const run = connection.transaction(() => {
    for (const sql of migrationSteps(sqliteTypes, readSchema(connection), to)) connection.exec(sql)
  })
  run.immediate()
}
