import { serverError } from '../../errors.js'
import { type Database, Refusal, type Row } from '../database.js'
import type { LogPage, Receipt } from '../records.js'
import type { Store } from '../store.js'

type Methods = Pick<Store, 'append' | 'readLog' | 'readPage' | 'readReceipt' | 'tidy'>

/** How many sizes of pages are looked at in one go. */
const SIZES = 1000

const pageOf = (row: Row): LogPage => ({
  seq: row.seq as number,
  count: row.count as number,
  events: row.events as string,
  time: row.time as number,
})

const receiptOf = (row: Row): Receipt => ({
  key: row.key as string,
  fingerprint: row.fingerprint as string,
  status: row.status as number,
  body: row.body as string,
  time: row.time as number,
})

export const logMethods = (database: Database): Methods => {
  /** The numbers of the first and the last page to read; nothing when there is none. */
  const rangeOf = async (stream: string, after: number, bytes: number) => {
    const [start] = await database.read(
      `SELECT seq FROM log WHERE stream = $1 AND seq + count - 1 > $2
        AND seq >= COALESCE((SELECT max(seq) FROM log WHERE stream = $1 AND seq <= $2 + 1), 0)
        ORDER BY seq LIMIT 1`,
      [stream, after],
    )
    if (!start) return undefined
    const first = start.seq as number
    let last = first - 1
    for (let left = bytes; ; ) {
      const pages = await database.read(
        'SELECT seq, size FROM log WHERE stream = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [stream, last, SIZES],
      )
      for (const page of pages) {
        left -= page.size as number
        if (left < 0 && last >= first) return { first, last }
        last = page.seq as number
      }
      if (pages.length < SIZES || left <= 0) return { first, last }
    }
  }

  return {
    async append(page) {
      try {
        await database.append(page)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        throw serverError('log/conflict', { stream: page.stream, seq: page.seq })
      }
    },
    async readLog(stream, after, bytes) {
      const range = await rangeOf(stream, after, bytes)
      if (!range) return []
      const rows = await database.read(
        'SELECT seq, count, events, time FROM log WHERE stream = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq',
        [stream, range.first, range.last],
      )
      return rows.map(pageOf)
    },
    async readPage(stream, seq) {
      const [row] = await database.read(
        `SELECT seq, count, events, time FROM log WHERE stream = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1`,
        [stream, seq],
      )
      return row && (row.seq as number) + (row.count as number) > seq ? pageOf(row) : undefined
    },
    async readReceipt(stream, key) {
      const [row] = await database.read(
        'SELECT key, fingerprint, status, body, time FROM receipts WHERE stream = $1 AND key = $2',
        [stream, key],
      )
      return row && receiptOf(row)
    },
    async tidy(before) {
      await database.write([
        { sql: 'DELETE FROM receipts WHERE time < $1', parameters: [before] },
        { sql: "DELETE FROM deliveries WHERE state = 'delivered' AND due < $1", parameters: [before] },
        // A message may have been written just after its webhook was taken away.
        {
          sql: "DELETE FROM deliveries WHERE state = 'waiting' AND hook NOT IN (SELECT id FROM hooks)",
          parameters: [],
        },
      ])
    },
  }
}
