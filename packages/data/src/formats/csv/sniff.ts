import { AskanceError } from '@askance/core'
import { dataError } from '../../errors.js'
import { headOf, type Input } from '../input.js'
import type { ItemOptions } from '../options.js'
import { lookAtText, maxRecordBytesOf, type TextBlock } from '../text.js'
import { CsvRecords, type Dialect } from './records.js'

/** Rows and characters that are read to detect the columns. */
const ROWS = 1000
const CHARACTERS = 1 << 22

/** So many records may come before the names of the columns. */
const HEADERS = 20

const DELIMITERS = [',', '\t', ';', '|']

/** The first rows of a file, their dialect, and the first error found. */
interface FirstRows {
  readonly rows: readonly (readonly string[])[]
  readonly dialect: Dialect
  readonly error: AskanceError | undefined
  readonly start: Start
}

/** The beginning of the file as it is written. */
export interface Start {
  /** The texts of the first records, one of which may be the header. */
  readonly headers: readonly string[]
  readonly newline: string
  readonly hasMark: boolean
}

export const firstRows = async (input: Input, options: ItemOptions, fallback: string): Promise<FirstRows> => {
  const { blocks, error } = await firstBlocks(input, options)
  const delimiter = delimiterOf(options, blocks[0]?.text ?? '', fallback)
  const { quotes = 'auto' } = options
  const read = (hasQuotes: boolean) => rowsOf(blocks, { delimiter, quotes: hasQuotes }, input.name, options)
  const quoted = quotes === false ? undefined : read(true)
  // In tab-separated files a quote is usually a literal character.
  const isPlain = !quoted || (quotes === 'auto' && delimiter === '\t' && quoted.error !== undefined)
  const found = isPlain ? read(false) : quoted
  const hasMark = (await headOf(input, 3))[0] === 0xef && blocks.length > 0
  const newline = /\r?\n/.exec(blocks[0]?.text ?? '')?.[0] ?? '\n'
  return {
    rows: found.rows,
    dialect: { delimiter, quotes: !isPlain },
    error: error ?? found.error,
    start: { headers: found.headers, newline, hasMark },
  }
}

/** Ignores record errors and keeps the first one. */
class FirstError {
  error: AskanceError | undefined

  readonly take = (cause: unknown): void => {
    if (!(cause instanceof AskanceError)) throw cause
    this.error ??= cause
  }
}

const firstBlocks = async (input: Input, options: ItemOptions) => {
  const blocks: TextBlock[] = []
  const first = new FirstError()
  let characters = 0
  let lines = 0
  for await (const block of lookAtText(input, options, first.take)) {
    blocks.push(block)
    characters += block.text.length
    lines += block.text.split('\n').length - 1
    if (lines > ROWS || characters >= CHARACTERS) break
  }
  return { blocks, error: first.error }
}

/** Limited to a fixed number of rows, so the result does not depend on chunk boundaries. */
const rowsOf = (blocks: readonly TextBlock[], dialect: Dialect, source: string, options: ItemOptions) => {
  const rows: string[][] = []
  const first = new FirstError()
  const records = new CsvRecords(dialect, source, maxRecordBytesOf(options), (cause) => {
    if (rows.length <= ROWS) first.take(cause)
  })
  const headers: string[] = []
  const take = ({ fields }: { fields: readonly string[] }) => {
    if (headers.length < HEADERS) headers.push(records.raw())
    if (rows.length <= ROWS) rows.push([...fields])
  }
  for (const block of blocks) if (rows.length <= ROWS) records.read(block, take)
  if (rows.length <= ROWS) records.finish(take)
  return { rows, headers, error: first.error }
}

/** The first line that spreadsheets write to say what separates the fields. */
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?\n/i
/** A title above the table has no delimiters, so some more lines are looked at. */
const LINES = 20

/** The delimiter option, or the character that splits a line into the most fields; `fallback` if none does. */
const delimiterOf = ({ delimiter }: ItemOptions, text: string, fallback: string): string => {
  if (delimiter !== undefined) {
    if (delimiter.length === 1 && !'"\r\n'.includes(delimiter)) return delimiter
    throw dataError('data/option', {
      name: 'delimiter',
      value: JSON.stringify(delimiter),
      expected: 'one character, no quote and no newline',
    })
  }
  const named = SEPARATOR_LINE.exec(text)?.[1]
  if (named !== undefined) return named
  const lines = text
    .slice(0, 1 << 16)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .slice(0, LINES)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const line = lines.find((one) => DELIMITERS.some((character) => one.includes(character))) ?? ''
  if (line.includes(fallback)) return fallback
  const counts = DELIMITERS.map((character) => line.split(character).length)
  const most = Math.max(...counts)
  return most > 1 ? DELIMITERS[counts.indexOf(most)]! : fallback
}
