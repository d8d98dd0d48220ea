import { parsedNumber } from '../../formats/columns/numbers.js'
import { type NumberStyle, parsedSpec } from '../../formats/columns/roles.js'
import { fieldOf } from '../../formats/parquet/values.js'
import { sourceFile, sourceLayout } from '../../input/source-file.js'
import type { Column, Item, SourceRecord } from '../../item.js'
import type { OpenedData } from '../../pipeline/opened-data.js'
import type { WriterSource } from '../writer.js'

/** Formats that have a column for every column of the file. */
const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv', 'jsonl', 'xlsx', 'parquet'])
/** Tables in which every value is text, so that it can stay as it is written. */
const TEXTS: ReadonlySet<string> = new Set(['csv', 'tsv'])

/**
 * The items of a file with columns for another format, with the values that the file has: a date as it is written, not as
 * it is learned. Undefined if the data has no columns. The data is opened with its values.
 */
export const recordSource = (
  data: OpenedData,
  format: string,
  batches: AsyncIterable<readonly Item[]>,
): WriterSource | undefined => {
  const file = sourceFile(data)
  if (!file) return undefined
  const valuesOf = typedValues(data, format)
  if (TABLES.has(format)) {
    // The columns have all that the other members of the item say.
    const withValues = (item: Item): Item => {
      const { line, outcome } = item
      return { line, record: valuesOf(item), ...(outcome && { outcome }) }
    }
    // Members that are no columns, such as `meta`, are values of the file, too.
    const { names = file.columns } = data.format === 'jsonl' ? (data.layout ?? {}) : {}
    return {
      name: data.name,
      columns: [],
      records: sourceLayout({ ...file, columns: names }, format),
      batches: () => changed(batches, withValues),
    }
  }
  // Members of nested objects are values of their own here.
  if (data.layout?.members) return undefined
  const columns = data.understanding.columns.flatMap(({ name, spec }): Column[] => {
    const isPart = spec === 'label' || spec === 'id' || name === file.text
    return isPart ? [] : [{ name, kind: spec === 'text' ? 'text' : 'category' }]
  })
  const withCells = (item: Item): Item => {
    const values = valuesOf(item)
    const cells = columns.map(({ name }) => {
      const value = values[name]
      return typeof value === 'number' ? value : fieldOf(value)
    })
    return { ...item, cells }
  }
  return { name: data.name, columns, batches: () => changed(batches, withCells) }
}

/** A code such as 007 loses its zeros as a number. A column of Parquet has one type. */
const CODE = /^\s*[+-]?0\d/

/** The values of a record by column; numbers that are texts in the file become numbers where a format has them. */
const typedValues = ({ understanding }: OpenedData, format: string) => {
  const styles = new Map<string, NumberStyle>()
  for (const { name, spec } of understanding.columns) {
    const { role, style = 'plain' } = parsedSpec(spec)
    if (role === 'number' && !TEXTS.has(format)) styles.set(name, style as NumberStyle)
  }
  return ({ record }: Item): Exclude<SourceRecord, string> => {
    if (typeof record !== 'object') return {}
    const values: Record<string, unknown> = { ...record }
    for (const [name, style] of styles) {
      const value = values[name]
      if (typeof value !== 'string' || (format !== 'parquet' && CODE.test(value))) continue
      const number = parsedNumber(value, style)
      values[name] = Number.isNaN(number) ? null : number
    }
    return values
  }
}

async function* changed(
  batches: AsyncIterable<readonly Item[]>,
  change: (item: Item) => Item,
): AsyncGenerator<readonly Item[]> {
  for await (const batch of batches) yield batch.map(change)
}
