import { dataError } from '../../errors.js'
import type { Item, ItemSource, SourceRecord } from '../../item.js'
import { classNamesIn, withClassNames } from '../class-names.js'
import { batchesOf } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, type RecordErrorHandler, recordErrorHandler } from '../options.js'
import { ItemMaker, type Roles, rolesOf } from '../table.js'
import type { Group } from './decode.js'
import { parquetSource } from './source.js'
import { declaredType, fieldOf, isNested } from './values.js'

/** Rows that are read to detect the columns. */
const ROWS = 1000

/** Opens Apache Parquet, which is read row group by row group. */
export const openParquet = async (input: Input, options: ItemOptions): Promise<ItemSource> => {
  const onRecordError = recordErrorHandler(options)
  const source = input.name
  const file = await parquetSource(input)
  // A seekable file is decoded directly, not from the inspected chunks.
  if (input.file !== undefined) await input.close()
  const progress = input.file !== undefined ? options.progress : undefined
  try {
    const look = file.look(ROWS)
    const { names, columns, info } = (await look.next()).value as Group
    await look.return()
    if (names.length === 0) throw dataError('columns/none', {}, { source, line: 1, column: 1 })
    const types = columns.map((values, k) => declaredType(names[k]!, Array.from(values)))
    const roles = rolesOf(
      {
        names,
        values: (k) => Array.from(columns[k]!, (value) => (isNested(value) ? '' : (fieldOf(value) ?? ''))),
        declared: (k) => types[k],
      },
      options,
      source,
    )
    // Nested values are not cells; they are kept in `meta`.
    const isNestedColumn = (k: number): boolean =>
      k !== roles.vector && (types[k] === 'nested' || types[k] === 'vector')
    const nested = names.flatMap((name, k) => (isNestedColumn(k) ? [{ name, k }] : []))
    const opened: ItemSource = {
      format: 'parquet',
      name: source,
      columns: roles.columns,
      understanding: { format: 'parquet', columns: roles.understood },
      layout: { names },
      batches: () =>
        batchesOf(
          file.read(progress),
          filler(roles, nested, source, onRecordError, Boolean(options.keepRecords)),
        ),
    }
    return withClassNames(opened, classNamesIn(info ?? ''))
  } catch (cause) {
    await file.discard()
    throw cause
  }
}

const filler = (
  roles: Roles,
  nested: readonly { name: string; k: number }[],
  source: string,
  onRecordError: RecordErrorHandler,
  keepRecords: boolean,
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
          if (column === roles.vector || nested.some((other) => other.k === column)) return null
          throw dataError('parquet/nested', { name: names[column] }, place())
        })
        const item = maker.item(fields, line, place, columns[roles.vector]?.[row])
        const meta = nested.map(({ name, k }) => [name, columns[k]![row]])
        const record = (): SourceRecord =>
          Object.fromEntries(names.map((name, k) => [name, columns[k]![row]]))
        items.push({
          ...item,
          ...(nested.length > 0 && { meta: Object.fromEntries(meta) }),
          ...(keepRecords && { record: record() }),
        })
      } catch (cause) {
        onRecordError(cause)
      }
    }
  }
}
