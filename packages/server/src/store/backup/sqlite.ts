import { serverError } from '../../errors.js'
import { copyTables, isEmpty, type Source } from '../copy.js'
import { brokenStore } from '../failures.js'
import { migrations } from '../migrations.js'
import { lockStore, openReader, openWriter, readSchema } from '../sqlite/connect.js'
import { sqliteErrors } from '../sqlite/errors.js'
import { Session } from '../sqlite/session.js'

/** Database pages copied per step. */
const PAGES = 2000

/** Copies the file page by page while it is in use. */
export const backupSqlite = async (path: string, draft: string): Promise<void> => {
  const connection = openReader(path)
  try {
    // The open read transaction pins a snapshot. Without it, every write would restart the copy.
    connection.exec('BEGIN')
    if (readSchema(connection) === 0) throw brokenStore('there is nothing in it')
    await connection.backup(draft, { progress: () => PAGES })
  } finally {
    connection.close()
  }
}

export const restoreIntoSqlite = (source: Source, path: string): Promise<void> =>
  sqliteErrors(async () => {
    const lock = lockStore(path)
    try {
      await fill(source, path)
    } finally {
      lock.close()
    }
  })

const fill = async (source: Source, path: string): Promise<void> => {
  const connection = openWriter(path)
  const session = new Session(connection)
  try {
    connection.exec('BEGIN IMMEDIATE')
    if (!(await isEmpty(session, migrations.length))) throw serverError('backup/exists', { path })
    await copyTables(source, session, migrations.length)
    connection.exec('COMMIT')
  } finally {
    // Closing rolls back.
    connection.close()
  }
}
