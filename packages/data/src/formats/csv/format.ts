import { dataError } from '../../errors.js'
import type { Item, ItemSource } from '../../item.js'
import { readable } from '../../libsvm/text.js'
import { NEWLINE } from '../../options.js'
import { fixedWidth, isFixedWidth } from '../fixed-width.js'
import { batchesOf } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, keptRecords, recordErrorHandler } from '../options.js'
import { checkColumns, ItemMaker, type Roles, rolesOf } from '../table.js'
import { maxRecordBytesOf, type TextBlock, textBlocks } from '../text.js'
import { detached } from '../words.js'
import { headerOf } from './header.js'
import { PlainLines } from './plain-lines.js'
import { type CsvRecord, CsvRecords, type Dialect } from './records.js'
import { firstRows, type Start } from './sniff.js'

/** Opens a table; `delimiter` is the one that wins if several are possible. */
export const openDelimited = async (
  name: string,
  delimiter: string,
  input: Input,
  options: ItemOptions,
): Promise<ItemSource> => {
  const { rows, dialect, error, start } = await firstRows(input, options, delimiter)
  if (rows.length === 0 && error) throw error
  const lines = rows.flatMap((row) => (row.length === 1 ? row : []))
  if (options.format === undefined && lines.length === rows.length && isFixedWidth(lines))
    throw fixedWidth(input)
  const shape = shapeOf(rows, options, input.name, dialect.delimiter)
  return csvSource(name, input, options, dialect, shape, start)
}

const csvSource = (
  format: string,
  input: Input,
  options: ItemOptions,
  dialect: Dialect,
  { names, header: headerRow, roles, notes }: Shape,
  { headers, newline, hasMark }: Start,
): ItemSource => {
  const onRecordError = recordErrorHandler(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  const source = input.name
  const keepRecords = keptRecords(options, format)
  const batches = () => {
    const records = new CsvRecords(dialect, source, maxRecordBytes, onRecordError)
    const maker = new ItemMaker(roles)
    let skipped = headerRow + 1
    const place = (column: number) => records.place(column)
    const taker = (items: Item[]) => (record: CsvRecord) => {
      const { fields, line } = record
      if (skipped > 0) {
        skipped--
        return
      }
      if (fields.length !== names.length)
        throw dataError('csv/fields', { found: fields.length, expected: names.length }, { ...place(0), line })
      const item = maker.item(fields, line, place)
      if (!keepRecords) items.push(item)
      else if (keepRecords === true) items.push({ ...item, record: detached(records.raw()) })
      else items.push({ ...item, record: Object.fromEntries(names.map((name, k) => [name, fields[k]])) })
    }
    const isFast = !keepRecords && roles.vector < 0 && dialect.delimiter.charCodeAt(0) < 0x80
    const lines = isFast
      ? new PlainLines(roles, maker, names.length, dialect.delimiter.charCodeAt(0))
      : undefined
    /** Reads the lines before the first quote; returns the rest of the block. */
    const readPlain = (block: TextBlock, items: Item[]): TextBlock => {
      const { bytes, text, line: first } = block
      if (!lines || !bytes || records.isPending) return block
      const quote = dialect.quotes ? bytes.indexOf(QUOTE) : -1
      const end = bytes.lastIndexOf(NEWLINE, quote < 0 ? bytes.length - 1 : quote) + 1
      let line = first
      lines.begin({ text, bytes })
      for (; lines.next < end; line++) {
        const item = skipped > 0 ? undefined : lines.item(line)
        if (item) items.push(item)
        else {
          const from = lines.next
          lines.next = bytes.indexOf(NEWLINE, from) + 1
          records.read({ text: readable(bytes.subarray(from, lines.next)), line }, taker(items))
        }
      }
      return { text: readable(bytes.subarray(end)), line }
    }
    const blocks = textBlocks(input.read(), { source, maxRecordBytes, onRecordError })
    return batchesOf(withEnd(blocks), (block, items) => {
      if (block === END) records.finish(taker(items))
      else records.read(readPlain(block, items), taker(items))
    })
  }
  const understanding = {
    format,
    columns: roles.understood,
    ...(dialect.delimiter !== ',' && { delimiter: dialect.delimiter }),
    ...(notes.length > 0 && { notes }),
  }
  const { delimiter } = dialect
  const header = headers[headerRow]
  const layout = { ...(header !== undefined && { names, header }), delimiter, newline, hasMark }
  return { format, name: source, columns: roles.columns, understanding, layout, batches }
}

const QUOTE = 0x22

const END = Symbol('end')

async function* withEnd<T>(blocks: AsyncIterable<T>): AsyncGenerator<T | typeof END, void, undefined> {
  yield* blocks
  yield END
}

/** The columns and roles of a table. */
export interface Shape {
  readonly names: readonly string[]
  /** The index of the row with the names; −1 if there is none. */
  readonly header: number
  readonly roles: Roles
  /** What should be said about rows that are not read. */
  readonly notes: readonly string[]
}

export const shapeOf = (
  rows: readonly (readonly string[])[],
  options: ItemOptions,
  source: string,
  delimiter?: string,
): Shape => {
  if (rows.length === 0) throw dataError('columns/none', {}, { source, line: 1, column: 1 })
  checkColumns(
    rows.reduce((most, row) => Math.max(most, row.length), 0),
    source,
  )
  const { at, names } = headerOf(rows, options.header ?? 'auto')
  const body = rows.slice(at + 1).filter((row) => row.length === names.length)
  const values = (column: number): string[] => body.map((row) => row[column]!)
  const roles = rolesOf({ names, values, ...(delimiter !== undefined && { delimiter }) }, options, source)
  const notes =
    at > 0 ? [at === 1 ? '1 row above the header is ignored' : `${at} rows above the header are ignored`] : []
  return { names, header: at, roles, notes }
}
