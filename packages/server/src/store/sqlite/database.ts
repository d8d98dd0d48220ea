import { Worker } from 'node:worker_threads'
import { connect } from '@askance/core/rpc'
import { serverError } from '../../errors.js'
import { type Database, type Step, transferableBuffers } from '../database.js'
import { errorText } from '../failures.js'
import { pageSteps } from '../pages.js'
import { toStoreError } from './errors.js'
import type { SqliteConnection } from './sqlite-worker.js'

/** One thread writes and one reads, so that neither blocks the other or the main thread. */
export const openSqlite = async (path: string): Promise<Database> => {
  const writer = await openThread('writer', path)
  const reader = await openThread('reader', path).catch(async (error) => {
    await writer.close()
    throw error
  })
  return {
    read: (sql, parameters = []) => reader.read(sql, parameters),
    write: writer.write,
    append: async (page) => {
      await writer.write(pageSteps(page))
    },
    close: async () => {
      await reader.close()
      await writer.close()
    },
  }
}

export type SqliteThread = Awaited<ReturnType<typeof openThread>>

/** Opens a thread with its own connection. If it dies, pending and later calls are rejected with `store/lost`. */
export const openThread = async (role: 'writer' | 'reader', path: string) => {
  const worker = new Worker(new URL('./sqlite-worker.js', import.meta.url))
  let death: Error | undefined
  const remote = connect<SqliteConnection>(worker, {
    transfer: ([steps]) => (Array.isArray(steps) ? transferableBuffers(stepCells(steps)) : []),
    onDeath: (reason) => {
      death = reason
    },
  })
  const settled = <Value>(call: Promise<Value>): Promise<Value> =>
    call.catch((error) => {
      throw error === death ? serverError('store/lost', { reason: errorText(error) }) : toStoreError(error)
    })
  await settled(remote.open(role, path)).catch(async (error) => {
    await remote.close()
    throw error
  })
  return {
    read: (...args: Parameters<SqliteConnection['read']>) => settled(remote.read(...args)),
    write: (steps: readonly Step[]) => settled(remote.write(steps)),
    /** Finishes pending calls. */
    close: async (): Promise<void> => {
      if (!death) await settled(remote.shut())
      await remote.close()
    },
    /** Terminates the thread immediately. */
    kill: () => worker.terminate(),
  }
}

const stepCells = (steps: readonly Step[]): readonly unknown[] =>
  steps.flatMap((step) => ('into' in step ? Object.values(step.columns).flat() : []))
