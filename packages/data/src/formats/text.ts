import { concat } from '../bytes/bytes.js'
import { dataError } from '../errors.js'
import type { ItemSource } from '../item.js'
import { MAX_LINE_BYTES } from '../libsvm/batch.js'
import { readable, textOf } from '../libsvm/text.js'
import { NEWLINE, wholeOption } from '../options.js'
import { batchesOf, type Fill } from './format.js'
import type { Input } from './input.js'
import {
  type ItemOptions,
  ignoreRecordErrors,
  type RecordErrorHandler,
  recordErrorHandler,
} from './options.js'
import type { Roles } from './table.js'

/** Complete lines; only the last line of the source may lack its newline. */
export interface LineBlock {
  readonly bytes: Uint8Array
  /** The number of the first line, from 1. */
  readonly line: number
}

export interface LineOptions {
  readonly source: string
  readonly maxRecordBytes: number
  readonly onRecordError: RecordErrorHandler
  /** The error code for a line that is too long, if the format has its own. */
  readonly tooLong?: 'libsvm/line-length'
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const NOTHING = new Uint8Array(0)

/** Splits the bytes after the last newline of each chunk. A line that is too long is a record error. */
export async function* lineBlocks(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions,
): AsyncGenerator<LineBlock, void, undefined> {
  const cutter = new LineCutter(options)
  for await (const chunk of chunks) yield* cutter.take(chunk)
  yield* cutter.finish()
}

class LineCutter {
  readonly #options: LineOptions
  /** The start of an incomplete line. */
  #parts: Uint8Array[] = []
  #length = 0
  #line = 1
  #isFirst = true
  /** The current line is too long and was reported; the rest of it is skipped. */
  #isPassing = false

  constructor(options: LineOptions) {
    this.#options = options
  }

  *take(chunk: Uint8Array): Generator<LineBlock, void, undefined> {
    let from = 0
    if (this.#isPassing) {
      from = chunk.indexOf(NEWLINE) + 1
      if (from === 0) return
      this.#isPassing = false
      this.#line++
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > from) {
      yield* this.#blocks(this.#joined(chunk.subarray(from, end)))
      from = end
    }
    // Copied, because the buffer of the chunk is reused.
    if (from < chunk.length) this.#length += this.#parts[this.#parts.push(chunk.slice(from)) - 1]!.length
    if (this.#length <= this.#options.maxRecordBytes) return
    this.#joined(NOTHING)
    this.#isPassing = true
    this.#tooLong()
  }

  *finish(): Generator<LineBlock, void, undefined> {
    if (this.#length > 0) yield* this.#blocks(this.#joined(NOTHING))
  }

  #joined(end: Uint8Array): Uint8Array {
    const whole = this.#length === 0 ? end : concat([...this.#parts, end])
    this.#parts = []
    this.#length = 0
    return whole
  }

  *#blocks(lines: Uint8Array): Generator<LineBlock, void, undefined> {
    const isMarked = this.#isFirst && BYTE_ORDER_MARK.every((byte, k) => lines[k] === byte)
    this.#isFirst = false
    const bytes = isMarked ? lines.subarray(BYTE_ORDER_MARK.length) : lines
    yield* bytes.length <= this.#options.maxRecordBytes ? [this.#block(bytes)] : this.#shortLines(bytes)
  }

  #block(bytes: Uint8Array): LineBlock {
    const block = { bytes, line: this.#line }
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.#line++
    return block
  }

  /** Splits line by line, because one of them may be too long. */
  *#shortLines(bytes: Uint8Array): Generator<LineBlock, void, undefined> {
    for (const line of splitLines(bytes)) {
      if (line.length - (line.at(-1) === NEWLINE ? 1 : 0) <= this.#options.maxRecordBytes) {
        yield this.#block(line)
        continue
      }
      this.#tooLong()
      this.#line++
    }
  }

  #tooLong(): void {
    const { source, onRecordError, maxRecordBytes: most, tooLong = 'text/record-length' } = this.#options
    onRecordError(dataError(tooLong, { most }, { source, line: this.#line, column: 1 }))
  }
}

/** Each line with its newline. */
export function* splitLines(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from) + 1 || bytes.length
    yield bytes.subarray(from, end)
    from = end
  }
}

/** Complete lines; only the last line of the source may lack its newline. */
export interface TextBlock {
  readonly text: string
  /** The bytes of the text, valid until the next block; undefined if there were invalid lines between. */
  readonly bytes?: Uint8Array
  /** The number of the first line, from 1. */
  readonly line: number
}

