import { backupPostgres, restoreIntoPostgres } from './backup/postgres.js'
import { publish } from './backup/publish.js'
import { openBackup } from './backup/source.js'
import { backupSqlite, restoreIntoSqlite } from './backup/sqlite.js'
import { locate } from './open.js'

/**
 * Writes all that is in a store, which may be in use, into one file: an SQLite database, whatever the store is. It holds
 * the store as it was at one moment. Rejects with `backup/exists` when there is a file of this name.
 *
 * Most of it happens in the calling thread, in pieces: it is meant for a process of its own.
 */
export const backupStore = (url: string, path: string): Promise<void> => {
  const location = locate(url)
  return publish(path, (draft) =>
    location.kind === 'sqlite' ? backupSqlite(location.path, draft) : backupPostgres(location.url, draft),
  )
}

/**
 * Fills an empty store of either kind from a backup of either kind; all of it or nothing. Rejects with `backup/broken`
 * when the file is none, and with `backup/exists` when there is anything in the store.
 */
export const restoreStore = async (path: string, url: string): Promise<void> => {
  const location = locate(url)
  const backup = await openBackup(path)
  try {
    if (location.kind === 'sqlite') await restoreIntoSqlite(backup.session, location.path)
    else await restoreIntoPostgres(backup.session, location.url)
  } finally {
    await backup.close()
  }
}
