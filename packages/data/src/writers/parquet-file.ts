import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Item } from '../item.js'
import type { ItemColumn } from './item-columns.js'

/** A Parquet file in memory, of which only the bytes that were not taken yet are kept. */
export class ParquetFile {
  readonly #bytes = new ByteWriter()
  readonly #columns: readonly ItemColumn[]
  readonly #writer: ParquetWriter

  constructor(columns: readonly ItemColumn[]) {
    this.#columns = columns
    const schema = schemaFromColumnData({ columnData: this.#data([]) })
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema })
  }

  group(rows: readonly Item[]): Uint8Array {
    this.#writer.write({ columnData: this.#data(rows), rowGroupSize: rows.length })
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
