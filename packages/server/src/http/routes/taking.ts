import { serverError } from '../../errors.js'
import type { ItemBody, ItemOrBatch } from '../../schema/items.js'
import type { Settings } from '../../settings/table.js'

/** An item has one of these, and only one. */
const contents = ['text', 'features', 'row'] as const

/** Checks what a schema cannot say well: that an item has exactly one content. */
export const checkContent = <Item extends ItemBody>(item: Item, number: number): Item => {
  const found = contents.filter((name) => item[name] !== undefined)
  if (found.length !== 1)
    throw serverError('item/shape', {
      number,
      reason: `found ${found.join(' and ') || 'none of text, features and row'}, expected exactly one of them`,
    })
  if (item.row && item.row.index.length !== item.row.value.length)
    throw serverError('item/shape', {
      number,
      reason: `the row has ${item.row.index.length} indices and ${item.row.value.length} values`,
    })
  return item
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
export const itemsIn = (body: ItemOrBatch, settings: Settings): readonly ItemBody[] =>
  checkBatch('items' in body ? body.items : [body as ItemBody], settings)

export const hasMany = (body: ItemOrBatch): boolean => 'items' in body
