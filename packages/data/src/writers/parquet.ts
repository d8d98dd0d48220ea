import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Item } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { outcomeColumns } from './outcome.js'
import type { ItemWriter, WriterSource, Writing } from './writer.js'

/** Rows of a row group: a few megabytes of text. */
const GROUP = 10_000

type ParquetType = 'STRING' | 'DOUBLE' | 'INT64' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON'

/** A column of the file: its values come from items. */
interface ParquetColumn {
  readonly name: string
  readonly type: ParquetType
  value(item: Item): unknown
}

/**
 * A table with the columns id, label, text, the columns of the source and, if the items have outcomes, theirs. Items with
 * kept records have the columns of those instead. Sparse features are left out.
 */
export const parquet: ItemWriter = {
  name: 'parquet',
  extensions: ['parquet'],
  summary: 'a table: id, label, text, columns',
  limits: 'weights, metadata, features; several labels are an error',
  async *write(source, writing) {
    let file: ParquetFile | undefined
    let rows: Item[] = []
    for await (const batch of source.batches()) {
      for (const item of batch) {
        dropFields(item, writing, 'weight', 'meta')
        refuseLabels(item, writing)
        if (item.features || item.row) writing.lose('features')
        rows.push(item)
        writing.items++
        if (rows.length < GROUP) continue
        file ??= new ParquetFile(columnsOf(source, rows, writing))
        yield file.group(rows)
        rows = []
      }
    }
    file ??= new ParquetFile(columnsOf(source, rows, writing))
    if (rows.length > 0) yield file.group(rows)
    yield file.end()
  },
}

class ParquetFile {
  readonly #bytes = new ByteWriter()
  readonly #columns: readonly ParquetColumn[]
  readonly #writer: ParquetWriter

  constructor(columns: readonly ParquetColumn[]) {
    this.#columns = columns
    const schema = schemaFromColumnData({ columnData: this.#data([]) })
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema })
  }

  group(rows: readonly Item[]): Uint8Array {
    this.#writer.write({ columnData: this.#data(rows), rowGroupSize: GROUP })
    return this.#taken()
  }

  end(): Uint8Array {
    this.#writer.finish()
    return this.#taken()
  }

  #data(rows: readonly Item[]): ColumnSource[] {
    return this.#columns.map(({ name, type, value }) => ({
      name,
      type,
      nullable: true,
      data: rows.map((item) => value(item) ?? undefined),
    }))
  }

  /** The bytes written since the last call; the offset in the file goes on. */
  #taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice()
    this.#bytes.index = 0
    return bytes
  }
}

const columnsOf = (
  source: WriterSource,
  rows: readonly Item[],
  writing: Writing,
): readonly ParquetColumn[] => {
  const own = typeof rows[0]?.record === 'object' ? recordColumns(rows) : itemColumns(source, rows)
  const { unlabelled } = writing.options
  if (rows.every(({ outcome }) => !outcome)) return own
  const taken = own.map(({ name }) => name).filter((name) => name !== 'label' || !unlabelled)
  const { names, values } = outcomeColumns(writing.options, taken)
  const cells = new WeakMap<Item, readonly unknown[]>()
  const cell = (item: Item, k: number): unknown => {
    const found = cells.get(item) ?? values(item.outcome)
    cells.set(item, found)
    return found[k]
  }
  const isText = (k: number): boolean => k === 0 || k === names.length - 1
  return [
    ...own,
    ...names.map(
      (name, k): ParquetColumn => ({
        name,
        type: isText(k) ? 'STRING' : 'DOUBLE',
        value: (item) => cell(item, k),
      }),
    ),
  ]
}

/** The columns of the source file, with the types of the first values. */
const recordColumns = (rows: readonly Item[]): readonly ParquetColumn[] => {
  const recordValue = (item: Item, name: string): unknown =>
    (item.record as Readonly<Record<string, unknown>>)[name]
  return Object.keys(rows[0]!.record as object).map((name) => {
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
        return isText && value !== null && value !== undefined ? String(value) : value
      },
    }
  })
}

const typeOf = (value: unknown): ParquetType => {
  if (typeof value === 'number') return 'DOUBLE'
  if (typeof value === 'bigint') return 'INT64'
  if (typeof value === 'boolean') return 'BOOLEAN'
  if (value instanceof Date) return 'TIMESTAMP'
  return typeof value === 'object' && value !== null ? 'JSON' : 'STRING'
}

const itemColumns = (source: WriterSource, rows: readonly Item[]): readonly ParquetColumn[] => [
  ...(['id', 'label', 'text'] as const)
    .filter((part) => rows.some((item) => item[part] !== undefined))
    .map((part): ParquetColumn => ({ name: part, type: 'STRING', value: (item) => item[part] })),
  ...source.columns.map(
    ({ name, kind }, k): ParquetColumn => ({
      name,
      type: kind === 'number' ? 'DOUBLE' : 'STRING',
      value: ({ cells }) => cells?.[k],
    }),
  ),
]
