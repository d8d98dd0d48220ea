import { AskanceError } from '@askance/core'
import { dataError } from '../../errors.js'
import { headOf, type Input } from '../input.js'
import type { ItemOptions } from '../options.js'
import { lookAtText, maxRecordBytesOf, type TextBlock } from '../text.js'
import { CsvRecords, type Dialect } from './records.js'

/** Rows and characters that are read to detect the columns. */
const ROWS = 1000
const CHARACTERS = 1 << 22

const DELIMITERS = [',', '\t', ';', '|']

/** The first rows of a file, their dialect, and the first error found. */
export interface FirstRows {
  readonly rows: readonly (readonly string[])[]
  readonly dialect: Dialect
  readonly error: AskanceError | undefined
  readonly start: Start
}

/** The beginning of the file as it is written. */
export interface Start {
  /** The text of the first record. */
  readonly header: string
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
    start: { header: found.header, newline, hasMark },
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
  let header = ''
  const take = ({ fields }: { fields: readonly string[] }) => {
    if (rows.length === 0) header = records.raw()
    if (rows.length <= ROWS) rows.push([...fields])
  }
  for (const block of blocks) if (rows.length <= ROWS) records.read(block, take)
  if (rows.length <= ROWS) records.finish(take)
  return { rows, header, error: first.error }
}

/** The delimiter option, or the character that splits the first line into the most fields; `fallback` if none does. */
const delimiterOf = ({ delimiter }: ItemOptions, text: string, fallback: string): string => {
  if (delimiter !== undefined) {
    if (delimiter.length === 1 && !'"\r\n'.includes(delimiter)) return delimiter
    throw dataError('option/value', {
      name: 'delimiter',
      value: JSON.stringify(delimiter),
      expected: 'one character, no quote and no newline',
    })
  }
  const line = /^.+$/m.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? ''
  if (line.includes(fallback)) return fallback
  const counts = DELIMITERS.map((character) => line.split(character).length)
  const most = Math.max(...counts)
  return most > 1 ? DELIMITERS[counts.indexOf(most)]! : fallback
}
