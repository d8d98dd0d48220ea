import { serverError } from '../../errors.js'
import { copyTables, isEmpty, type Source } from '../copy.js'
import { brokenStore } from '../failures.js'
import { migrations } from '../migrations.js'
import { lockStore, openReader, openWriter, readSchema } from '../sqlite/connect.js'
import type { DriverChoice } from '../sqlite/driver.js'
import { sqliteErrors } from '../sqlite/errors.js'
import { Session } from '../sqlite/session.js'

/** Copies one consistent snapshot of the file while it is in use, without free pages. */
export const backupSqlite = async (path: string, draft: string, driver?: DriverChoice): Promise<void> => {
  const connection = openReader(path, driver)
  try {
    if (readSchema(connection) === 0) throw brokenStore('there is nothing in it')
    connection.prepare('VACUUM INTO $1').all({ 1: draft })
  } finally {
    connection.close()
  }
}

export const restoreIntoSqlite = (source: Source, path: string, driver?: DriverChoice): Promise<void> =>
  sqliteErrors(async () => {
    const lock = lockStore(path, driver)
    try {
      await fill(source, path, driver)
    } finally {
      lock.close()
    }
  })

const fill = async (source: Source, path: string, driver?: DriverChoice): Promise<void> => {
  const connection = openWriter(path, driver)
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
