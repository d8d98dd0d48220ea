import { coreError } from '@askance/core/internals'
import { serverError } from '../../errors.js'
import type { ItemBody, ItemOrBatch } from '../../schema/items.js'
import type { Settings } from '../../settings/table.js'
import type { StreamRecord } from '../../store/records.js'
import type { Context, RouteCall } from '../route.js'

/** The record of a stream; there must be one. */
export const requireStream = async ({ service }: Context, stream: string): Promise<StreamRecord> => {
  const record = await service.store.readStream(stream)
  if (!record) throw serverError('stream/unknown', { stream })
  return record
}

/** Writes down what an owner did. */
export const recordAudit = async (
  { context, identity }: Pick<RouteCall<unknown, unknown, unknown>, 'context' | 'identity'>,
  action: string,
  about: { readonly stream?: string; readonly detail?: string },
): Promise<void> => {
  const { service } = context
  await service.store.note({ time: service.now(), who: identity.name, action, ...about })
}

/** The content of an item as it was sent; null once it was erased. */
export const parseContent = (content: string): unknown => (content === '' ? null : JSON.parse(content))

/** How a list says where it goes on. What is in it is nobody's business. */
export const encodeCursor = (place: string | number): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const decodeCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

export const numberCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined
  const place = decodeCursor(cursor)
  if (Number.isSafeInteger(place)) return place as number
  throw serverError('request/cursor', { cursor })
}

export const textCursor = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined
  const place = decodeCursor(cursor)
  if (typeof place === 'string' && place.length <= 200) return place
  throw serverError('request/cursor', { cursor })
}

export const DEFAULT_LIMIT = 50

/** A page of a list that was asked for one more than it shows, so that it knows whether there is a next. */
export const toPage = <Item>(
  found: readonly Item[],
  limit: number,
  placeOf: (last: Item) => string | number,
): { items: readonly Item[]; next?: string } => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, ...(found.length > limit && last !== undefined && { next: encodeCursor(placeOf(last)) }) }
}

/** An item has one of these, and only one. */
const contents = ['text', 'features', 'row'] as const

/** Checks what a schema cannot say: that an item has exactly one content, and that its row is one. */
export const checkContent = <Item extends ItemBody>(item: Item, number: number): Item => {
  const found = contents.filter((name) => item[name] !== undefined)
  const reason =
    found.length === 1
      ? item.row && rowError(item.row)
      : `found ${found.join(' and ') || 'none of text, features and row'}, expected exactly one of them`
  if (reason !== undefined) throw serverError('item/shape', { number, reason })
  return item
}

const rowError = ({ index, value }: NonNullable<ItemBody['row']>): string | undefined => {
  if (index.length !== value.length) return `the row has ${index.length} indices and ${value.length} values`
  const place = index.findIndex((one, k) => k > 0 && one <= (index[k - 1] ?? 0))
  return place < 0
    ? undefined
    : coreError('row/order', { index: index[place], previous: index[place - 1] }).message
}

const checkDistinct = (items: readonly ItemBody[]): void => {
  const met = new Set<string>()
  items.forEach(({ id }, k) => {
    if (id === undefined) return
    if (met.has(id)) throw serverError('item/repeated', { number: k + 1, id })
    met.add(id)
  })
}

/** Several items at once: not too many, none twice, each with one content. */
export const checkBatch = <Item extends ItemBody>(
  items: readonly Item[],
  { batchLimit }: Settings,
): readonly Item[] => {
  checkCount(items.length, batchLimit)
  checkDistinct(items)
  items.forEach((item, k) => {
    checkContent(item, k + 1)
  })
  return items
}

export const checkCount = (count: number, most: number): void => {
  if (count > most)
    throw serverError('request/invalid', {
      reason: `found ${count} entries, expected at most ${most} in one request`,
    })
}

/** The items of a body that has one or several. */
export const readItems = (body: ItemOrBatch, settings: Settings): readonly ItemBody[] =>
  checkBatch('items' in body ? body.items : [body as ItemBody], settings)

export const isBatch = (body: ItemOrBatch): boolean => 'items' in body
