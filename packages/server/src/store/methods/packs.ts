import type { Database, Row } from '../database.js'
import { isPackable, stampOf, unpackItems, withoutContents } from '../item-packs.js'
import type { ItemPack, ItemRecord } from '../records.js'

/** The most packs that are read at a time. */
const PLACES = 256
/** In how many packs ids are looked up at a time. */
const LOOKED_UP = 100
/** How many stamps a list by id reads at a time. */
const STAMPS = 16

const COLUMNS = 'seq, t, stamp, items'

type Stored = Pick<ItemPack, 'seq' | 't' | 'stamp' | 'items'>
const stored = (row: Row): Stored => row as unknown as Stored

/** Some items in order, and the round up to which the next ones come; missing if there are no more. */
export interface PackedItems {
  readonly items: readonly ItemRecord[]
  readonly reached?: number
}

/** Reads the items that are stored in packs. */
export const packReader = (database: Database) => {
  /** The items at the first places, which have about so many characters; `areAll` if there are no others. */
  const readPlaces = async (stream: string, places: readonly Row[], most: number) => {
    let count = 0
    for (let size = 0; count < places.length && size < most; count++) size += places[count]!.size as number
    const read = places.slice(0, count)
    const seqs = read.map(({ seq }) => seq as number)
    const rows =
      count === 0
        ? []
        : await database.read(
            `SELECT ${COLUMNS} FROM item_packs WHERE stream = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq`,
            [stream, Math.min(...seqs), Math.max(...seqs)],
          )
    const items = rows.flatMap((row) => unpackItems(stored(row)))
    return { items, last: read.at(-1), areAll: count === places.length && count < PLACES }
  }

  /** The packs in which ids can be; most ids of clients can be in none. */
  const readPacksOf = async (stream: string, ids: readonly string[]): Promise<readonly Stored[]> => {
    const stamps = [...new Set(ids.filter(isPackable).map(stampOf))]
    const packs: Stored[] = []
    for (let start = 0; start < stamps.length; start += LOOKED_UP) {
      const rows = await database.read(
        `SELECT ${COLUMNS} FROM item_packs WHERE stream = $1 AND stamp = ANY($2)`,
        [stream, stamps.slice(start, start + LOOKED_UP)],
      )
      packs.push(...rows.map(stored))
    }
    return packs
  }

  return {
    /** Items of events from `from`, before `end`, in order. */
    async between(stream: string, from: number, end: number): Promise<readonly ItemRecord[]> {
      const rows = await database.read(
        `SELECT ${COLUMNS} FROM item_packs WHERE stream = $1 AND seq < $3
          AND seq >= COALESCE((SELECT max(seq) FROM item_packs WHERE stream = $1 AND seq <= $2), 0) ORDER BY seq`,
        [stream, from, end],
      )
      return rows.flatMap((row) => unpackItems(stored(row)))
    },
    /** The latest items of rounds before this one, latest first. */
    async before(stream: string, end: number, size: number): Promise<PackedItems> {
      const places = await database.read(
        `SELECT seq, t, size FROM item_packs WHERE stream = $1 AND t < $2 ORDER BY t DESC LIMIT ${PLACES}`,
        [stream, end],
      )
      const { items, last, areAll } = await readPlaces(stream, places, size)
      return {
        items: items.filter(({ t }) => t < end).reverse(),
        ...(last && !areAll && { reached: last.t as number }),
      }
    },
    /** The earliest items of rounds after this one, earliest first; the next ones come after `reached`. */
    async after(stream: string, start: number, size: number): Promise<PackedItems> {
      const places = await database.read(
        `SELECT seq, t, size, last FROM item_packs WHERE stream = $1
          AND t >= COALESCE((SELECT max(t) FROM item_packs WHERE stream = $1 AND t <= $2), 0)
          ORDER BY t LIMIT ${PLACES}`,
        [stream, start],
      )
      const { items, last, areAll } = await readPlaces(stream, places, size)
      return {
        items: items.filter(({ t }) => t > start),
        ...(last && !areAll && { reached: last.last as number }),
      }
    },
    async find(stream: string, ids: readonly string[]): Promise<readonly ItemRecord[]> {
      const wanted = new Set(ids)
      return (await readPacksOf(stream, ids)).flatMap(unpackItems).filter(({ id }) => wanted.has(id))
    },
    async without(
      stream: string,
      ids: readonly string[],
    ): Promise<readonly Pick<ItemPack, 'seq' | 'items'>[]> {
      const erased = new Set(ids)
      return (await readPacksOf(stream, ids)).flatMap((pack) => {
        const items = withoutContents(pack, erased)
        return items === pack.items ? [] : [{ seq: pack.seq, items }]
      })
    },
    /**
     * Items in the order of their ids, after one of them and from the prefix on. All with a stamp up to `reached` are among
     * them; it is missing if there are no more.
     */
    async byId(stream: string, prefix: string, after: string) {
      const stamps = await database.read(
        `SELECT DISTINCT stamp FROM item_packs WHERE stream = $1 AND stamp >= $2 AND stamp >= $3
          ORDER BY stamp LIMIT ${STAMPS}`,
        [stream, stampOf(after), stampOf(prefix)],
      )
      const found = stamps.map(({ stamp }) => stamp as string)
      const rows = await database.read(
        `SELECT ${COLUMNS} FROM item_packs WHERE stream = $1 AND stamp = ANY($2)`,
        [stream, found],
      )
      const items = rows
        .flatMap((row) => unpackItems(stored(row)))
        .filter(({ id }) => id > after && id >= prefix)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      const reached = found.length === STAMPS ? found.at(-1) : undefined
      return { items, ...(reached !== undefined && { reached }) }
    },
  }
}
