import { concat } from '../bytes/concat.js'
import { NEWLINE } from '../characters.js'
import { dataError } from '../errors.js'
import type { Mistakes } from './mistakes.js'

/** Some complete lines; only the last one of the source may lack its newline. */
export interface LineBlock {
  readonly bytes: Uint8Array
  /** The number of its first line, from 1. */
  readonly line: number
}

export interface LineOptions {
  readonly source: string
  readonly maxRecordBytes: number
  readonly mistakes: Mistakes
  /** The error of a line that is too long, where a format has its own. */
  readonly tooLong?: 'libsvm/line-length'
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const NOTHING = new Uint8Array(0)

/** The bytes, cut behind the last newline of each chunk. A line that is too long is a mistake. */
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
  /** The beginning of a line whose end did not come yet. */
  #parts: Uint8Array[] = []
  #length = 0
  #line = 1
  #isFirst = true
  /** The line under way is too long, and was reported: the rest of it is passed over. */
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
    // Copied: the buffer of the chunk is used again.
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

  /** Line by line, since one of them may be too long. */
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
    const { source, mistakes, maxRecordBytes: most, tooLong = 'text/record-length' } = this.#options
    mistakes(dataError(tooLong, { most }, { source, line: this.#line, column: 1 }))
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
