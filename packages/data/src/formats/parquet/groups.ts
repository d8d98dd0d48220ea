import { AskanceError } from '@askance/core'
import { type DecodedArray, parquetScan, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { Progress } from '../../bytes/progress.js'
import { dataError } from '../../errors.js'
import type { RandomAccess } from './file.js'
import { checkPages } from './pages.js'

/** Rows that follow each other, column by column. */
export interface Group {
  readonly names: readonly string[]
  /** The values of each column; the rows are `from` to `to` (exclusive) of them. */
  readonly columns: readonly DecodedArray[]
  readonly from: number
  readonly to: number
  /** The number in the file of the row `from`, counted from 1. */
  readonly first: number
}

/** A row group may be large; its rows are handed on in parts. */
const MOST_ROWS = 1 << 14

/** The row groups of the file, of each at most `most` rows. The file is closed at the end. */
export async function* readGroups(
  file: RandomAccess,
  source: string,
  most: number,
  progress?: Progress,
): AsyncGenerator<Group, void, undefined> {
  try {
    const scan = await wrapped(source, () => parquetScan({ file, compressors }))
    const names = parquetSchema(scan.metadata).children.map(({ element }) => element.name)
    const total = scan.metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
    if (total === 0) yield { names, columns: names.map(() => []), from: 0, to: 0, first: 1 }
    let rowStart = 0
    for (const group of scan.metadata.row_groups.filter(({ num_rows }) => num_rows > 0n)) {
      for (const { meta_data: column } of group.columns)
        if (column) await wrapped(source, () => checkPages(file, column))
      const groupEnd = rowStart + Number(group.num_rows)
      const rowEnd = Math.min(groupEnd, rowStart + most)
      const columns: DecodedArray[] = []
      // One after another: of columns that are read at once, the library leaves the second failure to nobody.
      for (const column of names)
        columns.push(await wrapped(source, () => scan.readColumn({ column, rowStart, rowEnd })))
      const rows = rowEnd - rowStart
      if (columns.some(({ length }) => length < rows))
        throw dataError('parquet/broken', { reason: 'a column has too few values' }, { source })
      for (let from = 0; from < rows; from += MOST_ROWS)
        yield { names, columns, from, to: Math.min(rows, from + MOST_ROWS), first: rowStart + from + 1 }
      rowStart = groupEnd
      progress?.(Math.round((file.byteLength * rowStart) / total), file.byteLength)
    }
  } finally {
    await file.close()
  }
}

/** Whatever the library throws over a file is the file's mistake. */
const wrapped = async <T>(source: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof AskanceError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw dataError('parquet/broken', { reason }, { source })
  }
}
