import { storedLabels } from '../../stream/label-values.js'
import type { Database, Parameter, Row } from '../database.js'
import {
  contentsOf,
  isPackable,
  type StoredPack,
  stampOf,
  unpackItems,
  withoutContents,
} from '../item-packs.js'
import type { ItemPack, ItemRecord } from '../records.js'
import type { ItemList } from '../store.js'

/** The most packs that are read at a time. */
const PLACES = 256
/** In how many packs ids are looked up at a time. */
const LOOKED_UP = 100
/** How many stamps a list by id reads at a time, if their packs have fewer characters. */
const STAMPS = 256
const STAMP_CHARACTERS = 2 ** 20

const COLUMNS = 'seq, t, time, stamp, labels, items'

/** Rounds, inclusive. */
export interface Rounds {
  readonly from: number
  readonly to: number
}

/** A part of the rounds at one end of a range, and the items of packs in these rounds, in the order of the list. */
interface PackSlice extends Rounds {
  readonly items: readonly ItemRecord[]
}

/** The text that the labels of a pack must contain, because they are JSON; undefined if any will do. */
const labelText = ({ predicted, predictedLabel }: ItemList): string | undefined => {
  if (predicted !== undefined) return JSON.stringify(predicted)
  return predictedLabel === undefined
    ? undefined
    : JSON.stringify(storedLabels([predictedLabel])).slice(1, -1)
}

/** Reads the items that are stored in packs. The rounds of packs do not overlap, and have the order of their events. */
export const packReader = (database: Database) => {
  const read = async (
    condition: string,
    parameters: readonly Parameter[],
  ): Promise<readonly StoredPack[]> => {
    const sql = `SELECT ${COLUMNS} FROM item_packs WHERE stream = $1 AND ${condition}`
    return (await database.read(sql, parameters)) as unknown as readonly StoredPack[]
  }

  /** The first packs of a list in these rounds, without their items. */
  const readPlaces = (stream: string, { from, to }: Rounds, list: ItemList): Promise<readonly Row[]> => {
    const parameters: Parameter[] = [stream, from, to]
    const label = labelText(list)
    if (label !== undefined) parameters.push(label)
    const isRising = list.after !== undefined
    // The pack in which the range begins; SQLite would examine all packs before it otherwise.
    const begin = isRising
      ? 'AND t >= COALESCE((SELECT max(t) FROM item_packs WHERE stream = $1 AND t <= $2), 0)'
      : ''
    return database.read(
      `SELECT seq, t, last, size FROM item_packs WHERE stream = $1 AND t <= $3 AND last >= $2 ${begin}
        ${label === undefined ? '' : "AND replace(labels, $4, '') <> labels"}
        ORDER BY t ${isRising ? 'ASC' : 'DESC'} LIMIT ${PLACES}`,
      parameters,
    )
  }

  /** The packs in which ids can be; most ids of clients can be in none. */
  const readPacksOf = async (stream: string, ids: readonly string[]): Promise<readonly StoredPack[]> => {
    const stamps = [...new Set(ids.filter(isPackable).map(stampOf))]
    const packs: StoredPack[] = []
    for (let start = 0; start < stamps.length; start += LOOKED_UP)
      packs.push(...(await read('stamp = ANY($2)', [stream, stamps.slice(start, start + LOOKED_UP)])))
    return packs
  }

  return {
    /** The contents of items of events from `from`, before `end`, in order. */
    async between(
      stream: string,
      from: number,
      end: number,
    ): Promise<readonly Pick<ItemRecord, 'seq' | 'content'>[]> {
      const packs = await read(
        `seq < $3 AND seq >= COALESCE((SELECT max(seq) FROM item_packs WHERE stream = $1 AND seq <= $2), 0)
          ORDER BY seq`,
        [stream, from, end],
      )
      return packs.flatMap(contentsOf)
    },
    /**
     * The next part of a list: about so many characters of packs at the end of the range where the list begins. It has at least one
     * round, so that the list comes to an end, and all items of packs in its rounds, except those without the label.
     */
    async slice(stream: string, range: Rounds, size: number, list: ItemList): Promise<PackSlice> {
      const places = await readPlaces(stream, range, list)
      let count = 0
      for (let read = 0; count < places.length && read < size; count++) read += places[count]!.size as number
      const { t, last } = (places[count - 1] ?? {}) as { readonly t: number; readonly last: number }
      const isRest = count === places.length && count < PLACES
      const from = isRest || list.after !== undefined ? range.from : Math.max(range.from, t)
      const to = isRest || list.after === undefined ? range.to : Math.min(range.to, last)
      const seqs = places.slice(0, count).map(({ seq }) => seq as number)
      const packs = count === 0 ? [] : await read('seq = ANY($2) ORDER BY seq', [stream, seqs])
      const items = packs.flatMap(unpackItems).filter((item) => item.t >= from && item.t <= to)
      return { from, to, items: list.after === undefined ? items.reverse() : items }
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
     * Items of events up to `seq` in the order of their ids, after one of them and from the prefix on. All with a stamp up to `reached`
     * are among them; it is missing if there are no more. The packs of a stamp are read together, so that no pack is read for each of its
     * items.
     */
    async byId(stream: string, prefix: string, after: string, seq: number) {
      const stamps = await database.read(
        `SELECT stamp, sum(size) AS size FROM item_packs WHERE stream = $1 AND stamp >= $2 AND stamp >= $3 AND seq <= $4
          GROUP BY stamp ORDER BY stamp LIMIT ${STAMPS}`,
        [stream, stampOf(after), stampOf(prefix), seq],
      )
      let count = 0
      // All with the first stamp may have been returned before, or come before the prefix.
      const first = [stampOf(after), stampOf(prefix)]
      for (let size = 0; count < stamps.length && size < STAMP_CHARACTERS; count++)
        if (!first.includes(stamps[count]!.stamp as string)) size += Number(stamps[count]!.size)
      const found = stamps.slice(0, count).map(({ stamp }) => stamp as string)
      const packs = count === 0 ? [] : await read('stamp = ANY($2) AND seq <= $3', [stream, found, seq])
      const items = packs
        .flatMap(unpackItems)
        .filter(({ id }) => id > after && id >= prefix)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      const isAll = count === stamps.length && count < STAMPS
      const reached = isAll ? undefined : found.at(-1)
      return { items, ...(reached !== undefined && { reached }) }
    },
  }
}
