import { closedOnce } from './closing.js'
import type { Database } from './database.js'
import { locate } from './locate.js'
import { hookMethods } from './methods/hooks.js'
import { itemMethods } from './methods/items.js'
import { logMethods } from './methods/log.js'
import { peopleMethods } from './methods/people.js'
import { snapshotMethods } from './methods/snapshots.js'
import { streamMethods } from './methods/streams.js'
import { openPostgres } from './postgres/database.js'
import { openSqlite } from './sqlite/database.js'
import type { Store } from './store.js'

/**
 * Opens the store at an address, `postgres://…` or the path of an SQLite file, and makes it where there is none. Rejects
 * with `store/url`, `store/broken`, `store/newer`, with `store/used` when another process has the file, and with
 * `store/lost` when the server does not answer.
 */
export const openStore = async (url: string): Promise<Store> => {
  const location = locate(url)
  const database =
    location.kind === 'sqlite' ? await openSqlite(location.path) : await openPostgres(location.url)
  return storeOver(closedOnce(database))
}

const storeOver = (database: Database): Store => ({
  close: () => database.close(),
  async check() {
    await database.write([
      {
        sql: `INSERT INTO meta (name, value) VALUES ('checked', $1)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        parameters: [new Date().toISOString()],
      },
    ])
  },
  ...streamMethods(database),
  ...logMethods(database),
  ...snapshotMethods(database),
  ...itemMethods(database),
  ...peopleMethods(database),
  ...hookMethods(database),
})
