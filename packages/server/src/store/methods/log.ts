import { serverError } from '../../errors.js'
import { type Database, Refusal, type Row } from '../database.js'
import type { LogPage, Receipt, ReplayPage } from '../records.js'
import type { Store } from '../store.js'
import { eventsOf } from '../whole-events.js'
import { packReader } from './packs.js'

type LogMethods = Pick<
  Store,
  'append' | 'readLog' | 'readReplay' | 'readPage' | 'readItemEvents' | 'readReceipt' | 'tidy'
>

const PAGE = 'seq, count, events, packed, contents, time'

/** How many page sizes are read at a time. */
const SIZES = 1000

const toPage = (row: Row): LogPage => ({
  seq: row.seq as number,
  count: row.count as number,
  events: eventsOf(stored(row)),
  time: row.time as number,
})

const stored = (row: Row): Omit<ReplayPage, 'items'> => ({
  seq: row.seq as number,
  count: row.count as number,
  events: row.events as string,
  ...(row.packed !== null && { packed: row.packed as Uint8Array }),
})

const toReceipt = (row: Row): Receipt => ({
  key: row.key as string,
  fingerprint: row.fingerprint as string,
  status: row.status as number,
  body: row.body as string,
  time: row.time as number,
})

const NO_ITEMS: ReplayPage['items'] = { seq: [], content: [] }

export const logMethods = (database: Database): LogMethods => {
  const packs = packReader(database)

  /** The numbers of the first and last page to read; undefined if there is none. */
  const selectRange = async (stream: string, after: number, bytes: number) => {
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

  const readRows = async (stream: string, after: number, bytes: number): Promise<readonly Row[]> => {
    const range = await selectRange(stream, after, bytes)
    if (!range) return []
    return database.read(
      `SELECT ${PAGE} FROM log WHERE stream = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq`,
      [stream, range.first, range.last],
    )
  }

  /** The contents of the items of pages, by the number of the page. */
  const readContents = async (stream: string, pages: readonly Row[]) => {
    const found = new Map<number, ReplayPage['items']>()
    const [first, last] = [pages[0], pages.at(-1)]
    if (!first || !last) return found
    const [from, end] = [first.seq as number, (last.seq as number) + (last.count as number)]
    const rows = await database.read(
      'SELECT seq, content FROM items WHERE stream = $1 AND seq >= $2 AND seq < $3 ORDER BY seq',
      [stream, from, end],
    )
    const packed = await packs.between(stream, from, end)
    const own = rows as readonly { readonly seq: number; readonly content: string }[]
    const items = packed.length === 0 ? own : [...own, ...packed].sort((a, b) => a.seq - b.seq)
    let k = 0
    for (const { seq, count } of pages as readonly { seq: number; count: number }[]) {
      const own = { seq: [] as number[], content: [] as string[] }
      for (; k < items.length && items[k]!.seq < seq + count; k++) {
        if (items[k]!.seq < seq) continue
        own.seq.push(items[k]!.seq)
        own.content.push(items[k]!.content)
      }
      found.set(seq, own)
    }
    return found
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
      return (await readRows(stream, after, bytes)).map(toPage)
    },
    async readReplay(stream, after, bytes) {
      const rows = await readRows(stream, after, bytes)
      const contents = await readContents(
        stream,
        rows.filter((row) => (row.contents as number) > 0),
      )
      return rows.map((row) => ({ ...stored(row), items: contents.get(row.seq as number) ?? NO_ITEMS }))
    },
    async readItemEvents(stream, ids) {
      const [record] = await database.read('SELECT unindexed FROM streams WHERE id = $1', [stream])
      const rows = await database.read(
        'SELECT seq FROM item_events WHERE stream = $1 AND id = ANY($2) ORDER BY seq',
        [stream, ids],
      )
      return { seqs: rows.map(({ seq }) => seq as number), unindexed: (record?.unindexed ?? 0) as number }
    },
    async readPage(stream, seq) {
      const [row] = await database.read(
        `SELECT ${PAGE} FROM log WHERE stream = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1`,
        [stream, seq],
      )
      return row && (row.seq as number) + (row.count as number) > seq ? toPage(row) : undefined
    },
    async readReceipt(stream, key) {
      const [row] = await database.read(
        'SELECT key, fingerprint, status, body, time FROM receipts WHERE stream = $1 AND key = $2',
        [stream, key],
      )
      return row && toReceipt(row)
    },
    async tidy(before) {
      await database.write([
        { sql: 'DELETE FROM receipts WHERE time < $1', parameters: [before] },
        { sql: "DELETE FROM deliveries WHERE state = 'delivered' AND due < $1", parameters: [before] },
        { sql: "DELETE FROM tokens WHERE kind = 'session' AND expires < $1", parameters: [before] },
        // A message may have been written just after its webhook was deleted.
        {
          sql: "DELETE FROM deliveries WHERE state = 'waiting' AND hook NOT IN (SELECT id FROM hooks)",
          parameters: [],
        },
      ])
    },
  }
}
