import { dataError } from '../../errors.js'
import type { Item, ItemSource } from '../../item.js'
import { batchesOf, type Format, type Head } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, recordErrorHandler } from '../options.js'
import { ItemMaker, kindOf, LABEL_NAMES, labelColumnOf, type Roles, rolesOf } from '../table.js'
import { maxRecordBytesOf, textBlocks } from '../text.js'
import { numberOf } from '../words.js'
import { type CsvRecord, CsvRecords, type Dialect } from './records.js'
import { firstRows } from './sniff.js'

const delimited = (name: string, extensions: readonly string[], delimiter: string, others = ''): Format => ({
  name,
  extensions,
  looksLike: (head) => [delimiter, ...others].some((one) => isDelimited(head, one)),
  async open(input, options) {
    const { rows, dialect, error } = await firstRows(input, options, delimiter)
    if (rows.length === 0 && error) throw error
    return csvSource(name, input, options, dialect, shapeOf(rows, options, input.name))
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
): ItemSource => {
  const onRecordError = recordErrorHandler(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  const source = input.name
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
      items.push(maker.item(fields, line, place))
    }
    const blocks = textBlocks(input.read(), { source, maxRecordBytes, onRecordError })
    return batchesOf(withEnd(blocks), (block, items) => {
      if (block === END) records.finish(taker(items))
      else records.read(block, taker(items))
    })
  }
  return { format, name: source, columns: roles.columns, batches }
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
): Shape => {
  const first = rows[0]
  if (!first) throw dataError('columns/none', {}, { source, line: 1, column: 1 })
  const { header = 'auto' } = options
  const hasHeader = header === 'auto' ? looksLikeHeader(first, rows.slice(1)) : header
  const names = hasHeader ? first.map((name) => name.trim()) : first.map((_, k) => String(k + 1))
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) throw dataError('columns/twice', { name: twice }, { source, line: 1, column: 1 })
  const body = (hasHeader ? rows.slice(1) : rows).filter((row) => row.length === names.length)
  const label = labelColumnOf(names, options, source, names.length > 1 ? names.length - 1 : -1)
  const roles = rolesOf(names, label, (k) => kindOf(body.map((row) => row[k]!)), options, source)
  return { names, hasHeader, roles }
}

const HEADER_NAMES = new Set([...LABEL_NAMES, 'id', 'text', 'name', 'subject', 'message'])
const MAX_NAME_LENGTH = 64

/** Whether the first row is a header: its names differ, are not numbers and do not occur as values below. */
const looksLikeHeader = (first: readonly string[], rows: readonly (readonly string[])[]): boolean => {
  const names = first.map((name) => name.trim())
  if (new Set(names).size < names.length) return false
  if (names.some((name) => name === '' || name.length > MAX_NAME_LENGTH || !Number.isNaN(numberOf(name))))
    return false
  if (names.some((name) => HEADER_NAMES.has(name.toLowerCase()))) return true
  const columns = names.map((_, k) => rows.flatMap((row) => row[k] ?? []))
  if (rows.length > 0 && columns.some((values) => kindOf(values) === 'number')) return true
  return rows.length > 0 && names.every((name, k) => !columns[k]!.includes(name))
}
