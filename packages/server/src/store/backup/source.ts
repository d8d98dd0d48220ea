import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite, { type Database as Connection } from 'better-sqlite3'
import { serverError } from '../../errors.js'
import { errorText } from '../failures.js'
import { migrations } from '../migrations.js'
import { migrate, openReader, readSchema } from '../sqlite/connect.js'
import { Session } from '../sqlite/session.js'

/** A verified backup with the latest schema. */
export interface Backup {
  readonly session: Session
  close(): Promise<void>
}

const broken = (path: string, error: unknown): Error =>
  serverError('backup/broken', { path, reason: errorText(error) })

const checkIntegrity = (connection: Connection): void => {
  const found = connection.pragma('integrity_check', { simple: true })
  if (found !== 'ok') throw new Error(String(found))
}

/** Removes the journal files of a draft and verifies it. */
export const finishDraft = (path: string): void => {
  const connection = new Sqlite(path, { fileMustExist: true })
  try {
    connection.pragma('journal_mode = DELETE')
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
  const connection = new Sqlite(copy)
  migrate(connection)
  return {
    session: new Session(connection),
    close: async () => {
      connection.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The schema of a backup; throws if the file is not a backup. */
const inspect = (path: string): number => {
  let connection: Connection | undefined
  try {
    connection = new Sqlite(path, { readonly: true, fileMustExist: true })
    checkIntegrity(connection)
    const schema = readSchema(connection)
    if (schema === 0) throw new Error('it is empty')
    if (schema > migrations.length)
      throw new Error(
        `a newer version of Askance wrote it: schema ${schema}, this one knows ${migrations.length}`,
      )
    return schema
  } catch (error) {
    throw broken(path, error)
  } finally {
    connection?.close()
  }
}
