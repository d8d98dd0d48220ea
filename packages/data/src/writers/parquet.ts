import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Item } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { type ItemColumn, itemColumns } from './item-columns.js'
import type { ItemWriter } from './writer.js'

/** Rows of a row group: a few megabytes of text. */
const GROUP = 10_000

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
        dropFields(item, writing, 'weight', 'meta', 'vector')
        refuseLabels(item, writing)
        if (item.features || item.row) writing.lose('features')
        rows.push(item)
        writing.items++
        if (rows.length < GROUP) continue
        file ??= new ParquetFile(itemColumns(source, rows, writing))
        yield file.group(rows)
        rows = []
      }
    }
    file ??= new ParquetFile(itemColumns(source, rows, writing))
    if (rows.length > 0) yield file.group(rows)
    yield file.end()
  },
}

class ParquetFile {
  readonly #bytes = new ByteWriter()
  readonly #columns: readonly ItemColumn[]
  readonly #writer: ParquetWriter

  constructor(columns: readonly ItemColumn[]) {
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
