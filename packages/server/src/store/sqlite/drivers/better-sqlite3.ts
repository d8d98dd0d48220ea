import type Sqlite from 'better-sqlite3'
import type { Cell } from '../../database.js'
import type { Driver } from '../driver.js'

/** The package better-sqlite3, if it is installed and its binary works. */
export const betterSqlite3 = (require: NodeJS.Require): Driver | undefined => {
  let Database: typeof Sqlite
  try {
    Database = require('better-sqlite3') as typeof Sqlite
    // The binary is loaded by the first connection.
    new Database(':memory:').close()
  } catch {
    return undefined
  }
  return {
    name: 'better-sqlite3',
    journal: 'WAL',
    hasSystemLocks: true,
    open(path, { readonly = false, timeout = 5000 } = {}) {
      const database = new Database(path, { readonly, fileMustExist: readonly, timeout })
      return {
        get inTransaction() {
          return database.inTransaction
        },
        prepare(sql) {
          const statement = database.prepare(sql)
          return {
            all(bindings = []) {
              if (statement.reader) return statement.all(bindings) as Record<string, Cell>[]
              statement.run(bindings)
              return []
            },
          }
        },
        exec: (sql) => void database.exec(sql),
        close: () => void database.close(),
      }
    },
  }
}
