import { MAX_INDEX, MAX_VALUE } from '@askance/core/internals'
import * as characters from '../options.js'
import { entryCapacity, Kernel, ROW_CAPACITY, TEXT_MARGIN } from './kernel.js'
import { Spellings } from './spellings.js'
import { decimal, latin } from './text.js'

// Module constants, because imported bindings are looked up at every use, which costs a quarter of the speed.
const { COLON, DOT, HASH, MINUS, NEWLINE, PLUS, RETURN, SPACE, TAB, ZERO } = characters
/** "qid:". */
const QUERY = [0x71, 0x69, 0x64, COLON]
const POWERS = Float64Array.from({ length: 10 }, (_, k) => 10 ** k)

/** The kernel in TypeScript, for hosts without WebAssembly; its rows are bit-identical. */
export class PlainKernel extends Kernel {
  readonly spellings = new Spellings()
  /** The end of the last value. */
  #valueEnd = 0

  constructor() {
    super()
    this.labels = new Int32Array(ROW_CAPACITY)
    this.lines = new Int32Array(ROW_CAPACITY)
    this.rows.starts = new Int32Array(ROW_CAPACITY + 1)
  }

  override reserve(textBytes: number): void {
    const text = new Uint8Array(textBytes + TEXT_MARGIN)
    text.set(this.text)
    this.text = text
    this.rows.index = new Int32Array(entryCapacity(textBytes))
    this.rows.value = new Float64Array(entryCapacity(textBytes))
  }

  override readLines(to: number): void {
    const { text, rows } = this
    while (this.at < to && rows.length < ROW_CAPACITY) {
      const end = this.labelEnd()
      const label = this.spellings.id(text, this.at, end)
      if (label < 0) return
      const next = this.#readRow(end)
      if (next < 0) return
      this.labels[rows.length - 1] = label
      this.lines[rows.length - 1] = this.line++
      this.at = next
    }
  }

  protected labelEnd(): number {
    let end = this.at
    while (this.text[end]! > SPACE) end++
    return end
  }

  /** Appends the features of one line; returns the start of the next line, or −1 if this one needs the careful parser. */
  #readRow(start: number): number {
    const { text, rows, shift } = this
    const { index, value } = rows
    let at = start
    let previous = 0
    let entries = rows.entries
    for (;;) {
      const found = text[at]!
      if (found === NEWLINE) break
      if (found === SPACE || found === TAB || found === RETURN) {
        at++
        continue
      }
      if (found === HASH) {
        at = text.indexOf(NEWLINE, at)
        break
      }
      // Entries are separated by blanks, and the loop gets here only after one. A letter can only start a query id.
      if (found > COLON) {
        at = this.#queryEnd(at)
        if (at < 0 || text[at]! > SPACE) return -1
        continue
      }
      const first = at
      let number = 0
      for (let digit = found - ZERO; digit >= 0 && digit <= 9 && at - first < 8; digit = text[at]! - ZERO) {
        number = number * 10 + digit
        at++
      }
      if (at === first || text[at] !== COLON) return -1
      number += shift
      if (number <= previous) return -1
      previous = number
      const size = this.#value(at + 1)
      at = this.#valueEnd
      if (Number.isNaN(size) || text[at]! > SPACE) return -1
      index[entries] = number
      value[entries] = size
      entries++
    }
    if (previous > MAX_INDEX) return -1
    rows.length++
    rows.starts[rows.length] = entries
    return at + 1
  }

  /** The end of the query id at `start`, which is skipped; −1 if there is none. */
  #queryEnd(start: number): number {
    const { text } = this
    let at = start + QUERY.length
    while (text[at]! >= ZERO && text[at]! <= ZERO + 9) at++
    return at > start + QUERY.length && QUERY.every((byte, k) => text[start + k] === byte) ? at : -1
  }

  /** Parses the number at `start`: up to nine digits and a dot directly, longer ones as text; NaN if invalid. */
  #value(start: number): number {
    const { text } = this
    const sign = text[start]!
    let at = sign === MINUS || sign === PLUS ? start + 1 : start
    const first = at
    let mantissa = 0
    let dot = -1
    for (;;) {
      const digit = text[at]! - ZERO
      if (digit >= 0 && digit <= 9) mantissa = (Math.imul(mantissa, 10) + digit) | 0
      else if (digit + ZERO === DOT && dot < 0) dot = at
      else break
      at++
    }
    this.#valueEnd = at
    const digits = at - first - (dot < 0 ? 0 : 1)
    if (digits === 0) return Number.NaN
    if (digits > 9 || text[at]! > SPACE) return this.#longValue(start, at)
    const size = dot < 0 ? mantissa : mantissa / POWERS[at - dot - 1]!
    return sign === MINUS ? -size : size
  }

  #longValue(start: number, seen: number): number {
    let end = seen
    while (this.text[end]! > SPACE) end++
    this.#valueEnd = end
    const size = decimal(latin(this.text, start, end))
    // A number that is too large is an error, which the careful parser reports.
    return Math.abs(size) <= MAX_VALUE ? size : Number.NaN
  }
}
