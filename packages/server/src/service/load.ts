import type { Engine } from '../engines/engine.js'
import { serverError } from '../errors.js'
import type { StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/** Characters of the log that are read at a time. */
const CHUNK = 2 ** 20

/** Called when a snapshot is skipped. */
type OnSkip = (seq: number, reason: string) => void

export interface Loading {
  readonly onSkip: OnSkip
  /**
   * Takes snapshots while the log is replayed, at least so many events apart, so that a service that is killed while it loads a
   * long stream does not start over.
   */
  readonly save?: { readonly every: number; readonly generation: number }
  /** Given if events are appended meanwhile; how many of them are replayed is not certain. Throws if no more need be replayed. */
  readonly whileGrowing?: () => void
}

/** The numbers of the last snapshot, 0 without one, and of the last event that was replayed. */
interface Reached {
  readonly snapshot: number
  readonly seq: number
}

/** Requests wait while a stream is loaded, so that few snapshots are taken. */
const SNAPSHOT_SHARE = 1 / 8

/** Loads a stream into an engine from the latest valid snapshot and the rest of the log. */
export const load = async (
  store: Store,
  engine: Engine,
  { id, config, seq }: StreamRecord,
  { onSkip, save, whileGrowing }: Loading,
): Promise<Reached> => {
  const restored = await restore(store, engine, { id, config, seq }, onSkip)
  let snapshot = restored
  const reached = await replay(store, engine, id, restored, async (now) => {
    whileGrowing?.()
    if (!save || now - snapshot < Math.max(save.every, SNAPSHOT_SHARE * seq)) return
    try {
      const { bytes } = await engine.save(id)
      // Content that is erased meanwhile makes this snapshot useless, and the next ones too.
      const isWritten = await store.writeSnapshot(id, now, bytes, save.generation)
      snapshot = isWritten ? now : Number.POSITIVE_INFINITY
    } catch (error) {
      // A stream can be loaded without.
      onSkip(now, reasonOf(error))
    }
  })
  if (reached > seq && !whileGrowing) throw serverError('log/conflict', { stream: id, seq: seq + 1 })
  // The stream was deleted while it was loaded.
  if (reached < seq && !(await store.readStream(id))) throw serverError('stream/unknown', { stream: id })
  if (reached < seq)
    throw serverError('store/broken', { reason: `the log of ${id} ends at ${reached}, expected ${seq}` })
  return { snapshot: Number.isFinite(snapshot) ? snapshot : restored, seq: reached }
}

/** Replays what was appended after an event. Resolves to the number of the last event. */
export const catchUp = (
  store: Store,
  engine: Engine,
  id: string,
  after: number,
  whileGrowing?: () => void,
): Promise<number> => replay(store, engine, id, after, async () => whileGrowing?.())

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const restore = async (
  store: Store,
  engine: Engine,
  { id, config, seq }: Pick<StreamRecord, 'id' | 'config' | 'seq'>,
  onSkip: OnSkip,
): Promise<number> => {
  for (const taken of await store.listSnapshots(id)) {
    const bytes = taken > seq ? undefined : await store.readSnapshot(id, taken)
    if (!bytes) {
      onSkip(taken, taken > seq ? 'it is ahead of the log' : 'its checksum is wrong')
      continue
    }
    try {
      if ((await engine.restore(id, config, bytes)) === taken) return taken
      onSkip(taken, 'it belongs to another event')
    } catch (error) {
      onSkip(taken, reasonOf(error))
    }
  }
  await engine.open(id, config)
  return 0
}

/** Reads the next pages while the previous ones are replayed. */
const replay = async (
  store: Store,
  engine: Engine,
  id: string,
  after: number,
  onReplayed: (reached: number) => Promise<void>,
): Promise<number> => {
  let reached = after
  let pages = await store.readReplay(id, reached, CHUNK)
  const begin = pages[0]?.seq ?? 0
  if (begin > after + 1)
    throw serverError('store/broken', {
      reason: `the log of ${id} begins at ${begin}, and no snapshot of what was before can be read`,
    })
  while (pages.length > 0) {
    const last = pages.at(-1)
    const end = last ? last.seq + last.count - 1 : reached
    const next = store.readReplay(id, end, CHUNK)
    // Avoids an unhandled rejection if the replay below fails first.
    next.catch(() => undefined)
    reached = await engine.replay(id, pages)
    await onReplayed(reached)
    pages = await next
  }
  return reached
}
