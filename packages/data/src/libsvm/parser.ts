import { AskanceError } from '@askance/core'
import { dataError } from '../errors.js'
import { LabelNames } from '../labels.js'
import { NEWLINE, wholeOption } from '../options.js'
import { type LibsvmBatch, type LibsvmOptions, MAX_LINE_BYTES } from './batch.js'
import { CarefulReader, type ZeroRule } from './careful.js'
import { type Kernel, ROW_CAPACITY } from './kernel.js'

/** Text per batch: enough to make what is done for each batch negligible. */
const BATCH_BYTES = 1 << 20
/** Some editors write it at the start of a UTF-8 file. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Parses text, given in chunks, into batches of rows. The text is collected until the buffer is full; then the
 * complete lines become a batch, and the incomplete last line moves to the front.
 */
export class LibsvmParser {
  readonly #kernel: Kernel
  readonly #careful: CarefulReader
  readonly #names: LabelNames
  readonly #source: string | undefined
  readonly #maxLineBytes: number
  #zero: ZeroRule
  #capacity: number
  /** The text is at #begin to #end; its complete lines end at #complete. */
  #begin = 0
  #complete = 0
  #end = 0
  /** The number of the line at #begin. */
  #line = 1
  #isFirst = true

  constructor(kernel: Kernel, options: LibsvmOptions) {
    const { base = 'auto', names = new LabelNames(), maxLineBytes = MAX_LINE_BYTES } = options
    this.#kernel = kernel
    this.#kernel.shift = base === 0 ? 1 : 0
    this.#zero = base === 'auto' ? 'decides' : base === 0 ? 'allowed' : 'refused'
    this.#names = names
    this.#source = options.source
    this.#careful = new CarefulReader(this.#kernel, names, options)
    this.#maxLineBytes = wholeOption('maxLineBytes', maxLineBytes, 1, 2 ** 28)
    // A line and its newline always fit; a line beyond the largest capacity is too long.
    this.#capacity = Math.min(BATCH_BYTES, maxLineBytes + 1)
    this.#kernel.reserve(this.#capacity)
  }

  get isFull(): boolean {
    return this.#end === this.#capacity
  }

  /** Copies as much of the chunk, from `from` on, as fits; returns the number of bytes. */
  take(chunk: Uint8Array, from: number): number {
    const piece = chunk.subarray(from, from + this.#capacity - this.#end)
    this.#kernel.text.set(piece, this.#end)
    const newline = piece.lastIndexOf(NEWLINE)
    if (newline >= 0) this.#complete = this.#end + newline + 1
    this.#end += piece.length
    return piece.length
  }

  /** Ends the input: the last line is complete, with or without a newline. */
  finish(): void {
    if (this.#end === this.#complete) return
    this.#kernel.text[this.#end++] = NEWLINE
    this.#complete = this.#end
  }

  /** The complete lines as batches; afterwards the buffer accepts more text. */
  *batches(): Generator<LibsvmBatch, void, undefined> {
    while (this.#begin < this.#complete) {
      const firstLine = this.#line
      const error = this.#readLines()
      // Rows before an error are delivered before it is thrown.
      if (this.#kernel.rows.length > 0) yield this.#batch(firstLine)
      if (error) throw error
    }
    this.#compact()
  }

  /** Parses lines until the end, a full batch or an error, which is returned. */
  #readLines(): AskanceError | undefined {
    const kernel = this.#kernel
    if (this.#isFirst) this.#skipByteOrderMark()
    kernel.restart(this.#begin)
    let error: AskanceError | undefined
    while (!error) {
      kernel.readLines(this.#complete)
      if (kernel.at === this.#complete || kernel.rows.length === ROW_CAPACITY) break
      error = this.#readLine()
    }
    this.#begin = kernel.at
    this.#line += kernel.line
    return error
  }

  #readLine(): AskanceError | undefined {
    try {
      const outcome = this.#careful.read(this.#line + this.#kernel.line, this.#zero)
      if (outcome === 'counts from 0') this.#countFromZero()
      return undefined
    } catch (cause) {
      if (cause instanceof AskanceError) return cause
      throw cause
    }
  }

  /** No row was delivered yet, so all rows are parsed again. */
  #countFromZero(): void {
    this.#zero = 'allowed'
    this.#kernel.shift = 1
    this.#kernel.restart(this.#begin)
  }

  #batch(firstLine: number): LibsvmBatch {
    const { rows, labels, lines, shift } = this.#kernel
    if (this.#zero === 'decides') this.#zero = 'late'
    return {
      rows,
      labels: labels.subarray(0, rows.length),
      names: this.#names,
      firstLine,
      lineOffsets: lines.subarray(0, rows.length),
      base: shift === 1 ? 0 : 1,
    }
  }

  /** Moves the incomplete line to the front; grows the buffer if the line fills it. */
  #compact(): void {
    this.#kernel.text.copyWithin(0, this.#begin, this.#end)
    this.#end -= this.#begin
    this.#begin = 0
    this.#complete = 0
    if (!this.isFull) return
    if (this.#capacity > this.#maxLineBytes) this.#failLength()
    this.#capacity = Math.min(2 * this.#capacity, this.#maxLineBytes + 1)
    this.#kernel.restart(0)
    this.#kernel.reserve(this.#capacity)
  }

  #failLength(): never {
    const place = { line: this.#line, column: 1 }
    const position = this.#source === undefined ? place : { source: this.#source, ...place }
    throw dataError('libsvm/line-length', { most: this.#maxLineBytes }, position)
  }

  #skipByteOrderMark(): void {
    this.#isFirst = false
    if (BYTE_ORDER_MARK.every((byte, k) => this.#kernel.text[k] === byte))
      this.#begin = BYTE_ORDER_MARK.length
  }
}
