import { coreError } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import type { ItemBody, ItemOrBatch } from './items.js'

/** Checks what the schema cannot express: a text, features or both, or else a valid row; or a vector. */
export const checkContent = <Item extends ItemBody>(
  item: Item,
  number: number,
  { textLimit }: Pick<Settings, 'textLimit'>,
): Item => {
  const reason = contentError(item) ?? lengthError(item, textLimit) ?? nestedError(item, textLimit)
  if (reason !== undefined) throw serverError('item/shape', { number, reason })
  return item
}

const contentError = ({ text, features, row, vector }: ItemBody): string | undefined => {
  if (!row)
    return text === undefined && !features && !vector
      ? 'found no content, expected text, features, a row or a vector'
      : undefined
  if (text === undefined && !features) return rowError(row)
  return `found a row and ${text === undefined ? 'features' : 'text'}, expected a row alone, or text and features`
}

/** Long texts take long to convert, and cannot be interrupted. */
const lengthError = ({ text = '', features = {} }: ItemBody, most: number): string | undefined => {
  let length = text.length
  for (const value of Object.values(features)) if (typeof value === 'string') length += value.length
  return length > most
    ? `its texts have ${length} characters, expected at most ${most} (textLimit)`
    : undefined
}

/** What is nested deeper cannot be stored, since that is recursive. */
const MAX_DEPTH = 32

/** Checks what is not learned, level by level. */
const nestedError = ({ fields, meta }: ItemBody, most: number): string | undefined => {
  if (!fields && !meta) return undefined
  let [length, values] = [0, 0]
  let level: readonly unknown[] = [fields, meta]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `its fields are nested more than ${MAX_DEPTH} levels deep`
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') length += value.length
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value)) for (const name of Object.keys(value)) length += name.length
      for (const inner of Object.values(value)) next.push(inner)
    }
    values += next.length
    level = next
  }
  const [count, what] = length > most ? [length, 'characters'] : [values, 'values']
  return count > most
    ? `its fields and metadata have ${count} ${what}, expected at most ${most} (textLimit)`
    : undefined
}

const rowError = ({ index, value }: NonNullable<ItemBody['row']>): string | undefined => {
  if (index.length !== value.length) return `the row has ${index.length} indices and ${value.length} values`
  const place = index.findIndex((one, k) => k > 0 && one <= (index[k - 1] ?? 0))
  return place < 0
    ? undefined
    : coreError('row/order', { index: index[place], previous: index[place - 1] }).message
}

const checkDistinct = (items: readonly ItemBody[]): void => {
  const seen = new Set<string>()
  items.forEach(({ id }, k) => {
    if (id === undefined) return
    if (seen.has(id)) throw serverError('item/repeated', { number: k + 1, id })
    seen.add(id)
  })
}

/** Checks the size of a batch, that its ids are unique, and the content of each item. */
export const checkBatch = <Item extends ItemBody>(
  items: readonly Item[],
  settings: Pick<Settings, 'batchLimit' | 'textLimit'>,
): readonly Item[] => {
  checkCount(items.length, settings.batchLimit)
  checkDistinct(items)
  items.forEach((item, k) => {
    checkContent(item, k + 1, settings)
  })
  return items
}

export const checkCount = (count: number, most: number): void => {
  if (count > most)
    throw serverError('request/invalid', {
      reason: `found ${count} entries, expected at most ${most} in one request`,
    })
}

/** The items of a body with one item or a batch. */
export const readItems = (
  body: ItemOrBatch,
  settings: Pick<Settings, 'batchLimit' | 'textLimit'>,
): readonly ItemBody[] => checkBatch('items' in body ? body.items : [body as ItemBody], settings)

export const isBatch = (body: ItemOrBatch): boolean => 'items' in body
