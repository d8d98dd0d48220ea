import { publish } from './backup/publish.js'
import { openBackup } from './backup/source.js'
import { backupSqlite, restoreIntoSqlite } from './backup/sqlite.js'
import { locate, requireStore } from './open.js'
import type { DriverChoice } from './sqlite/driver.js'

/** Imported when it is needed, because it loads the client of PostgreSQL. */
const postgres = () => import('./backup/postgres.js')

/**
 * Writes a consistent copy of a store, which may be in use, to a new SQLite file. Rejects with `backup/exists` if the file
 * exists.
 *
 * Most of the work runs in the calling thread, so use a separate process.
 */
export const backupStore = async (url: string, path: string, driver?: DriverChoice): Promise<void> => {
  const location = locate(url)
  requireStore(location)
  return publish(path, async (draft) =>
    location.kind === 'sqlite'
      ? backupSqlite(location.path, draft, driver)
      : (await postgres()).backupPostgres(location.url, draft),
  )
}

/**
 * Restores a backup into an empty SQLite or PostgreSQL store in one transaction. Rejects with `backup/broken` if the file
 * is not a backup, and with `backup/exists` if the store is not empty.
 */
export const restoreStore = async (path: string, url: string, driver?: DriverChoice): Promise<void> => {
  const location = locate(url)
  const backup = await openBackup(path)
  try {
    if (location.kind === 'sqlite') await restoreIntoSqlite(backup.session, location.path, driver)
    else await (await postgres()).restoreIntoPostgres(backup.session, location.url)
  } finally {
    await backup.close()
  }
}
