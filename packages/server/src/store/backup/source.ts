import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverError } from '../../errors.js'
import { errorText } from '../failures.js'
import { migrations } from '../migrations.js'
import { migrate, openReader, readSchema } from '../sqlite/connect.js'
import { type Connection, sqliteDriver, valuesOf } from '../sqlite/driver.js'
import { Session } from '../sqlite/session.js'

/** A verified backup with the latest schema. */
interface Backup {
  readonly session: Session
  close(): Promise<void>
}

const broken = (path: string, error: unknown): Error =>
  serverError('backup/broken', { path, reason: errorText(error) })

const checkIntegrity = (connection: Connection): void => {
  const [found] = valuesOf(connection, 'PRAGMA integrity_check')
  if (found !== 'ok') throw new Error(String(found))
}

/** Removes the journal files of a draft and verifies it. */
export const finishDraft = (path: string): void => {
  const connection = sqliteDriver().open(path)
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
    checkIntegrity(connection)
  } finally {
    connection.close()
  }
}

/** Opens a backup. One of an older version is migrated in a copy, so that the file is never changed. */
export const openBackup = async (path: string): Promise<Backup> => {
  const schema = inspect(path)
  if (schema === migrations.length) {
    const connection = openReader(path)
    return { session: new Session(connection), close: async () => void connection.close() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'askance-restore-'))
  const copy = join(folder, 'backup.sqlite')
  await copyFile(path, copy)
  const connection = sqliteDriver().open(copy)
  migrate(connection)
  return {
    session: new Session(connection),
    close: async () => {
      connection.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Rejects a file whose tables, indexes, views or triggers are not those of its schema. */
const checkObjects = (connection: Connection, schema: number): void => {
  const expected = sqliteDriver().open(':memory:')
  try {
    migrate(expected, schema)
    const known = new Set(objectsIn(expected))
    const other = objectsIn(connection).find((one) => !known.delete(one))
    if (other !== undefined)
      throw new Error(`it has something that is not part of a store: ${other.slice(0, 80)}`)
    const [missing] = known
    if (missing !== undefined) throw new Error(`it lacks a part of a store: ${missing.slice(0, 80)}`)
  } finally {
    expected.close()
  }
}

const objectsIn = (connection: Connection): readonly string[] =>
  valuesOf(
    connection,
    "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master WHERE name <> 'sqlite_sequence'",
  ) as string[]

/** The schema of a backup; throws if the file is not a backup. */
const inspect = (path: string): number => {
  let connection: Connection | undefined
  try {
    if (!existsSync(path)) throw new Error('file not found')
    connection = sqliteDriver().open(path, { readonly: true })
    // Nothing in the file may be computed, such as a view that never ends.
    connection.exec('PRAGMA trusted_schema = OFF')
    const schema = readSchema(connection)
    if (schema === 0) throw new Error('it is empty')
    if (schema > migrations.length)
      throw new Error(
        `a newer version of Askance wrote it: schema ${schema}, this one knows ${migrations.length}`,
      )
    checkObjects(connection, schema)
    checkIntegrity(connection)
    return schema
  } catch (error) {
    throw broken(path, error)
  } finally {
    connection?.close()
  }
}
