import { serverError } from '../../errors.js'
import { storedLabels } from '../../stream/label-values.js'
import { type Database, type Parameter, Refusal, type Row } from '../database.js'
import type { ItemRecord, LogPage, PointRecord, Receipt, ReplayPage } from '../records.js'
import type { ItemList, ItemSlice, Store } from '../store.js'
import { eventsOf } from '../whole-events.js'

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
    const items = await database.read(
      'SELECT seq, content FROM items WHERE stream = $1 AND seq >= $2 AND seq < $3 ORDER BY seq',
      [stream, first.seq as number, (last.seq as number) + (last.count as number)],
    )
    let k = 0
    for (const { seq, count } of pages as readonly { seq: number; count: number }[]) {
      const own = { seq: [] as number[], content: [] as string[] }
      for (; k < items.length && (items[k]!.seq as number) < seq + count; k++) {
        if ((items[k]!.seq as number) < seq) continue
        own.seq.push(items[k]!.seq as number)
        own.content.push(items[k]!.content as string)
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

type ItemMethods = Pick<Store, 'findItems' | 'scanItems' | 'listItems' | 'readPoints'>

const COLUMNS = 'id, t, seq, time, predicted, confidence, asked, content'
/** How many items a search reads at a time, so that other readers are not blocked, and how often. */
const SLICE = 2000
const MAX_SLICES = 10

const toItem = (row: Row): ItemRecord => ({
  id: row.id as string,
  t: row.t as number,
  seq: row.seq as number,
  time: row.time as number,
  predicted: row.predicted as string,
  confidence: row.confidence as number,
  asked: row.asked === 1,
  content: row.content as string,
})

/** A list that reached its limit, so there may be more. */
const full = (items: readonly ItemRecord[]): ItemSlice => {
  const last = items.at(-1)
  return { items, ...(last && { next: last.t }) }
}

const toPoint = (row: Row): PointRecord => ({
  t: row.t as number,
  time: row.time as number,
  point: row.point as string,
})

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A LIKE pattern for texts that contain this one literally. */
const containing = (text: string): string => `%${lowerAscii(text).replace(/[\\%_]/g, '\\$&')}%`

const whole = (value: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER))

/**
 * Items of rounds from `from` to `to`. SQLite uses the index of predictions only if the range is written like this.
 */
export const itemQuery = (stream: string, from: number, to: number, limit: number, list: ItemList) => {
  const parameters: Parameter[] = [stream, from, to, limit]
  const where = ['stream = $1', 't BETWEEN $2 AND $3']
  const parameter = (value: string | number) => `$${parameters.push(value)}`
  if (list.asked !== undefined) where.push(`asked = ${Number(list.asked)}`)
  if (list.predicted !== undefined) where.push(`predicted = ${parameter(list.predicted)}`)
  if (list.predictedLabel !== undefined) {
    // LIKE ignores case in SQLite, and the databases have different functions for the place of a text.
    const label = parameter(storedLabels([list.predictedLabel]))
    where.push(`replace(predicted, ${label}, '') <> predicted`)
  }
  if (list.minConfidence !== undefined) where.push(`confidence >= ${parameter(list.minConfidence)}`)
  if (list.maxConfidence !== undefined) where.push(`confidence <= ${parameter(list.maxConfidence)}`)
  if (list.search) {
    const inId = parameter(containing(list.search))
    // The content is JSON, where quotes, backslashes and line breaks are escaped.
    const inContent = parameter(containing(JSON.stringify(list.search).slice(1, -1)))
    where.push(`(lower(id) LIKE ${inId} ESCAPE '\\' OR lower(content) LIKE ${inContent} ESCAPE '\\')`)
  }
  const sql = `SELECT ${COLUMNS} FROM items WHERE ${where.join(' AND ')} ORDER BY t ${list.after === undefined ? 'DESC' : 'ASC'} LIMIT $4`
  return { sql, parameters }
}

export const itemMethods = (database: Database): ItemMethods => {
  const listBetween = async (stream: string, from: number, to: number, limit: number, list: ItemList) => {
    const { sql, parameters } = itemQuery(stream, from, to, limit, list)
    return (await database.read(sql, parameters)).map(toItem)
  }

  const search = async (stream: string, list: ItemList, before: number): Promise<ItemSlice> => {
    const items: ItemRecord[] = []
    let end = before
    for (let slices = 0; slices < MAX_SLICES; slices++) {
      const [slice] = await database.read(
        `SELECT min(t) AS start FROM
          (SELECT t FROM items WHERE stream = $1 AND t > 0 AND t < $2 ORDER BY t DESC LIMIT ${SLICE}) AS slice`,
        [stream, end],
      )
      const start = slice?.start as number | null
      if (start === null) return { items }
      items.push(...(await listBetween(stream, start, end - 1, list.limit - items.length, list)))
      if (items.length === list.limit) return full(items)
      end = start
    }
    return { items, next: end }
  }

  return {
    async findItems(stream, ids) {
      if (ids.length === 0) return []
      const rows = await database.read(`SELECT ${COLUMNS} FROM items WHERE stream = $1 AND id = ANY($2)`, [
        stream,
        ids,
      ])
      return rows.map(toItem)
    },
    async scanItems(stream, { prefix, after, limit }) {
      const rows = await database.read(
        `SELECT ${COLUMNS} FROM items WHERE stream = $1 AND id > $2 AND id >= $3 ORDER BY id LIMIT $4`,
        [stream, after, prefix, limit],
      )
      // Ids with the same beginning are next to each other.
      return rows.map(toItem).filter(({ id }) => id.startsWith(prefix))
    },
    async listItems(stream, list) {
      const before = whole(list.before ?? Number.MAX_SAFE_INTEGER)
      if (list.search || list.predictedLabel !== undefined) return search(stream, list, before)
      const items = await listBetween(stream, 1 + whole(list.after ?? 0), before - 1, list.limit, list)
      return items.length === list.limit ? full(items) : { items }
    },
    /** Of `total` points, rank r is kept where ⌊r · most / total⌋ increases, which includes the last. */
    async readPoints(stream, from, to, most) {
      const rows = await database.read(
        `SELECT t, time, point FROM points WHERE number IN (
          SELECT number FROM (
            SELECT number, row_number() OVER (ORDER BY t, number) AS place, count(*) OVER () AS total
            FROM points WHERE stream = $1 AND t >= $2 AND t <= $3
          ) AS ranked
          WHERE place * CAST($4 AS BIGINT) / total > (place - 1) * CAST($4 AS BIGINT) / total
        ) ORDER BY t, number`,
        [stream, whole(from), whole(to), Math.min(whole(most), 2 ** 31 - 1)],
      )
      return rows.map(toPoint)
    },
  }
}
