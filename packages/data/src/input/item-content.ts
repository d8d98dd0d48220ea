import type { Column, Item } from '../item.js'
import type { FeatureValues } from './item-input.js'

/** The content of an item as plain JSON: a cell is a feature with the name of its column. */
export interface PlainContent {
  readonly text?: string
  readonly features?: FeatureValues
  readonly row?: { readonly index: number[]; readonly value: number[] }
  readonly meta?: Readonly<Record<string, unknown>>
}

/**
 * The content of an item of a file as the service takes it. An item without content has an empty text.
 *
 * @example
 * const columns = [{ name: 'price', kind: 'number' }, { name: 'team', kind: 'category' }] as const
 * plainContent({ text: 'late', cells: [1.5, 'bus'], line: 1 }, columns) // => { text: 'late', features: { price: 1.5, team: 'bus' } }
 * plainContent({ line: 2 }, []) // => { text: '' }
 */
export const plainContent = (
  { text, cells, features, row, meta }: Item,
  columns: readonly Column[],
): PlainContent => {
  const values = {
    ...(cells && Object.fromEntries(columns.map(({ name }, k) => [name, cells[k] ?? null]))),
    ...(features && Object.fromEntries(features.names.map((name, k) => [name, features.values[k] ?? 0]))),
  }
  const hasValues = cells !== undefined || features !== undefined
  return {
    ...(text !== undefined && { text }),
    ...(hasValues && { features: values }),
    ...(row && {
      row: {
        index: [...row.index.slice(row.start, row.end)],
        value: [...row.value.slice(row.start, row.end)],
      },
    }),
    ...(text === undefined && !hasValues && !row && { text: '' }),
    ...(meta && { meta }),
  }
}

/**
 * Returns a function that gives every item of a pass a unique id: its own, or its line.
 *
 * @example
 * const idOf = uniqueIds()
 * idOf({ id: 'T-1', line: 2 }) // => 'T-1'
 * idOf({ id: 'T-1', line: 3 }) // => 'T-1 (3)'
 * idOf({ line: 4 }) // => '4'
 */
export const uniqueIds = (): ((item: Item) => string) => {
  const seen = new Set<string>()
  return (item) => {
    const own = item.id ?? String(item.line)
    const id = seen.has(own) ? `${own} (${item.line})` : own
    seen.add(id)
    return id
  }
}
