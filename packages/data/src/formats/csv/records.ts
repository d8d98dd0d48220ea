import { dataError, type dataErrorTable } from '../../errors.js'
import type { RecordErrorHandler } from '../options.js'
import type { TextBlock } from '../text.js'
import { columnOf, shown } from '../words.js'

export interface Dialect {
  readonly delimiter: string
  readonly quotes: boolean
}

/** One record; the object is reused. */
export interface CsvRecord {
  readonly fields: readonly string[]
  /** The line where it begins. */
  readonly line: number
}

const QUOTE = '"'
const RETURN = 0x0d
/** Records up to this length are rescanned whenever text is added. */
const OFTEN = 1 << 16

/**
 * Splits text into records and fields (RFC 4180). Only records with quotes are scanned field by field. A quote inside an
 * unquoted field is a character of it, as spreadsheets read it.
 */
export class CsvRecords {
  readonly #dialect: Dialect
  readonly #source: string
  readonly #maxLength: number
  readonly #onRecordError: RecordErrorHandler
  /** An incomplete record from an earlier block, its length at the last scan, and its first line. */
  #pending = ''
  #looked = 0
  #line = 1
  #text = ''
  /** The start of the current record and, if it has quotes, of its fields. */
  #begin = 0
  #next = 0
  #starts: number[] | undefined
  #fields: string[] = []

  constructor(dialect: Dialect, source: string, maxLength: number, onRecordError: RecordErrorHandler) {
    this.#dialect = dialect
    this.#source = source
    this.#maxLength = maxLength
    this.#onRecordError = onRecordError
  }

  /** Whether the next block begins inside a record. */
  get isPending(): boolean {
    return this.#pending !== ''
  }

