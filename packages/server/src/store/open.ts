import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverError } from '../errors.js'
import type { Database, Parameter } from './database.js'
import { grantMethods, peopleMethods } from './methods/access.js'
import { hookMethods } from './methods/hooks.js'
import { itemMethods } from './methods/items.js'
import { logMethods } from './methods/log.js'
import { nodeMethods } from './methods/nodes.js'
import { retentionMethods } from './methods/retention.js'
import { snapshotMethods, streamMethods } from './methods/streams.js'
import { Sealer } from './sealing.js'
import { openSqlite } from './sqlite/database.js'
import type { DriverChoice } from './sqlite/driver.js'
import type { Store } from './store.js'

export type Location =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** Parses a store URL. */
export const locate = (url: string): Location => {
  if (/^postgres(ql)?:\/\//i.test(url)) {
    if (!URL.canParse(url)) throw serverError('store/url', { url: shown(url) })
    return { kind: 'postgres', url }
  }
  if (/^file:/i.test(url)) return { kind: 'sqlite', path: filePath(url) }
  if (url === '' || url === ':memory:' || /^[a-z][a-z0-9+.-]+:\/\//i.test(url) || url.includes('\0'))
    throw serverError('store/url', { url: shown(url) })
  return { kind: 'sqlite', path: resolve(url) }
}

const filePath = (url: string): string => {
  const relative = /^file:(?!\/)(.+)$/i.exec(url)?.[1]
  if (relative) return resolve(relative)
  try {
    return fileURLToPath(url)
  } catch {
    throw serverError('store/url', { url })
  }
}

/** The URL with its password masked. */
export const shown = (url: string): string => url.replace(/(\/\/[^:/@]*):[^@]*@/, '$1:…@')

const closedError = () => serverError('store/lost', { reason: 'it is closed' })

/** Rejects calls after closing, and closes only once. */
const closedOnce = (database: Database): Database => {
  let closed: Promise<void> | undefined
  const { nodes } = database
  const unlessClosed = <Result>(action: () => Promise<Result>): Promise<Result> =>
    closed ? Promise.reject(closedError()) : action()
  return {
    read: (sql, parameters) => unlessClosed(() => database.read(sql, parameters)),
    write: (steps) => unlessClosed(() => database.write(steps)),
    append: (page) => unlessClosed(() => database.append(page)),
    ...(nodes && {
      nodes: {
        heartbeat: (sql: string, parameters: readonly Parameter[]) =>
          unlessClosed(() => nodes.heartbeat(sql, parameters)),
        run: (sql: string, parameters: readonly Parameter[]) =>
          unlessClosed(() => nodes.run(sql, parameters)),
      },
    }),
    close: () => {
      closed ??= database.close()
      return closed
    },
  }
}

export interface OpenOptions {
  /** Rejects with `store/missing` instead of creating an SQLite file. */
  readonly mustExist?: boolean
  /** No other service may use the PostgreSQL database; an SQLite file has one user in any case. */
  readonly isService?: boolean
  /** With `isService`: other nodes may use the database too, but no service that is not one. PostgreSQL only. */
  readonly isNode?: boolean
  /** Milliseconds to wait for a service that was killed; default 10,000. */
  readonly patience?: number
  /** The build of SQLite; default `auto`. */
  readonly sqliteDriver?: DriverChoice
  /** The keys that encrypt the secrets of webhooks, the current one first. */
  readonly keys?: readonly Buffer[]
}

/**
 * Opens the store at a URL, `postgres://…` or the path of an SQLite file, and creates it if necessary. Rejects with
 * `store/url`, `store/broken`, `store/newer`, with `store/backup` if the file is one, with `store/used` if another process uses
 * it, and with `store/lost` if the server cannot be reached. With `isService`, also if another service uses the PostgreSQL database.
 */
export const openStore = async (url: string, options: OpenOptions = {}): Promise<Store> => {
  const location = locate(url)
  return storeOver(closedOnce(await openDatabase(location, options)), new Sealer(options.keys))
}

/** Rejects the path of a file that is not there, such as one in another folder. */
export const requireStore = (location: Location): void => {
  if (location.kind === 'sqlite' && !existsSync(location.path))
    throw serverError('store/missing', { path: location.path })
}

const openDatabase = async (location: Location, options: OpenOptions): Promise<Database> => {
  if (options.mustExist) requireStore(location)
  if (location.kind === 'sqlite') return openSqlite(location.path, options.sqliteDriver)
  // Imported here so that a service with SQLite does not load the client of PostgreSQL.
  const { openPostgres } = await import('./postgres/database.js')
  return openPostgres(location.url, options)
}

/** The methods of a store over a database. */
export const storeOver = (database: Database, sealer = new Sealer()): Store => ({
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
  ...retentionMethods(database),
  ...itemMethods(database),
  ...peopleMethods(database),
  ...grantMethods(database),
  ...hookMethods(database, sealer),
  ...(database.nodes && { nodes: nodeMethods(database.nodes) }),
})
