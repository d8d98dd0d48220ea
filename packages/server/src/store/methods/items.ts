import { storedLabels } from '../../stream/label-values.js'
import type { Database, Parameter, Row } from '../database.js'
import { stampOf } from '../item-packs.js'
import type { ItemRecord, PointRecord } from '../records.js'
import type { ItemList, ItemSlice, Store } from '../store.js'
import { type PackedItems, packReader } from './packs.js'

type ItemMethods = Pick<Store, 'findItems' | 'packsWithout' | 'scanItems' | 'listItems' | 'readPoints'>

const COLUMNS = 'id, t, seq, time, predicted, confidence, asked, content'
/** How many items a list with filters reads at a time, so that other readers are not blocked, and how often. */
const SLICE = 2000
const MAX_SLICES = 10
/** Characters of packs that it reads at a time. */
const [FEW, MANY] = [2 ** 16, 2 ** 20]

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

/** Whether an item of a pack is in a list; the conditions of `itemQuery`. */
const createMatch = (list: ItemList): ((item: ItemRecord) => boolean) => {
  const { predicted, predictedLabel, minConfidence = 0, maxConfidence = 1, search } = list
  const label = predictedLabel === undefined ? '' : storedLabels([predictedLabel])
  const inId = lowerAscii(search ?? '')
  const inContent = lowerAscii(JSON.stringify(search ?? '').slice(1, -1))
  return (item) =>
    (predicted === undefined || item.predicted === predicted) &&
    item.predicted.includes(label) &&
    item.confidence >= minConfidence &&
    item.confidence <= maxConfidence &&
    (!search || lowerAscii(item.id).includes(inId) || lowerAscii(item.content).includes(inContent))
}

/** Two lists in the same order as one, with at most so many items. */
const merged = (
  one: readonly ItemRecord[],
  other: readonly ItemRecord[],
  isBefore: (a: ItemRecord, b: ItemRecord) => boolean,
  limit: number,
): readonly ItemRecord[] => {
  if (other.length === 0) return one.slice(0, limit)
  const items: ItemRecord[] = []
  for (let [j, k] = [0, 0]; items.length < limit; ) {
    const [a, b] = [one[j], other[k]]
    const next = a && (!b || isBefore(a, b)) ? a : b
    if (!next) break
    if (next === a) j++
    else k++
    items.push(next)
  }
  return items
}

const isLater = (a: ItemRecord, b: ItemRecord): boolean => a.t > b.t
const isEarlier = (a: ItemRecord, b: ItemRecord): boolean => a.t < b.t
const isFirstById = (a: ItemRecord, b: ItemRecord): boolean => a.id < b.id

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

const NONE: PackedItems = { items: [] }

export const itemMethods = (database: Database): ItemMethods => {
  const packs = packReader(database)

  const listBetween = async (stream: string, from: number, to: number, limit: number, list: ItemList) => {
    const { sql, parameters } = itemQuery(stream, from, to, limit, list)
    return (await database.read(sql, parameters)).map(toItem)
  }

  /** The round of the last item of a slice before this one; 0 if the slice has all. */
  const sliceStart = async (stream: string, end: number): Promise<number> => {
    const [slice] = await database.read(
      `SELECT min(t) AS start, count(*) AS count FROM
        (SELECT t FROM items WHERE stream = $1 AND t > 0 AND t < $2 ORDER BY t DESC LIMIT ${SLICE}) AS slice`,
      [stream, end],
    )
    return slice?.count === SLICE ? (slice.start as number) : 0
  }

  /** The latest items first. Indexes find rows except by text, but packs are read one after the other. */
  const listLatest = async (stream: string, list: ItemList, before: number): Promise<ItemSlice> => {
    const isMatch = createMatch(list)
    const hasText = Boolean(list.search) || list.predictedLabel !== undefined
    const items: ItemRecord[] = []
    let end = before
    for (let slices = 0; slices < MAX_SLICES; slices++) {
      // The first few packs are enough for most lists.
      const size = slices === 0 ? FEW : MANY
      const { items: packed, reached = 0 } = list.asked ? NONE : await packs.before(stream, end, size)
      const start = Math.max(reached, hasText ? await sliceStart(stream, end) : 0)
      const left = list.limit - items.length
      const rows = await listBetween(stream, Math.max(start, 1), end - 1, left, list)
      const found = packed.filter((item) => item.t >= start && isMatch(item))
      items.push(...merged(rows, found, isLater, left))
      if (items.length === list.limit) return full(items)
      if (start === 0) return { items }
      end = start
    }
    return { items, next: end }
  }

  const listEarliest = async (stream: string, list: ItemList, after: number): Promise<ItemSlice> => {
    const before = whole(list.before ?? Number.MAX_SAFE_INTEGER)
    const isMatch = createMatch(list)
    const found: ItemRecord[] = []
    for (let reached: number | undefined = after; reached !== undefined && !list.asked; ) {
      const more = await packs.after(stream, reached, MANY)
      found.push(...more.items.filter((item) => item.t < before && isMatch(item)))
      reached = found.length < list.limit ? more.reached : undefined
    }
    const rows = await listBetween(stream, 1 + after, before - 1, list.limit, list)
    const items = merged(rows, found, isEarlier, list.limit)
    return items.length === list.limit ? full(items) : { items }
  }

  return {
    async findItems(stream, ids) {
      if (ids.length === 0) return []
      const rows = await database.read(`SELECT ${COLUMNS} FROM items WHERE stream = $1 AND id = ANY($2)`, [
        stream,
        ids,
      ])
      return [...rows.map(toItem), ...(await packs.find(stream, ids))]
    },
    packsWithout: packs.without,
    async scanItems(stream, { prefix, after, limit }) {
      const rows = await database.read(
        `SELECT ${COLUMNS} FROM items WHERE stream = $1 AND id > $2 AND id >= $3 ORDER BY id LIMIT $4`,
        [stream, after, prefix, limit],
      )
      const { items: packed, reached } = await packs.byId(stream, prefix, after)
      const own = rows.map(toItem).filter(({ id }) => reached === undefined || stampOf(id) <= reached)
      // Ids with the same beginning are next to each other.
      return merged(own, packed, isFirstById, limit).filter(({ id }) => id.startsWith(prefix))
    },
    async listItems(stream, list) {
      if (list.after !== undefined) return listEarliest(stream, list, whole(list.after))
      return listLatest(stream, list, whole(list.before ?? Number.MAX_SAFE_INTEGER))
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
