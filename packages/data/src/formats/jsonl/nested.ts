import { dataError } from '../../errors.js'
import { NEWLINE } from '../../options.js'
import type { LineOptions } from '../text.js'
import { ArraySplitter } from './array.js'
import { BACKSLASH, CLOSE, CLOSE_BRACE, isBlank, OPEN, OPEN_BRACE, QUOTE } from './bytes.js'
import type { TextRecord } from './records.js'

/** What the scan of a JSON object meets: an array of records begins or ends, or the object itself ends. */
type Event = 'array' | 'end of array' | 'end'

/**
 * Finds the arrays of objects, or those of texts, in one JSON object: those that are members of it, or of an object inside it. Arrays in
 * arrays are not looked for, because they belong to a record.
 */
export class ObjectScanner {
  line = 1
  /** Whether there was a newline inside the object; one of many records is on a line of its own. */
  hasNewline = false
  /** Open containers: `{` or `[`. */
  readonly #open: number[] = []
  #isString = false
  #isEscaped = false
  /** An array has begun, and nothing of it was read yet. */
  #isNewArray = false
  /** The number of open containers inside the array of records; 0 outside. */
  #arrayDepth = 0
  /** What the first record of an array begins with. */
  readonly #first: number

  constructor(records: 'objects' | 'texts' = 'objects') {
    this.#first = records === 'objects' ? OPEN_BRACE : QUOTE
  }

  /** Whether an array of records has begun and not ended. */
  get isInArray(): boolean {
    return this.#arrayDepth > 0
  }

  /** Takes a byte; returns what happens with it. */
  take(byte: number): Event | undefined {
    if (byte === NEWLINE) {
      this.line++
      this.hasNewline ||= this.#open.length > 0
    }
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isString = false
      return undefined
    }
    if (isBlank(byte)) return undefined
    const isFirst = this.#isNewArray
    this.#isNewArray = false
    const isArray = isFirst && byte === this.#first && this.#arrayDepth === 0
    if (isArray) this.#arrayDepth = this.#open.length
    if (byte === QUOTE) this.#isString = true
    else if (byte === OPEN || byte === OPEN_BRACE) this.#begin(byte)
    else if (byte === CLOSE || byte === CLOSE_BRACE) return this.#end()
    return isArray ? 'array' : undefined
  }

  #begin(byte: number): void {
    this.#isNewArray = byte === OPEN && this.#open.every((one) => one === OPEN_BRACE)
    this.#open.push(byte)
  }

  #end(): Event | undefined {
    this.#open.pop()
    if (this.#open.length === 0) return 'end'
    if (this.#open.length >= this.#arrayDepth) return undefined
    this.#arrayDepth = 0
    return 'end of array'
  }
}

/** Splits the only array of objects, or of texts, in one JSON object into its elements. */
export async function* nestedRecords(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions,
  of: 'objects' | 'texts',
): AsyncGenerator<readonly TextRecord[], void, undefined> {
  const scanner = new ObjectScanner(of)
  let splitter: ArraySplitter | undefined
  for await (const chunk of chunks) {
    let from = splitter && !splitter.isDone ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const event = scanner.take(chunk[at]!)
      if (event === 'array') {
        if (splitter) throw dataError('json/arrays', {}, { source: options.source, line: scanner.line })
        splitter = new ArraySplitter(options, scanner.line)
        splitter.take(Uint8Array.of(OPEN))
        from = at
      } else if (event === 'end of array' && splitter) {
        const records = splitter.take(chunk.subarray(from, at + 1))
        from = -1
        if (records.length > 0) yield records
      }
    }
    if (from < 0) continue
    const records = splitter?.take(chunk.subarray(from)) ?? []
    if (records.length > 0) yield records
  }
  splitter?.finish()
}
