import type { AsyncBuffer, ColumnMetaData } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'

/** Pages have about a megabyte. The stated size of a column is not always correct, so it cannot be the limit. */
const MAX_PAGE = 2 ** 28

/** Runs of equal values take a few bytes, however many they are, so a row group may expand to this and to a multiple of its bytes. */
const EXPANDED = 2 ** 27
const EXPANDED_PER_BYTE = 512
/** What a value takes in memory. */
const VALUE_BYTES = 8

/** The memory that decoding a row group may still take. */
export class Expansion {
  #left: number

  constructor(bytes: number) {
    this.#left = EXPANDED + EXPANDED_PER_BYTE * bytes
  }

  /** Counts a page; returns whether there is enough left. */
  take(size: number, values: number): boolean {
    this.#left -= Math.max(size, VALUE_BYTES * values)
    return this.#left >= 0
  }
}

/**
 * Checks the page headers of a column against the file metadata. The library trusts
 * them and would read a page of a billion values one by one.
 */
export const checkPages = async (
  file: AsyncBuffer,
  column: ColumnMetaData,
  expansion: Expansion,
): Promise<void> => {
  const name = column.path_in_schema.join('.')
  const values = Number(column.num_values)
  const start = Number(column.dictionary_page_offset || column.data_page_offset)
  const bytes = await file.slice(start, start + Number(column.total_compressed_size))
  const reader = { view: new DataView(bytes), offset: 0 }
  const expect = (isRight: boolean): void => {
    if (!isRight) throw new Error(`a page of the column ${name} has an invalid header`)
  }
  let counted = 0
  while (counted < values && reader.offset < bytes.byteLength) {
    const header = parquetHeader(reader)
    const page = header.data_page_header_v2 ?? header.data_page_header
    const count = page?.num_values ?? header.dictionary_page_header?.num_values ?? 0
    expect(count >= 0 && count <= values)
    expect(header.uncompressed_page_size >= 0 && header.uncompressed_page_size <= MAX_PAGE)
    expect(header.compressed_page_size >= 0)
    if (header.data_page_header_v2)
      expect(hasSoundLevels(header.data_page_header_v2, header.compressed_page_size))
    if (!expansion.take(header.uncompressed_page_size, count))
      throw new Error(
        `its values take too much memory for the size of the row group, from the column ${name} on`,
      )
    reader.offset += header.compressed_page_size
    expect(reader.offset <= bytes.byteLength)
    if (page) counted += count
  }
  expect(counted === values)
}

type PageV2 = NonNullable<ReturnType<typeof parquetHeader>['data_page_header_v2']>

const hasSoundLevels = (page: PageV2, size: number): boolean => {
  const { num_values, num_nulls, num_rows, definition_levels_byte_length, repetition_levels_byte_length } =
    page
  const isCount = (count: number, most: number) => Number.isInteger(count) && count >= 0 && count <= most
  return (
    isCount(num_nulls, num_values) &&
    isCount(num_rows, num_values) &&
    isCount(definition_levels_byte_length, size) &&
    isCount(repetition_levels_byte_length, size - definition_levels_byte_length)
  )
}
