import { concat } from '../../bytes/bytes.js'
import { dataError } from '../../errors.js'
import { textOf } from '../../libsvm/text.js'
import { COMMA, NEWLINE } from '../../options.js'
import type { LineOptions } from '../text.js'
import { BACKSLASH, CLOSE, CLOSE_BRACE, isBlank, OPEN, OPEN_BRACE, QUOTE } from './bytes.js'
import type { TextRecord } from './records.js'

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Splits one JSON array into the texts of its elements, in memory for the longest element. */
export async function* arrayRecords(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions,
): AsyncGenerator<readonly TextRecord[], void, undefined> {
  const splitter = new ArraySplitter(options)
  for await (const chunk of chunks) {
    const records = splitter.take(chunk)
    if (records.length > 0) yield records
  }
  splitter.finish()
}

type State = 'before' | 'element' | 'after'

/** Splits an array into the texts of its elements. */
export class ArraySplitter {
  readonly #options: LineOptions
  #state: State = 'before'
  #line: number
  /** The element under construction: its earlier parts, its first line, and where the scan is inside it. */
  #parts: Uint8Array[] = []
  #length = 0
  #firstLine = 1
  #depth = 0
  #isString = false
  #isEscaped = false
  #isTooLong = false
  #offset = 0

  /** `line` is that of the bracket. */
  constructor(options: LineOptions, line = 1) {
    this.#options = options
    this.#line = line
  }

  /** Whether the array has ended. */
  get isDone(): boolean {
    return this.#state === 'after'
  }

  take(chunk: Uint8Array): TextRecord[] {
    const records: TextRecord[] = []
    let from = this.#state === 'element' ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === NEWLINE) this.#line++
      if (this.#state !== 'element') {
        if (this.#begins(byte, at)) from = at + 1
        continue
      }
      if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isString = false
        continue
      }
      if (byte === QUOTE) this.#isString = true
      else if (byte === OPEN || byte === OPEN_BRACE) this.#depth++
      else if (this.#depth > 0) {
        if (byte === CLOSE || byte === CLOSE_BRACE) this.#depth--
      } else if (byte === COMMA || byte === CLOSE) {
        this.#end(chunk.subarray(from, at), records)
        if (byte === CLOSE) this.#state = 'after'
        from = at + 1
      }
    }
    // Copied, because the buffer of the chunk is reused.
    if (this.#state === 'element') this.#keep(chunk.slice(from))
    this.#offset += chunk.length
    return records
  }

  finish(): void {
    if (this.#state === 'after') return
    const { source } = this.#options
    throw dataError('json/open', {}, { source, line: this.#line, column: 1 })
  }

  /** Whether the array begins with this byte; only blanks may be around it. */
  #begins(byte: number, at: number): boolean {
    const isMark = byte === BYTE_ORDER_MARK[this.#offset + at]
    if (isBlank(byte) || isMark) return false
    if (byte !== OPEN || this.#state === 'after') {
      const { source } = this.#options
      const found = JSON.stringify(String.fromCharCode(byte))
      throw dataError('json/around', { found }, { source, line: this.#line, column: 1 })
    }
    this.#state = 'element'
    this.#firstLine = this.#line
    return true
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length
    if (this.#length > this.#options.maxRecordBytes) {
      this.#isTooLong = true
      this.#parts = []
    } else this.#parts.push(part)
  }

  #end(last: Uint8Array, records: TextRecord[]): void {
    const { source, onRecordError, maxRecordBytes: most } = this.#options
    this.#keep(last)
    const position = { source, line: this.#firstLine, column: 1 }
    const text = this.#isTooLong ? undefined : textOf(concat(this.#parts))
    try {
      if (this.#isTooLong) throw dataError('text/record-length', { most }, position)
      if (text === undefined) throw dataError('json/encoding', {}, position)
      const trimmed = text.trim()
      const before = text.length - text.trimStart().length
      const lines = text.slice(0, before).split('\n').length - 1
      if (trimmed !== '') records.push({ text: asObject(trimmed), line: this.#firstLine + lines })
    } catch (cause) {
      onRecordError(cause)
    }
    this.#parts = []
    this.#length = 0
    this.#isTooLong = false
    this.#firstLine = this.#line
  }
}

/** A text is an object that has nothing else. One that is not valid stays as it is, so that the error has its position. */
const asObject = (element: string): string => {
  if (!element.startsWith('"')) return element
  try {
    return JSON.stringify({ text: JSON.parse(element) as string })
  } catch {
    return element
  }
}
