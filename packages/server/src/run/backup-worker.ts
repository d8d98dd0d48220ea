import { stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { backupStore } from '../store/backup.js'
import { errorText } from '../store/failures.js'
import { verifyBackup } from './verify-backup.js'

export interface BackupJob {
  readonly store: string
  readonly path: string
  readonly sqliteDriver: string
}

/** What came of a backup; `isWritten` if the file is there, although it may be broken. */
export type BackupResult =
  | { readonly bytes: number; readonly streams: number; readonly events: number }
  | { readonly reason: string; readonly isWritten: boolean }

const { store, path, sqliteDriver } = workerData as BackupJob

const run = async (): Promise<BackupResult> => {
  let isWritten = false
  try {
    await backupStore(store, path, sqliteDriver)
    isWritten = true
    const { streams, events } = await verifyBackup(path)
    return { bytes: (await stat(path)).size, streams, events }
  } catch (error) {
    return { reason: errorText(error), isWritten }
  }
}

parentPort?.postMessage(await run())
