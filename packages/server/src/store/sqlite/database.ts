import { Worker } from 'node:worker_threads'
import { connect } from '@askance/core/rpc'
import { serverError } from '../../errors.js'
import { type Database, type Step, transferableBuffers } from '../database.js'
import { errorText } from '../failures.js'
import type { Page } from '../records.js'
import type { DriverChoice } from './driver.js'
import { toStoreError } from './errors.js'
import type { SqliteConnection } from './sqlite-worker.js'

/** One thread writes and one reads, so that neither blocks the other or the main thread. */
export const openSqlite = async (path: string, driver?: DriverChoice): Promise<Database> => {
  const writer = await openThread('writer', path, driver)
  const reader = await openThread('reader', path, driver).catch(async (error) => {
    await writer.close()
    throw error
  })
  return {
    read: (sql, parameters = []) => reader.read(sql, parameters),
    write: writer.write,
    append: async (page) => {
      await writer.append(page)
      if (page.redaction) await writer.emptyLog()
    },
    close: async () => {
      await reader.close()
      await writer.close()
    },
  }
}

/** A start takes a thread 60 ms, so up to this many threads of closed stores are kept for the next store. */
const MAX_SPARE = 4
const spares: ReturnType<typeof startThread>[] = []

const startThread = () => {
  const worker = new Worker(new URL('./sqlite-worker.js', import.meta.url))
  const thread = {
    worker,
    death: undefined as Error | undefined,
    remote: connect<SqliteConnection>(worker, {
      schedule: setImmediate,
      transfer: ([steps]) => (Array.isArray(steps) ? transferableBuffers(stepCells(steps)) : []),
      onDeath: (reason) => {
        thread.death = reason
        const place = spares.indexOf(thread)
        if (place >= 0) spares.splice(place, 1)
      },
    }),
  }
  return thread
}

/** Opens a thread with its own connection. If it dies, pending and later calls are rejected with `store/lost`. */
export const openThread = async (role: 'writer' | 'reader', path: string, driver?: DriverChoice) => {
  const thread = spares.pop() ?? startThread()
  const { worker, remote } = thread
  worker.ref()
  const settled = <Value>(call: Promise<Value>): Promise<Value> =>
    call.catch((error) => {
      throw error === thread.death
        ? serverError('store/lost', { reason: errorText(error) })
        : toStoreError(error)
    })
  await settled(remote.open(role, path, driver)).catch(async (error) => {
    await remote.close()
    throw error
  })
  return {
    read: (...args: Parameters<SqliteConnection['read']>) => settled(remote.read(...args)),
    write: (steps: readonly Step[]) => settled(remote.write(steps)),
    append: (page: Page) => settled(remote.append(page)),
    emptyLog: () => settled(remote.emptyLog()),
    /** Finishes pending calls. */
    close: async (): Promise<void> => {
      if (thread.death) return
      await settled(remote.shut())
      if (spares.length >= MAX_SPARE) return remote.close()
      worker.unref()
      spares.push(thread)
    },
    /** Terminates the thread immediately. */
    kill: () => worker.terminate(),
  }
}

const stepCells = (steps: readonly Step[]): readonly unknown[] =>
  steps.flatMap((step) => ('into' in step ? Object.values(step.columns).flat() : []))
