import { dataError } from '../../errors.js'
import type { Column } from '../../items/item.js'
import type { ColumnKind, ItemOptions } from '../options.js'

/** What the columns of a table are for; columns are counted from 0. */
export interface Roles {
  readonly label: number
  readonly id: number
  readonly text: readonly number[]
  /** The columns that become cells. */
  readonly cells: readonly number[]
  readonly columns: readonly Column[]
}

/** Names of columns that hold the label, the likeliest first. */
export const LABEL_NAMES = ['label', 'class', 'target', 'y', 'category']
const ID_NAME = 'id'
const TEXT_NAME = 'text'

/** Looks for a column by one of its usual names, without regard to capitals; −1 when there is none. */
export const usualColumn = (names: readonly string[], usual: readonly string[]): number => {
  const lower = names.map((name) => name.trim().toLowerCase())
  return usual.map((name) => lower.indexOf(name)).find((at) => at >= 0) ?? -1
}

/** The column with the label: as told, or by its name, or as `otherwise` says; −1 for none. */
export const labelColumnOf = (
  names: readonly string[],
  { labelColumn }: ItemOptions,
  source: string,
  otherwise: number,
): number => {
  if (labelColumn === false) return -1
  if (labelColumn !== undefined) return namedColumn(names, labelColumn, source)
  const usual = usualColumn(names, LABEL_NAMES)
  return usual < 0 ? otherwise : usual
}

/** The place of a column that the options name. */
export const namedColumn = (names: readonly string[], name: string, source: string): number => {
  const at = names.indexOf(name)
  if (at >= 0) return at
  const known = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '')
  throw dataError('columns/unknown', { name, known }, { source })
}

/** Which column is what, from their names, what their values look like, and what the options say. */
export const rolesOf = (
  names: readonly string[],
  label: number,
  guess: (column: number) => Column['kind'],
  options: ItemOptions,
  source: string,
): Roles => {
  for (const name of Object.keys(options.columns ?? {})) namedColumn(names, name, source)
  const { idColumn } = options
  const id = idColumn === undefined ? usualColumn(names, [ID_NAME]) : namedColumn(names, idColumn, source)
  const kinds = names.map((name, k): ColumnKind => {
    if (k === label || k === id) return 'ignore'
    return Object.hasOwn(options.columns ?? {}, name) ? options.columns![name]! : guess(k)
  })
  const text = options.textColumns?.map((name) => namedColumn(names, name, source)) ?? textOf(names, kinds)
  const cells = names.map((_, k) => k).filter((k) => kinds[k] !== 'ignore' && !text.includes(k))
  const columns = cells.map((k): Column => ({ name: names[k]!, kind: kinds[k] as Column['kind'] }))
  return { label, id, text, cells, columns }
}

/** The text column named so, or the only one. Several are left as columns. */
const textOf = (names: readonly string[], kinds: readonly ColumnKind[]): number[] => {
  const texts = names.map((_, k) => k).filter((k) => kinds[k] === 'text')
  const named = texts.filter((k) => names[k]!.trim().toLowerCase() === TEXT_NAME)
  if (named.length === 1) return named
  return texts.length === 1 ? texts : []
}
