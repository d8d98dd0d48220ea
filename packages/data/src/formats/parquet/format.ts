import { dataError } from '../../errors.js'
import type { Item } from '../../item.js'
import { batchesOf, type Format } from '../format.js'
import { type RecordErrorHandler, recordErrorHandler } from '../options.js'
import { ItemMaker, labelColumnOf, type Roles, rolesOf } from '../table.js'
import type { Group } from './decode.js'
import { parquetSource } from './source.js'
import { columnKind, fieldOf, isNested, isParquet } from './values.js'

/** Rows that are read to detect the columns. */
const ROWS = 1000

/** Apache Parquet, row group by row group. */
export const parquet: Format = {
  name: 'parquet',
  extensions: ['parquet', 'pq'],
  looksLike: ({ bytes }) => isParquet(bytes),
  async open(input, options) {
    const onRecordError = recordErrorHandler(options)
    const source = input.name
    const file = await parquetSource(input)
    // A seekable file is decoded directly, not from the inspected chunks.
    if (input.file !== undefined) await input.close()
    const progress = input.file !== undefined ? options.progress : undefined
    try {
      const look = file.look(ROWS)
      const { names, columns } = (await look.next()).value as Group
      await look.return()
      if (names.length === 0) throw dataError('columns/none', {}, { source, line: 1, column: 1 })
      const kinds = names.map((_, k) => columnKind(Array.from(columns[k]!)))
      const label = labelColumnOf(
        names,
        options,
        source,
        kinds.findLastIndex((kind) => kind !== undefined),
      )
      // Nested values are not cells; they are kept in `meta`.
      const nested = names.flatMap((name, k) => (kinds[k] === undefined && k !== label ? [{ name, k }] : []))
      const flat = {
        ...Object.fromEntries(nested.map(({ name }) => [name, 'ignore' as const])),
        ...options.columns,
      }
      const roles = rolesOf(
        names,
        label,
        (k) => kinds[k] ?? 'category',
        { ...options, columns: flat },
        source,
      )
      return {
        format: 'parquet',
        name: source,
        columns: roles.columns,
        batches: () => batchesOf(file.read(progress), filler(roles, nested, source, onRecordError)),
      }
    } catch (cause) {
      await file.discard()
      throw cause
    }
  },
}

const filler = (
  roles: Roles,
  nested: readonly { name: string; k: number }[],
  source: string,
  onRecordError: RecordErrorHandler,
) => {
  const maker = new ItemMaker(roles)
  return ({ names, columns, rows, first }: Group, items: Item[]) => {
    for (let row = 0; row < rows; row++) {
      const line = first + row
      const place = () => ({ source, line })
      try {
        const fields = columns.map((values, column) => {
          const value: unknown = values[row]
          if (!isNested(value)) return fieldOf(value)
          if (nested.some((other) => other.k === column)) return null
          throw dataError('parquet/nested', { name: names[column] }, place())
        })
        const item = maker.item(fields, line, place)
        const meta = nested.map(({ name, k }) => [name, columns[k]![row]])
        items.push(nested.length === 0 ? item : { ...item, meta: Object.fromEntries(meta) })
      } catch (cause) {
        onRecordError(cause)
      }
    }
  }
}
