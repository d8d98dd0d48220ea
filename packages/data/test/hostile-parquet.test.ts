import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openData } from '@askance/data'
import type { ColumnMetaData } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'
import { checkPages, Expansion } from '../src/formats/parquet/pages.js'

const BODY = 20
const DELTA_BINARY_PACKED = 5

/** A column of one page with so many equal values, which takes a few bytes. */
const columnOf = (values: number) => {
  const page = new ByteWriter()
  const header = { field_1: values, field_2: DELTA_BINARY_PACKED, field_3: 3, field_4: 3 }
  serializeTCompactProtocol(page, { field_1: 0, field_2: BODY, field_3: BODY, field_5: header })
  page.appendBytes(new Uint8Array(BODY))
  const bytes = page.getBuffer()
  const column = {
    path_in_schema: ['a'],
    num_values: BigInt(values),
    data_page_offset: 0n,
    total_compressed_size: BigInt(bytes.byteLength),
  } as unknown as ColumnMetaData
  const slice = (start: number, end?: number) => bytes.slice(start, end)
  return { file: { byteLength: bytes.byteLength, slice }, column }
}

describe('a Parquet file that is much larger when it is decoded', () => {
  const check = (values: number, expansion: Expansion): Promise<void> => {
    const { file, column } = columnOf(values)
    return checkPages(file, column, expansion)
  }
  const refused = { message: /its values take too much memory for the size of the row group, .* column a on/ }

  test('may have some millions of equal values, but not a billion', async () => {
    await check(2 ** 23, new Expansion(100))
    await assert.rejects(check(2 ** 30, new Expansion(100)), refused)
  })

  test('counts all columns of a row group together', async () => {
    const expansion = new Expansion(100)
    await check(2 ** 23, expansion)
    await check(2 ** 22, expansion)
    await assert.rejects(check(2 ** 23, expansion), refused)
  })

  test('may have more values if the row group is larger', () => check(2 ** 28, new Expansion(2 ** 22)))
})

test('a table with millions of columns is refused before anything is known of them', async () => {
  const cells = (one: string): string => `${one},`.repeat(1_000_001)
  const file = new File([`${cells('a')}b\n${cells('1')}2\n`], 'wide.csv')
  await assert.rejects(openData(file, { as: 'items' }), {
    code: 'columns/many',
    message: /found 1000002 columns, more than the limit of 1000000/,
  })
})
