import { AskanceError } from '@askance/core'
import { type AsyncBuffer, type DecodedArray, parquetScan, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { dataError } from '../../errors.js'
import { checkPages, Expansion } from './pages.js'

/** Consecutive rows, column by column. */
export interface Group {
  readonly names: readonly string[]
  /** The values of each column, one for each row. */
  readonly columns: readonly DecodedArray[]
  readonly rows: number
  /** The number of the first row in the file, from 1. */
  readonly first: number
  /** The rows of the whole file. */
  readonly total: number
  /** What Hugging Face stores about the data set, as JSON. */
  readonly info?: string
}

/** Row groups may be large, so their rows are delivered in parts. */
const MAX_ROWS = 1 << 14

/**
 * The row groups of the file, of each at most `maxRows` rows. Before each column is decoded, `onColumn` gets the bytes of
 * the row group and the number of its first row.
 */
export async function* decodedGroups(
  file: AsyncBuffer,
  source: string,
  maxRows: number,
  onColumn: (bytes: number, first: number) => void,
): AsyncGenerator<Group, void, undefined> {
  const scan = await wrapped(source, () => parquetScan({ file, compressors }))
  const names = parquetSchema(scan.metadata).children.map(({ element }) => element.name)
  const groups = scan.metadata.row_groups
  const stored = scan.metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value
  const info = stored === undefined ? {} : { info: stored }
  if (!groups.every(({ num_rows }) => num_rows >= 0n))
    throw dataError('parquet/broken', { reason: 'a row group has no row count' }, { source })
  const total = groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
  if (total === 0) yield { names, columns: names.map(() => []), rows: 0, first: 1, total, ...info }
  let rowStart = 0
  for (const group of groups.filter(({ num_rows }) => num_rows > 0n)) {
    const sizes = group.columns.map(({ meta_data }) => Number(meta_data?.total_compressed_size ?? 0))
    // The sizes in a damaged file may be arbitrary.
    const size = sizes.reduce((sum, bytes) => sum + Math.min(Math.max(0, bytes), file.byteLength), 0)
    const bytes = Math.min(size, file.byteLength)
    const expansion = new Expansion(bytes)
    for (const { meta_data: column } of group.columns) {
      onColumn(bytes, rowStart + 1)
      if (column) await wrapped(source, () => checkPages(file, column, expansion))
    }
    const groupEnd = rowStart + Number(group.num_rows)
    const rowEnd = Math.min(groupEnd, rowStart + maxRows)
    const columns: DecodedArray[] = []
    // Sequential, because the library leaves a second concurrent failure unhandled.
    for (const column of names) {
      onColumn(bytes, rowStart + 1)
      columns.push(await wrapped(source, () => scan.readColumn({ column, rowStart, rowEnd })))
    }
    const rows = rowEnd - rowStart
    if (columns.some(({ length }) => length < rows))
      throw dataError('parquet/broken', { reason: 'a column has too few values' }, { source })
    for (let from = 0; from < rows; from += MAX_ROWS) {
      const to = Math.min(rows, from + MAX_ROWS)
      const part = columns.map((values) => values.slice(from, to))
      yield { names, columns: part, rows: to - from, first: rowStart + from + 1, total, ...info }
    }
    rowStart = groupEnd
  }
}

/** Reports any error of the library as an invalid file. */
const wrapped = async <T>(source: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof AskanceError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw dataError('parquet/broken', { reason }, { source })
  }
}