  /** Calls `take` with each record that ends in this block; errors it throws are record errors. */
  read(block: TextBlock, take: (record: CsvRecord) => void): void {
    // A line in between was invalid text, so the record it belonged to is incomplete.
    if (this.#pending !== '' && block.line !== this.#line + linesIn(this.#pending)) this.finish(take)
    if (this.#pending === '') this.#line = block.line
    const text = this.#pending + block.text
    this.#pending = this.#isWorthALook(block.text, text.length) ? '' : text
    if (this.#pending !== '') return
    this.#text = text
    this.#readAll(take, false)
  }

  /** A record cannot end without a quote, and a long one is not rescanned for a few more characters. */
  #isWorthALook(added: string, length: number): boolean {
    if (this.#pending === '' || length > this.#maxLength) return true
    return added.includes(QUOTE) && (length < OFTEN || length > 1.5 * this.#looked)
  }

  /** Ends the input. */
  finish(take: (record: CsvRecord) => void): void {
    this.#text = this.#pending
    this.#pending = ''
    this.#readAll(take, true)
  }

  /** The text of the current record, without the end of its last line. */
  raw(): string {
    return this.#text.slice(this.#begin, this.#next).replace(/\r?\n?$/, '')
  }

  /** The position of a field of the current record. */
  place(column: number): { source: string; line: number; column: number } {
    const start = this.#starts?.[column] ?? this.#plainStart(column)
    return this.#placeAt(Math.min(start, this.#text.length))
  }

  #plainStart(column: number): number {
    return this.#fields.slice(0, column).reduce((at, field) => at + field.length + 1, this.#begin)
  }

  #placeAt(at: number): { source: string; line: number; column: number } {
    const before = this.#text.slice(this.#begin, at)
    const lineBegin = before.lastIndexOf('\n') + 1
    return {
      source: this.#source,
      line: this.#line + linesIn(before),
      column: columnOf(before.slice(lineBegin), before.length - lineBegin),
    }
  }

  #readAll(take: (record: CsvRecord) => void, isLast: boolean): void {
    const text = this.#text
    let quote = this.#dialect.quotes ? text.indexOf(QUOTE) : -1
    for (this.#begin = 0; this.#begin < text.length; ) {
      const newline = text.indexOf('\n', this.#begin)
      const lineEnd = newline < 0 ? text.length : newline
      if (quote >= 0 && quote < this.#begin) quote = text.indexOf(QUOTE, this.#begin)
      let next = lineEnd + 1
      let lines = 1
      try {
        if (quote >= 0 && quote < lineEnd) {
          const end = this.#readQuoted()
          if (end < 0 && this.#mayGoOn(isLast)) return
          next = end < 0 ? this.#failOpen() : end
          lines = linesIn(text.slice(this.#begin, next))
        } else this.#readPlain(lineEnd)
        this.#next = next
        if (this.#fields.length > 0) take({ fields: this.#fields, line: this.#line })
      } catch (cause) {
        this.#onRecordError(cause)
      }
      this.#line += lines
      this.#begin = next
    }
  }

  /** Whether an incomplete record may continue in the next block. */
  #mayGoOn(isLast: boolean): boolean {
    if (isLast || this.#text.length - this.#begin > this.#maxLength) return false
    this.#pending = this.#text.slice(this.#begin)
    this.#looked = this.#pending.length
    return true
  }

  #readPlain(lineEnd: number): void {
    const text = this.#text
    const end = text.charCodeAt(lineEnd - 1) === RETURN && lineEnd > this.#begin ? lineEnd - 1 : lineEnd
    this.#starts = undefined
    const line = text.slice(this.#begin, end)
    this.#fields = isBlank(line) ? [] : line.split(this.#dialect.delimiter)
  }

  /** Reads fields until the record ends; returns the start of the next record, or −1 if a quote is open. */
  #readQuoted(): number {
    const text = this.#text
    const { delimiter } = this.#dialect
    const starts: number[] = []
    this.#starts = starts
    this.#fields = []
    for (let at = this.#begin; ; at++) {
      starts.push(at)
      let end: number
      if (text[at] === QUOTE) {
        end = this.#readQuotedField(at)
        if (end < 0) return -1
      } else end = this.#readBareField(at)
      if (text.startsWith('\r\n', end)) return end + 2
      if (text[end] !== delimiter) return Math.min(end + 1, text.length)
      at = end
    }
  }

  #readQuotedField(start: number): number {
    const text = this.#text
    let end = text.indexOf(QUOTE, start + 1)
    let isDoubled = false
    while (end >= 0 && text[end + 1] === QUOTE) {
      isDoubled = true
      end = text.indexOf(QUOTE, end + 2)
    }
    if (end < 0) return -1
    const field = text.slice(start + 1, end)
    this.#fields.push(isDoubled ? field.replaceAll('""', QUOTE) : field)
    const next = text[end + 1]
    const isOver = next === undefined || next === '\n' || next === this.#dialect.delimiter
    // A carriage return ends the line, or the file.
    const isReturn = next === '\r' && (text[end + 2] ?? '\n') === '\n'
    if (!isOver && !isReturn)
      this.#fail('csv/quote-followed', end + 1, {
        found: shown(next),
        delimiter: shown(this.#dialect.delimiter),
      })
    return end + 1
  }

  #readBareField(start: number): number {
    const text = this.#text
    const newline = text.indexOf('\n', start)
    const lineEnd = newline < 0 ? text.length : newline
    const delimiter = text.indexOf(this.#dialect.delimiter, start)
    const isLast = delimiter < 0 || delimiter > lineEnd
    const end = isLast ? lineEnd - (text[lineEnd - 1] === '\r' && lineEnd > start ? 1 : 0) : delimiter
    const field = text.slice(start, end)
    // Inside a field a quote is a character like any other; after blanks it may have been meant to begin one.
    const [blank] = /^\s*(?=")/.exec(field) ?? []
    if (blank !== undefined) this.#fail('csv/quote-stray', start + blank.length, { found: shown(field) })
    this.#fields.push(field)
    return end
  }

  /** The open quote is at the start of the last field. */
  #failOpen(): never {
    return this.#fail('csv/quote-open', this.#starts!.at(-1)!, { most: this.#maxLength })
  }

  #fail(code: keyof typeof dataErrorTable, at: number, details: Readonly<Record<string, unknown>>): never {
    throw dataError(code, details, this.#placeAt(at))
  }
}

const linesIn = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** A line of spaces and tabs only is no record; `PlainLines` has the same rule. */
const isBlank = (line: string): boolean => !/[^ \t\r]/.test(line)
