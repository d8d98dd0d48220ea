import type { Database, Parameter } from '../database.js'
import { type OpenOptions, shown } from '../open.js'
import { migrate, openingError, openPool } from './connect.js'
import { toStoreError } from './errors.js'
import { ServiceLock } from './service-lock.js'
import { runStatement } from './session.js'
import { Writer } from './writer.js'

const READERS = 8
/** A node must know soon whether the others still know it, so these statements have a short limit. */
const ALONE_MS = 2000

/**
 * One connection writes and a few read, so that pages do not wait for readers. `isService`: no other service may use the database
 * until it is closed.
 */
export const openPostgres = async (
  url: string,
  { isService, isNode = false, patience }: OpenOptions = {},
): Promise<Database> => {
  const lock = isService ? new ServiceLock(url, shown(url), isNode) : undefined
  try {
    // Another service may still use the tables as they are.
    await lock?.take(patience)
    await migrate(url)
  } catch (error) {
    await lock?.close()
    throw openingError(error)
  }
  const readers = openPool(url, READERS)
  const writers = openPool(url, 1)
  const writer = new Writer(writers)
  const alone = isNode ? openPool(url, 8, ALONE_MS) : undefined
  return {
    read: async (sql, parameters = []) => {
      try {
        return await runStatement(readers, { sql, parameters })
      } catch (error) {
        throw toStoreError(error)
      }
    },
    write: async (steps) => {
      lock?.check()
      return writer.write(steps)
    },
    append: async (page) => {
      lock?.check()
      await writer.write(page)
    },
    ...(alone && {
      runAlone: async (sql: string, parameters: readonly Parameter[]) => {
        try {
          return await runStatement(alone, { sql, parameters })
        } catch (error) {
          throw toStoreError(error)
        }
      },
    }),
    close: async () => {
      await writer.finish()
      await Promise.all([readers.end(), writers.end(), alone?.end()])
      await lock?.close()
    },
  }
}
