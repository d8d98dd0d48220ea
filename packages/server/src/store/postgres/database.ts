import type { Pool } from 'pg'
import type { Database, Parameter, Row } from '../database.js'
import { type OpenOptions, shown } from '../open.js'
import { migrate, openingError, openPool } from './connect.js'
import { toStoreError } from './errors.js'
import { ServiceLock } from './service-lock.js'
import { runStatement } from './session.js'
import { Writer } from './writer.js'

const READERS = 8
/** A node must know soon whether the others still know it, so these statements have a short limit. */
const NODE_MS = 2000

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
  const [heartbeats, lookups] = isNode ? [openPool(url, 1, NODE_MS), openPool(url, READERS, NODE_MS)] : []
  return {
    read: running(readers),
    write: async (steps) => {
      lock?.check()
      return writer.write(steps)
    },
    append: async (page) => {
      lock?.check()
      await writer.write(page)
    },
    ...(heartbeats && lookups && { nodes: { heartbeat: running(heartbeats), run: running(lookups) } }),
    close: async () => {
      await writer.finish()
      await Promise.all([readers.end(), writers.end(), heartbeats?.end(), lookups?.end()])
      await lock?.close()
    },
  }
}

const running =
  (pool: Pool) =>
  async (sql: string, parameters: readonly Parameter[] = []): Promise<readonly Row[]> => {
    try {
      return await runStatement(pool, { sql, parameters })
    } catch (error) {
      throw toStoreError(error)
    }
  }
