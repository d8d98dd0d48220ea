import { AskanceError } from '@askance/core'
import { counted } from '@askance/core/internals'
import { inlineEngine } from '../engines/engine.js'
import { serverError } from '../errors.js'
import { load } from '../service/load.js'
import { allStreams } from '../store/all-streams.js'
import { hasSameDigest } from '../store/backup/digest.js'
import { openBackup } from '../store/backup/source.js'
import { errorText } from '../store/failures.js'
import { storeOver } from '../store/open.js'
import type { StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/** What a backup contains. */
export interface BackupReport {
  readonly streams: number
  readonly events: number
  readonly items: number
  readonly snapshots: number
  /** Whether the digest of the content was compared; backups of earlier versions have none. */
  readonly hasDigest: boolean
}

const MAX_REASONS = 5
/** Characters of a log that are read at a time. */
const PIECE = 2 ** 22

/**
 * Verifies a backup as a restore would use it: the file and its tables, the digest of all rows, that every log is complete, the
 * checksums of snapshots, and that every stream can be loaded from its snapshot and the rest of its log. Rejects with
 * `backup/broken`.
 */
export const verifyBackup = async (
  path: string,
  onProgress: (streams: number) => void = () => undefined,
): Promise<BackupReport> => {
  const backup = await openBackup(path)
  const session = backup.session
  const store = storeOver({
    read: async (sql, parameters = []) => session.read(sql, parameters),
    write: () => Promise.reject(serverError('store/lost', { reason: 'a backup is read only' })),
    append: () => Promise.reject(serverError('store/lost', { reason: 'a backup is read only' })),
    close: () => backup.close(),
  })
  try {
    const isSame = await hasSameDigest(path)
    const reasons = isSame === false ? ['its content is not what was written'] : []
    const total = { streams: 0, events: 0, items: 0, snapshots: 0 }
    for await (const stream of allStreams(store)) {
      try {
        total.snapshots += await verifyStream(store, stream)
      } catch (error) {
        reasons.push(`stream ${stream.id}: ${errorText(error)}`)
      }
      total.events += stream.seq
      total.items += stream.counts.items
      onProgress(++total.streams)
    }
    if (reasons.length > 0) throw serverError('backup/broken', { path, reason: summary(reasons) })
    return { ...total, hasDigest: isSame !== undefined }
  } catch (error) {
    throw error instanceof AskanceError
      ? error
      : serverError('backup/broken', { path, reason: errorText(error) })
  } finally {
    await store.close()
  }
}

const summary = (reasons: readonly string[]): string => {
  const others = reasons.length - MAX_REASONS
  return `${reasons.slice(0, MAX_REASONS).join('; ')}${others > 0 ? `; and ${counted(others, 'more problem')}` : ''}`
}

/** Resolves to the number of snapshots. A damaged one is a problem, although a restored service could do without it. */
const verifyStream = async (store: Store, stream: StreamRecord): Promise<number> => {
  await verifyLog(store, stream)
  const snapshots = await store.listSnapshots(stream.id)
  for (const seq of snapshots)
    if (!(await store.readSnapshot(stream.id, seq))) throw new Error(`snapshot ${seq}: its checksum is wrong`)
  const engine = inlineEngine()
  try {
    await load(store, engine, stream, {
      onSkip: (seq, reason) => {
        throw new Error(`snapshot ${seq}: ${reason}`)
      },
    })
  } finally {
    await engine.close()
  }
  return snapshots.length
}

/**
 * Checks that the log has no gap, and that every event can be parsed. Its beginning may have been removed (`logDays`); `load` checks that a
 * snapshot covers it.
 */
const verifyLog = async (store: Store, { id, seq: last }: StreamRecord): Promise<void> => {
  let reached = 0
  let isFirst = true
  for (;;) {
    const pages = await store.readLog(id, reached, PIECE)
    if (pages.length === 0) break
    for (const { seq, count, events } of pages) {
      if (!isFirst && seq !== reached + 1) throw new Error(`event ${reached + 1} is missing`)
      isFirst = false
      const lines = count === 0 ? [] : events.split('\n')
      if (lines.length !== count) throw new Error(`page ${seq} has ${lines.length} events, expected ${count}`)
      for (const line of lines) JSON.parse(line)
      reached = seq + count - 1
    }
  }
  if (reached !== last) throw new Error(`its log ends at event ${reached}, expected ${last}`)
}
