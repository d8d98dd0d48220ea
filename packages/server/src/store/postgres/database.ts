import type { Database } from '../database.js'
import { migrate, openPool } from './connect.js'
import { toStoreError } from './errors.js'
import { runStatement } from './session.js'
import { Writer } from './writer.js'

const READERS = 8

/** One connection writes and a few read, so that pages do not wait for readers. */
export const openPostgres = async (url: string): Promise<Database> => {
  await migrate(url)
  const readers = openPool(url, READERS)
  const writers = openPool(url, 1)
  const writer = new Writer(writers)
  return {
    read: async (sql, parameters = []) => {
      try {
        return await runStatement(readers, { sql, parameters })
      } catch (error) {
        throw toStoreError(error)
      }
    },
    write: (steps) => writer.write(steps),
    append: async (page) => {
      await writer.write(page)
    },
    close: async () => {
      await writer.finish()
      await Promise.all([readers.end(), writers.end()])
    },
  }
}
