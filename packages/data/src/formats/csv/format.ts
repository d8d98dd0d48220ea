import { dataError } from '../../errors.js'
import type { Item, ItemSource } from '../../item.js'
import { isMissingNumber, numberStyleOf } from '../columns/numbers.js'
import { LABEL_NAMES } from '../columns/understand.js'
import { batchesOf, type Format, type Head } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, recordErrorHandler } from '../options.js'
import { ItemMaker, type Roles, rolesOf } from '../table.js'
import { maxRecordBytesOf, textBlocks } from '../text.js'
import { detached, numberOf } from '../words.js'
import { type CsvRecord, CsvRecords, type Dialect } from './records.js'
import { firstRows, type Start } from './sniff.js'

const delimited = (name: string, extensions: readonly string[], delimiter: string, others = ''): Format => ({
  name,
  extensions,
  summary: `a table, separated by ${delimiter === '\t' ? 'tabs' : 'commas, semicolons, tabs or bars'}`,
  looksLike: (head) => [delimiter, ...others].some((one) => isDelimited(head, one)),
  async open(input, options) {
    const { rows, dialect, error, start } = await firstRows(input, options, delimiter)
    if (rows.length === 0 && error) throw error
    const shape = shapeOf(rows, options, input.name, dialect.delimiter)
    return csvSource(name, input, options, dialect, shape, start)
  },
})

export const csv = delimited('csv', ['csv'], ',', ';')
export const tsv = delimited('tsv', ['tsv', 'tab'], '\t')

/** Whether every line has the same number of fields, more than one, with or without quoting. */
const isDelimited = ({ lines }: Head, delimiter: string): boolean => {
  const text = lines.join('\n')
  const closed = text.replace(/"[^"]*"/g, '')
  // The head may end inside quotes, in which case its last record is incomplete.
  const records = closed.includes('"') ? closed.replace(/\n[^\n]*"[\s\S]*$/, '') : closed
  return [records, text].some((candidate) => {
    const counts = candidate.split('\n').map((line) => line.split(delimiter).length)
    return counts[0]! > 1 && counts.every((count) => count === counts[0])
  })
}

const csvSource = (
  format: string,
  input: Input,
  options: ItemOptions,
  dialect: Dialect,
  { names, hasHeader, roles }: Shape,
  { header, newline, hasMark }: Start,
): ItemSource => {
  const onRecordError = recordErrorHandler(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  const source = input.name
  const { keepRecords = false } = options
  const batches = () => {
    const records = new CsvRecords(dialect, source, maxRecordBytes, onRecordError)
    const maker = new ItemMaker(roles)
    let isHeader = hasHeader
    const place = (column: number) => records.place(column)
    const taker = (items: Item[]) => (record: CsvRecord) => {
      const { fields, line } = record
      if (isHeader) {
        isHeader = false
        return
      }
      if (fields.length !== names.length)
        throw dataError('csv/fields', { found: fields.length, expected: names.length }, { ...place(0), line })
      const item = maker.item(fields, line, place)
      items.push(keepRecords ? { ...item, record: detached(records.raw()) } : item)
    }
    const blocks = textBlocks(input.read(), { source, maxRecordBytes, onRecordError })
    return batchesOf(withEnd(blocks), (block, items) => {
      if (block === END) records.finish(taker(items))
      else records.read(block, taker(items))
    })
  }
  const understanding = {
    format,
    columns: roles.understood,
    ...(dialect.delimiter !== ',' && { delimiter: dialect.delimiter }),
  }
  const { delimiter } = dialect
  const layout = { ...(hasHeader && { names, header }), delimiter, newline, hasMark }
  return { format, name: source, columns: roles.columns, understanding, layout, batches }
}

const END = Symbol('end')

async function* withEnd<T>(blocks: AsyncIterable<T>): AsyncGenerator<T | typeof END, void, undefined> {
  yield* blocks
  yield END
}

/** The columns and roles of a CSV file. */
export interface Shape {
  readonly names: readonly string[]
  readonly hasHeader: boolean
  readonly roles: Roles
}

export const shapeOf = (
  rows: readonly (readonly string[])[],
  options: ItemOptions,
  source: string,
  delimiter?: string,
): Shape => {
  const first = rows[0]
  if (!first) throw dataError('columns/none', {}, { source, line: 1, column: 1 })
  const { header = 'auto' } = options
  const hasHeader = header === 'auto' ? looksLikeHeader(first, rows.slice(1)) : header
  const names = hasHeader ? headerNames(first) : first.map((_, k) => String(k + 1))
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) throw dataError('columns/twice', { name: twice }, { source, line: 1, column: 1 })
  const body = (hasHeader ? rows.slice(1) : rows).filter((row) => row.length === names.length)
  const values = (column: number): string[] => body.map((row) => row[column]!)
  const roles = rolesOf({ names, values, ...(delimiter !== undefined && { delimiter }) }, options, source)
  return { names, hasHeader, roles }
}

const HEADER_NAMES = new Set([...LABEL_NAMES, 'id', 'text', 'name', 'subject', 'message'])
const MAX_NAME_LENGTH = 64

/** The names in the header. Pandas leaves the name of its index empty, which is the first column. */
const headerNames = (first: readonly string[]): string[] =>
  first.map((name, k) => (k === 0 && first.length > 1 && name.trim() === '' ? 'Unnamed: 0' : name.trim()))

const isNumeric = (values: readonly string[]): boolean => {
  const present = values.filter((value) => !isMissingNumber(value))
  return present.length > 0 && numberStyleOf(present) !== undefined
}

/** Whether the first row is a header: its names differ, are not numbers and do not occur as values below. */
const looksLikeHeader = (first: readonly string[], rows: readonly (readonly string[])[]): boolean => {
  const names = headerNames(first)
  if (new Set(names).size < names.length) return false
  if (names.some((name) => name === '' || name.length > MAX_NAME_LENGTH || !Number.isNaN(numberOf(name))))
    return false
  if (names.some((name) => HEADER_NAMES.has(name.toLowerCase()))) return true
  const columns = names.map((_, k) => rows.flatMap((row) => row[k] ?? []))
  if (rows.length > 0 && columns.some((values) => isNumeric(values))) return true
  return rows.length > 0 && names.every((name, k) => !columns[k]!.includes(name))
}
