import { fieldOf } from '../formats/parquet/values.js'
import type { Item } from '../item.js'
import { outcomeColumns } from './outcome.js'
import type { WriterSource, Writing } from './writer.js'

type ColumnType = 'STRING' | 'DOUBLE' | 'INT64' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON'

/** A column of a table; its values come from items. */
export interface ItemColumn {
  readonly name: string
  readonly type: ColumnType
  value(item: Item): unknown
}

/** The columns of a table of items, by the first of them. */
export const itemColumns = (
  source: WriterSource,
  rows: readonly Item[],
  writing: Writing,
): readonly ItemColumn[] => {
  const [first] = rows
  const own =
    typeof first?.record === 'object'
      ? recordColumns(rows, source.records?.names ?? Object.keys(first.record))
      : ownColumns(source, rows, writing)
  if (writing.options.classes === undefined && rows.every(({ outcome }) => !outcome)) return own
  const taken = own.map(({ name }) => name)
  const { names, values } = outcomeColumns(writing.options, taken)
  const cells = new WeakMap<Item, readonly unknown[]>()
  const cell = (item: Item, k: number): unknown => {
    const found = cells.get(item) ?? values(item.outcome)
    cells.set(item, found)
    return found[k]
  }
  const isNumber = (name: string): boolean => /^(?:askance_)*probability(?::|$)/.test(name)
  return [
    ...own,
    ...names.map(
      (name, k): ItemColumn => ({
        name,
        type: isNumber(name) ? 'DOUBLE' : 'STRING',
        value: (item) => cell(item, k),
      }),
    ),
  ]
}

/** The columns of the source file, with the types of the first values. */
const recordColumns = (rows: readonly Item[], names: readonly string[]): readonly ItemColumn[] => {
  const recordValue = (item: Item, name: string): unknown =>
    (item.record as Readonly<Record<string, unknown>>)[name]
  return names.map((name) => {
    const first = rows
      .map((item) => recordValue(item, name))
      .find((value) => value !== null && value !== undefined)
    const type = typeOf(first)
    const isText = type === 'STRING'
    return {
      name,
      type,
      value: (item) => {
        const value = recordValue(item, name)
        return isText ? fieldOf(value) : value
      },
    }
  })
}

const typeOf = (value: unknown): ColumnType => {
  if (typeof value === 'number') return 'DOUBLE'
  if (typeof value === 'bigint') return 'INT64'
  if (typeof value === 'boolean') return 'BOOLEAN'
  if (value instanceof Date) return 'TIMESTAMP'
  return typeof value === 'object' && value !== null ? 'JSON' : 'STRING'
}

/** A label may come only with later items, so its column is there unless no item has one. */
const ownColumns = (
  source: WriterSource,
  rows: readonly Item[],
  { options }: Writing,
): readonly ItemColumn[] => [
  ...(['id', 'label', 'text'] as const)
    .filter((part) =>
      part === 'label' ? !options.unlabelled : rows.some((item) => item[part] !== undefined),
    )
    .map((part): ItemColumn => ({ name: part, type: 'STRING', value: (item) => item[part] })),
  ...source.columns.map(
    ({ name, kind }, k): ItemColumn => ({
      name,
      type: kind === 'number' ? 'DOUBLE' : 'STRING',
      value: ({ cells }) => cells?.[k],
    }),
  ),
]
