import { closeSync, openSync, realpathSync, rmSync } from 'node:fs'
import { brokenStore, errorText, OpeningFailure } from '../failures.js'
import { migrationSteps, READ_DIGEST, READ_SCHEMA, type TypeNames } from '../migrations.js'
import { type Connection, type Driver, type DriverChoice, sqliteDriver, valuesOf } from './driver.js'
import { lockFolder } from './drivers/wasm.js'
import { takeStore } from './owner.js'

const sqliteTypes: TypeNames = {
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

/** A store that this process has for itself. */
export interface StoreLock {
  close(): void
}

/**
 * Takes the store until the lock is closed or the process ends. The store itself is not locked, so that other processes can
 * read it.
 */
export const lockStore = (path: string, choice?: DriverChoice): StoreLock =>
  opening(() => {
    const driver = sqliteDriver(choice)
    createPrivate(path)
    // Another process may use the same file under another name.
    const real = realpathSync(path)
    const lock = driver.hasSystemLocks ? lockFile(driver, real, path) : undefined
    try {
      const { isStale, release } = takeStore(real, lock !== undefined)
      // A process with the WebAssembly build that was killed, or a backup that was cut off, left its lock.
      if (isStale || !driver.hasSystemLocks) rmSync(lockFolder(real), { recursive: true, force: true })
      return {
        close: () => {
          release()
          lock?.close()
        },
      }
    } catch (error) {
      lock?.close()
      throw error instanceof OpeningFailure
        ? new OpeningFailure(error.code, { ...error.details, path })
        : error
    }
  })

/** Locks a file next to the store; the system frees the lock of a killed process. */
const lockFile = (driver: Driver, real: string, path: string): Connection => {
  const lockPath = `${real}-lock`
  createPrivate(lockPath)
  const lock = driver.open(lockPath, { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new OpeningFailure('store/used', { path })
    throw error
  }
}

/** Opens the store for writing, creates it if necessary and upgrades its schema. */
export const openWriter = (path: string, choice?: DriverChoice): Connection =>
  opening(() => {
    const driver = sqliteDriver(choice)
    createPrivate(path)
    const connection = driver.open(path, { timeout: PATIENCE_MS })
    try {
      // A store with a write-ahead log can be opened without shared memory only by one connection.
      if (driver.journal !== 'WAL') connection.exec('PRAGMA locking_mode = EXCLUSIVE')
      checkSchema(connection)
      if (isBackup(connection)) throw new OpeningFailure('store/backup', { path })
      connection.exec(`PRAGMA journal_mode = ${driver.journal};
        PRAGMA locking_mode = NORMAL;
        PRAGMA synchronous = FULL;
        PRAGMA secure_delete = ON;
        PRAGMA cache_size = -65536;
        PRAGMA wal_autocheckpoint = 4000;
        PRAGMA journal_size_limit = 67108864`)
      migrate(connection)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  })

/** Opens the store for reading while a writer, possibly in another process, is active. */
export const openReader = (path: string, choice?: DriverChoice): Connection =>
  opening(() => {
    const connection = sqliteDriver(choice).open(path, { readonly: true, timeout: PATIENCE_MS })
    try {
      connection.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456')
      checkSchema(connection)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  })

/** The schema number; 0 for an empty store. */
export const readSchema = (connection: Connection): number => {
  const names = valuesOf(connection, 'SELECT name FROM sqlite_master')
  if (names.length === 0) return 0
  const schema = names.includes('meta') ? Number(valuesOf(connection, READ_SCHEMA)[0]) : Number.NaN
  if (!(schema > 0)) throw brokenStore('it is a database of something else')
  return schema
}

/** Rejects a foreign database or one of a newer version before anything is changed. */
const checkSchema = (connection: Connection): void => {
  migrationSteps(sqliteTypes, readSchema(connection))
}

/** Whether the file was written by `askance backup`: a store that was restored from it has no digest. */
const isBackup = (connection: Connection): boolean =>
  readSchema(connection) > 0 && valuesOf(connection, READ_DIGEST).length > 0

export const migrate = (connection: Connection, to?: number): void => {
  connection.exec('BEGIN IMMEDIATE')
  try {
    for (const sql of migrationSteps(sqliteTypes, readSchema(connection), to)) connection.exec(sql)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  }
}
