import { storedLabels } from '../../stream/label-values.js'
import type { Database, Parameter, Row } from '../database.js'
import { stampOf } from '../item-packs.js'
import type { ItemRecord, PointRecord } from '../records.js'
import type { ItemList, ItemSlice, Store } from '../store.js'
import { packReader, type Rounds } from './packs.js'

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

export const itemMethods = (database: Database): ItemMethods => {
  const packs = packReader(database)

  const listBetween = async (stream: string, { from, to }: Rounds, limit: number, list: ItemList) => {
    const { sql, parameters } = itemQuery(stream, from, to, limit, list)
    return (await database.read(sql, parameters)).map(toItem)
  }

  /**
   * The latest round of a stream. Rows and packs are read one after the other, so a list ends here: of what comes meanwhile it would see
   * only a part.
   */
  const lastRound = async (stream: string): Promise<number> => {
    const [found] = await database.read(
      `SELECT COALESCE((SELECT max(t) FROM items WHERE stream = $1), 0) AS rowed,
        COALESCE((SELECT last FROM item_packs WHERE stream = $1 ORDER BY t DESC LIMIT 1), 0) AS packed`,
      [stream],
    )
    return Math.max((found?.rowed ?? 0) as number, (found?.packed ?? 0) as number)
  }

  /** The round of the last row of a slice of these rounds; 1 if the slice has all. */
  const sliceStart = async (stream: string, { to }: Rounds): Promise<number> => {
    const [slice] = await database.read(
      `SELECT min(t) AS start, count(*) AS count FROM
        (SELECT t FROM items WHERE stream = $1 AND t > 0 AND t <= $2 ORDER BY t DESC LIMIT ${SLICE}) AS slice`,
      [stream, to],
    )
    return slice?.count === SLICE ? (slice.start as number) : 1
  }

  /** The rounds that are examined next, and the items of packs in them. Indexes find rows except by text. */
  const nextSlice = async (stream: string, range: Rounds, size: number, list: ItemList) => {
    const slice = list.asked ? { ...range, items: [] } : await packs.slice(stream, range, size, list)
    if (list.after !== undefined || !(list.search || list.predictedLabel !== undefined)) return slice
    const from = Math.max(slice.from, await sliceStart(stream, range))
    return { ...slice, from, items: slice.items.filter(({ t }) => t >= from) }
  }

  return {
    async findItems(stream, ids) {
      if (ids.length === 0) return []
      const rows = await database.read(`SELECT ${COLUMNS} FROM items WHERE stream = $1 AND id = ANY($2)`, [
        stream,
        ids,
      ])
      const found = new Set(rows.map(({ id }) => id))
      const others = ids.filter((id) => !found.has(id))
      return [...rows.map(toItem), ...(await packs.find(stream, others))]
    },
    packsWithout: packs.without,
    async scanItems(stream, { prefix, after, limit }) {
      // What is written between both reads is left to the next call: of that, this one could see a part.
      const [written] = await database.read('SELECT seq FROM streams WHERE id = $1', [stream])
      const seq = (written?.seq ?? 0) as number
      const rows = await database.read(
        `SELECT ${COLUMNS} FROM items WHERE stream = $1 AND id > $2 AND id >= $3 AND seq <= $5 ORDER BY id LIMIT $4`,
        [stream, after, prefix, limit, seq],
      )
      const { items, reached } = await packs.byId(stream, prefix, after, seq)
      const own = rows.map(toItem).filter(({ id }) => reached === undefined || stampOf(id) <= reached)
      // Beyond the last row that was read, others may come first.
      const last = rows.length === limit ? own.at(-1) : undefined
      const packed = last ? items.filter(({ id }) => id < last.id) : items
      // Ids with the same beginning are next to each other.
      const all = merged(own, packed, isFirstById, own.length + packed.length)
      return all.filter(({ id }) => id.startsWith(prefix))
    },
    async listItems(stream, list) {
      const { before = Number.MAX_SAFE_INTEGER, after = 0, limit } = list
      const isRising = list.after !== undefined
      const isMatch = createMatch(list)
      const items: ItemRecord[] = []
      let from = 1 + whole(after)
      let to = Math.min(whole(before) - 1, await lastRound(stream))
      for (let slices = 0; from <= to; slices++) {
        if (slices === MAX_SLICES && !isRising) return { items, next: to + 1 }
        // The first few packs are enough for most lists.
        const slice = await nextSlice(stream, { from, to }, slices === 0 ? FEW : MANY, list)
        const left = limit - items.length
        const rows = await listBetween(stream, slice, left, list)
        items.push(...merged(rows, slice.items.filter(isMatch), isRising ? isEarlier : isLater, left))
        if (items.length === limit) return full(items)
        if (isRising) from = slice.to + 1
        else to = slice.from - 1
      }
      return { items }
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
