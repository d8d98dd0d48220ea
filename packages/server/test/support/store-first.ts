import { migrate as migratePostgres } from '../../src/store/postgres/connect.js'
import { migrate as migrateSqlite } from '../../src/store/sqlite/connect.js'
import { sqliteDriver } from '../../src/store/sqlite/driver.js'

/** Makes a store as the first version of Askance made it. */
export const makeFirstSchema = async (url: string): Promise<void> => {
  if (url.startsWith('postgres:')) return migratePostgres(url, 1)
  const connection = sqliteDriver().open(url)
  migrateSqlite(connection, 1)
  connection.close()
}
