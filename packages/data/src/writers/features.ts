import type { Column, Item } from '../item.js'
import type { Writing } from './writer.js'

/** Called with every feature of an item. */
type TakeFeature = (name: string, value: number) => void

/**
 * Calls `take` for every named feature of an item and of its columns. A category becomes the feature
 * "column=value" with value 1; a missing cell is counted as lost.
 */
export const namedFeatures = (
  item: Item,
  columns: readonly Column[],
  writing: Writing,
  take: TakeFeature,
): void => {
  const { features, cells } = item
  features?.names.forEach((name, k) => {
    take(name, features.values[k]!)
  })
  cells?.forEach((cell, k) => {
    const { name, kind } = columns[k]!
    if (kind === 'text') return
    if (cell === null) writing.lose('missing values')
    else if (typeof cell === 'number') take(name, cell)
    else take(`${name}=${cell}`, 1)
  })
}

/** The text of an item followed by its text columns, joined by empty lines. */
export const textOf = (item: Item, columns: readonly Column[]): string | undefined => {
  const texts = item.cells?.filter((cell, k) => columns[k]!.kind === 'text' && cell !== null) ?? []
  const parts = item.text === undefined ? texts : [item.text, ...texts]
  return parts.length > 0 ? parts.join('\n\n') : undefined
}

/** Rejects text, for formats that store only features. */
export const refuseText = (item: Item, columns: readonly Column[], writing: Writing): void => {
  if (textOf(item, columns)) throw writing.error('write/text', item)
}

/** Rejects items with a list of labels. */
export const refuseLabels = (item: Item, writing: Writing): void => {
  if (item.labels) throw writing.error('write/labels', item)
}

/** Counts the fields that a format cannot store. */
export const dropFields = (
  item: Item,
  writing: Writing,
  ...parts: readonly ('id' | 'weight' | 'meta' | 'vector')[]
): void => {
  for (const part of parts) if (item[part] !== undefined) writing.lose(part)
}
