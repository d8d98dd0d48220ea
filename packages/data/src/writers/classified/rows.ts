import { fieldOf } from '../../formats/parquet/values.js'
import type { Item, Layout, SourceRecord } from '../../item.js'
import { inert, quoted } from '../delimited.js'
import { type OutcomeColumns, type OutcomeValue, outcomeColumns } from '../outcome.js'
import { numberText, type Writing } from '../writer.js'

/**
 * CSV and TSV: every record is written as it was read, followed by the columns of the outcome. An added cell that a
 * spreadsheet would compute gets an apostrophe in front; the cells of the file itself are not changed, unless `inert` is set.
 */
export async function* classifiedRows(
  batches: AsyncIterable<readonly Item[]>,
  layout: Layout,
  writing: Writing,
): AsyncGenerator<string> {
  const { names, newline = '\n', hasMark } = layout
  const delimiter = layout.delimiter ?? (writing.format === 'tsv' ? '\t' : ',')
  const fieldText = (value: unknown): string => {
    const text = fieldOf(value) ?? ''
    return text === '' ? '' : quoted(writing.options.inert ? inert(text, writing) : text, delimiter)
  }
  const rowText = (record: SourceRecord | undefined): string =>
    typeof record === 'object'
      ? names!.map((name) => fieldText(record[name])).join(delimiter)
      : (record ?? '')
  const header = layout.header ?? names?.map(fieldText).join(delimiter)
  const columns = outcomeColumns(writing.options, names ?? [])
  const added = (cells: readonly OutcomeValue[]): string =>
    cells.map((cell) => `${delimiter}${cellText(cell, delimiter, writing)}`).join('')
  if (hasMark) yield '\ufeff'
  if (header !== undefined) yield `${header}${added(columns.names)}${newline}`
  for await (const batch of batches) {
    let piece = ''
    for (const item of batch) {
      piece += `${rowText(item.record)}${added(columns.values(item.outcome))}${newline}`
      writing.items++
    }
    yield piece
  }
}

const cellText = (cell: OutcomeValue, delimiter: string, writing: Writing): string => {
  if (cell === null) return ''
  // A file whose fields are separated by semicolons has decimal commas, but programs read both.
  return typeof cell === 'number' ? numberText(cell) : quoted(inert(cell, writing), delimiter)
}

/** JSON: every object is written as it was read, with the members of the outcome at its end. */
export async function* classifiedObjects(
  batches: AsyncIterable<readonly Item[]>,
  { names = [], framing }: Layout,
  writing: Writing,
): AsyncGenerator<string> {
  const columns = outcomeColumns(writing.options, names)
  const isArray = framing === 'array'
  if (isArray) yield '['
  for await (const batch of batches) {
    let piece = ''
    for (const item of batch) {
      const before = isArray ? (writing.items > 0 ? ',\n' : '\n') : ''
      piece += `${before}${withMembers(recordText(item.record), columns, item)}${isArray ? '' : '\n'}`
      writing.items++
    }
    yield piece
  }
  if (isArray) yield '\n]\n'
}

/** A value of a table that JSON cannot hold becomes text. */
const recordText = (record: SourceRecord | undefined): string =>
  typeof record === 'string'
    ? record
    : JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** The text of an object with more members; numbers that JavaScript would round stay as they are. */
const withMembers = (record: string, { names, values }: OutcomeColumns, { outcome }: Item): string => {
  const cells = values(outcome)
  const members = names.flatMap((name, k) =>
    cells[k] === null ? [] : [`${JSON.stringify(name)}:${JSON.stringify(cells[k])}`],
  )
  const body = record.slice(0, record.lastIndexOf('}')).trimEnd()
  if (members.length === 0) return record
  return `${body}${body.endsWith('{') ? '' : ','}${members.join(',')}}`
}
