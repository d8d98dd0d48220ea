import { dataError } from '../../errors.js'
import type { Item, ItemSource } from '../../items/item.js'
import { textBlocks } from '../blocks.js'
import { batchesOf, type Format, type Head } from '../format.js'
import type { Input } from '../input.js'
import { mistakesOf } from '../mistakes.js'
import type { ItemOptions } from '../options.js'
import { ItemMaker } from '../table/items.js'
import { maxRecordBytesOf } from '../text-source.js'
import { type CsvRecord, CsvRecords, type Dialect } from './records.js'
import { type Shape, shapeOf } from './shape.js'
import { firstRows } from './sniff.js'

const delimited = (name: string, extensions: readonly string[], usual: string, others = ''): Format => ({
  name,
  extensions,
  looksLike: (head) => [usual, ...others].some((delimiter) => isParted(head, delimiter)),
  async open(input, options) {
    const { rows, dialect, mistake } = await firstRows(input, options, usual)
    if (rows.length === 0 && mistake) throw mistake
    return csvSource(name, input, options, dialect, shapeOf(rows, options, input.name))
  },
})

export const csv = delimited('csv', ['csv'], ',', ';')
export const tsv = delimited('tsv', ['tsv', 'tab'], '\t')

/** Does every line have the same number of fields, and more than one? Quotes may hold lines together, or mean nothing. */
const isParted = ({ lines }: Head, delimiter: string): boolean => {
  const text = lines.join('\n')
  const closed = text.replace(/"[^"]*"/g, '')
  // The head may end within quotes, and then its last record is incomplete.
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
  const mistakes = mistakesOf(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  const source = input.name
  const batches = () => {
    const records = new CsvRecords(dialect, source, maxRecordBytes, mistakes)
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
    const blocks = textBlocks(input.read(), { source, maxRecordBytes, mistakes })
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
