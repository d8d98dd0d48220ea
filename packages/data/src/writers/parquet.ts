import type { Item } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { itemColumns } from './item-columns.js'
import type { ParquetFile } from './parquet-file.js'
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
    // The library is larger than all readers together.
    const { ParquetFile } = await import('./parquet-file.js')
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