/** Decodes the lines. A line with invalid UTF-8 is a record error. */
export async function* textBlocks(
  chunks: AsyncIterable<Uint8Array>,
  options: LineOptions,
): AsyncGenerator<TextBlock, void, undefined> {
  for await (const { bytes, line } of lineBlocks(chunks, options)) {
    const text = bytes.includes(0) ? undefined : textOf(bytes)
    if (text !== undefined) yield { text, bytes, line }
    else yield* soundLines(bytes, line, options)
  }
}

function* soundLines(bytes: Uint8Array, first: number, { source, onRecordError }: LineOptions) {
  let line = first
  for (const piece of splitLines(bytes)) {
    const text = textOf(piece)
    const error = badText(piece, text, source, line)
    if (error) onRecordError(error)
    else yield { text: text!, line }
    line++
  }
}

const badText = (bytes: Uint8Array, text: string | undefined, source: string, line: number) => {
  if (text === undefined) {
    const at = badAt(bytes)
    const found = bytes[at]!.toString(16)
    return dataError('text/encoding', { found }, { source, line, column: columnAt(bytes, at) })
  }
  const nul = bytes.indexOf(0)
  return nul < 0 ? undefined : dataError('text/binary', {}, { source, line, column: columnAt(bytes, nul) })
}

/** The column of a byte, in characters, from 1. */
const columnAt = (line: Uint8Array, at: number): number => [...readable(line.subarray(0, at))].length + 1

const REPLACEMENT = [0xef, 0xbf, 0xbd]

/** The position of the first invalid byte. */
const badAt = (line: Uint8Array): number => {
  const decoded = new TextEncoder().encode(readable(line))
  const differs = decoded.findIndex((byte, k) => byte !== line[k])
  // The replacement character may start with the same bytes that it replaces.
  return differs - REPLACEMENT.indexOf(decoded[differs]!)
}

const RETURN = 0x0d

/** Calls `read` with each non-empty line; an error in one line does not affect the others. */
export const eachLine = (
  { text, line: first }: TextBlock,
  onRecordError: RecordErrorHandler,
  read: (line: string, number: number) => void,
): void => {
  let number = first
  for (let from = 0; from < text.length; number++) {
    const newline = text.indexOf('\n', from)
    const end = newline < 0 ? text.length : newline
    const cut = end > from && text.charCodeAt(end - 1) === RETURN ? end - 1 : end
    if (cut > from) {
      try {
        read(text.slice(from, cut), number)
      } catch (cause) {
        onRecordError(cause)
      }
    }
    from = end + 1
  }
}

export const maxRecordBytesOf = ({ maxRecordBytes = MAX_LINE_BYTES }: ItemOptions): number =>
  wholeOption('maxRecordBytes', maxRecordBytes, 1, 2 ** 28)

/** The roles of a format without columns. */
export const NO_COLUMNS: Pick<Roles, 'columns' | 'understood'> = { columns: [], understood: [] }

/** A source of items in a text format; `reader` creates a new reader for every pass. */
export const textSource = (
  format: string,
  input: Input,
  options: ItemOptions,
  roles: Pick<Roles, 'columns' | 'understood'>,
  reader: (onRecordError: RecordErrorHandler) => Fill<TextBlock>,
): ItemSource => {
  const onRecordError = recordErrorHandler(options)
  const maxRecordBytes = maxRecordBytesOf(options)
  return {
    format,
    name: input.name,
    columns: roles.columns,
    understanding: { format, columns: roles.understood },
    batches: () =>
      batchesOf(
        textBlocks(input.read(), { source: input.name, maxRecordBytes, onRecordError }),
        reader(onRecordError),
      ),
  }
}

/** Bytes that are inspected in addition to the longest record. */
const LOOK_BYTES = 1 << 23

/** The text from its beginning, for inspection; record errors are ignored by default. */
export const lookAtText = (
  input: Input,
  options: ItemOptions,
  onRecordError: RecordErrorHandler = ignoreRecordErrors,
): AsyncGenerator<TextBlock, void, undefined> => {
  const maxRecordBytes = maxRecordBytesOf(options)
  const chunks = firstBytes(input.look(), maxRecordBytes + LOOK_BYTES)
  return textBlocks(chunks, { source: input.name, maxRecordBytes, onRecordError })
}

/** Limits the bytes, because a line may be endless. */
export async function* firstBytes(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = most
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}
