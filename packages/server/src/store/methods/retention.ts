import { type Database, Refusal, type Statement } from '../database.js'
import type { Store } from '../store.js'
import { snapshotMethods } from './streams.js'

type RetentionMethods = Pick<Store, 'pruneLog' | 'tidyDeliveries'>

/** A log is pruned only if so many valid snapshots come after what is removed, so that one of them may be damaged later. */
const MIN_SNAPSHOTS = 2

/** Fails if the snapshot was deleted, and prevents its deletion until the commit. */
const holdSnapshot = (stream: string, seq: number): Statement => ({
  sql: 'UPDATE snapshots SET size = size WHERE stream = $1 AND seq = $2 RETURNING seq',
  parameters: [stream, seq],
  needs: 1,
})

/** The first part of a log: pages from before a time, all of whose events are in a snapshot; never the last page. */
const PRUNED = `seq < (SELECT COALESCE(
  (SELECT min(l.seq) FROM log AS l WHERE l.stream = $1 AND (l.time >= $2 OR l.seq + l.count - 1 > $3)),
  (SELECT max(l.seq) FROM log AS l WHERE l.stream = $1)))`

export const retentionMethods = (database: Database): RetentionMethods => {
  const { listSnapshots, readSnapshot } = snapshotMethods(database)

  const oldestValid = async (stream: string): Promise<number | undefined> => {
    const valid: number[] = []
    for (const seq of await listSnapshots(stream)) if (await readSnapshot(stream, seq)) valid.push(seq)
    return valid.length < MIN_SNAPSHOTS ? undefined : valid.at(-1)
  }

  return {
    async pruneLog(stream, before) {
      const [first] = await database.read('SELECT time FROM log WHERE stream = $1 ORDER BY seq LIMIT 1', [
        stream,
      ])
      if (!first || (first.time as number) >= before) return
      const snapshot = await oldestValid(stream)
      if (snapshot === undefined) return
      const parameters = [stream, before, snapshot]
      try {
        await database.write([
          holdSnapshot(stream, snapshot),
          { sql: `DELETE FROM item_events WHERE stream = $1 AND ${PRUNED}`, parameters },
          { sql: `DELETE FROM log WHERE stream = $1 AND ${PRUNED}`, parameters },
        ])
      } catch (error) {
        // Something was erased meanwhile; the next time will do.
        if (!(error instanceof Refusal)) throw error
      }
    },
    async tidyDeliveries(before) {
      await database.write([
        { sql: "DELETE FROM deliveries WHERE state = 'dead' AND due < $1", parameters: [before] },
      ])
    },
  }
}
