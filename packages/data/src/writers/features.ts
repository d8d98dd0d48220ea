import type { Column, Item } from '../item.js'
import type { Writing } from './writer.js'

/** Called with every feature of an item. */
export type TakeFeature = (name: string, value: number) => void

/**
 * Gives every named feature of an item: those it carries, and those of its columns. A category becomes the feature
 * "column=value" with value 1; a missing cell becomes none, and is counted as lost.
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

/** The text of an item, with that of its columns of text behind it, an empty line between them. */
export const textOf = (item: Item, columns: readonly Column[]): string | undefined => {
  const texts = item.cells?.filter((cell, k) => columns[k]!.kind === 'text' && cell !== null) ?? []
  const parts = item.text === undefined ? texts : [item.text, ...texts]
  return parts.length > 0 ? parts.join('\n\n') : undefined
}

/** Refuses text, for a format that has features only. */
export const refuseText = (item: Item, columns: readonly Column[], writing: Writing): void => {
  if (textOf(item, columns)) throw writing.error('write/text', item)
}

/** Counts what a format of labels and numbers has no place for. */
export const dropFields = (
  item: Item,
  writing: Writing,
  ...parts: readonly ('id' | 'weight' | 'meta')[]
): void => {
  for (const part of parts) if (item[part] !== undefined) writing.lose(part)
}
