import type { Database } from '../database.js'
import { pageSteps } from '../pages.js'
import { Thread } from './thread.js'

/** One thread writes and one reads, so that neither waits for the other, and the main thread for none. */
export const openSqlite = async (path: string): Promise<Database> => {
  const writer = await Thread.open({ role: 'writer', path })
  const reader = await Thread.open({ role: 'reader', path }).catch(async (error) => {
    await writer.close()
    throw error
  })
  return {
    read: (sql, parameters = []) => reader.read(sql, parameters),
    write: (steps) => writer.write(steps),
    append: async (page) => {
      await writer.write(pageSteps(page))
    },
    close: async () => {
      await reader.close()
      await writer.close()
    },
  }
}
