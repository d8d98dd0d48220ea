import type { Position } from '@askance/core'
import { MAX_INDEX, MAX_VALUE } from '@askance/core/internals'
import { dataError, type dataErrorTable } from '../errors.js'
import { canonicalLabel, type LabelNames } from '../labels.js'
import { COLON, COMMA, HASH, NEWLINE, RETURN, SPACE, TAB } from '../options.js'
import type { LibsvmOptions } from './batch.js'
import type { Kernel } from './kernel.js'
import type { Spellings } from './spellings.js'
import { decimal, latin, quoted, readable } from './text.js'

export const MAX_LABEL_BYTES = 256

/** The id of the label in the bytes `from` to `to` of the line; caches its spelling. */
export const readLabel = (
  line: Line,
  from: number,
  to: number,
  names: LabelNames,
  spellings: Spellings,
): number => {
  const bytes = line.bytes.subarray(from, to)
  if (bytes.includes(COLON)) line.fail('libsvm/label-missing', from, { found: line.quote(from, to) })
  if (bytes.length > MAX_LABEL_BYTES)
    line.fail('libsvm/label-length', from, { length: bytes.length, most: MAX_LABEL_BYTES })
  const text = readable(bytes)
  if (UNREADABLE.test(text)) line.fail('libsvm/label-text', from, { found: line.quote(from, to) })
  const id = names.add(canonicalLabel(text), line.position(from))
  spellings.remember(line.bytes, from, to, id)
  return id
}

/** Control characters and the replacement character of invalid UTF-8. */
const UNREADABLE = /[\p{Cc}\ufffd]/u

/** One line of the text, with methods to scan it and to report errors with their position. */
export class Line {
  bytes: Uint8Array = new Uint8Array(0)
  /** The bytes as a string, one character each. */
  latin = ''
  /** Counted from 1. */
  number = 0
  readonly source: string | undefined

  constructor(source: string | undefined) {
    this.source = source
  }

  set(bytes: Uint8Array, number: number): void {
    this.bytes = bytes
    this.latin = latin(bytes, 0, bytes.length)
    this.number = number
  }

  /** The position of the first non-blank byte from `at` on. */
  skipBlanks(at: number): number {
    while (at < this.bytes.length && isBlank(this.bytes[at]!)) at++
    return at
  }

  /** The end of the word at `at`. */
  wordEnd(at: number): number {
    while (at < this.bytes.length && !isBlank(this.bytes[at]!)) at++
    return at
  }

  /** The end of the feature at `at`; a comment needs no blank before it. */
  featureEnd(at: number): number {
    while (at < this.bytes.length && !isBlank(this.bytes[at]!) && this.bytes[at] !== HASH) at++
    return at
  }

  /** Whether only a comment or nothing is left. */
  isOver(at: number): boolean {
    return at >= this.bytes.length || this.bytes[at] === HASH
  }

  /** Rejects NUL bytes. */
  checkText(from: number, to: number): void {
    const nul = this.latin.slice(from, to).indexOf('\0')
    if (nul >= 0) this.fail('libsvm/binary', from + nul)
  }

  /** The bytes, quoted for a message. */
  quote(from: number, to: number): string {
    return quoted(this.bytes.subarray(from, to))
  }

  /** Columns count characters, from 1. */
  position(at: number): Position {
    let column = 1
    for (let k = 0; k < at; k++) if (isFirstOfCharacter(this.bytes[k]!)) column++
    return this.source === undefined
      ? { line: this.number, column }
      : { source: this.source, line: this.number, column }
  }

  fail(
    code: keyof typeof dataErrorTable,
    at: number,
    details: Readonly<Record<string, unknown>> = {},
  ): never {
    throw dataError(code, details, this.position(at))
  }
}

/** In UTF-8 all but the first byte of a character are 10xxxxxx. */
const isFirstOfCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80

const isBlank = (byte: number): boolean => byte === SPACE || byte === TAB || byte === RETURN

/** How to treat index 0: as a valid index, as a sign that the file counts from 0, or as an error. */
export type ZeroRule = 'allowed' | 'decides' | 'refused' | 'late'

/** The kind of a line; 'counts from 0' if its index 0 sets the base and it must be parsed again. */
export type Outcome = 'row' | 'blank' | 'counts from 0'

/**
 * Parses one line with every check and reports all errors of the format. It handles everything the fast
 * kernels skip: new labels, comments, blank lines, ranking ids, unusual numbers, errors.
 */
export class CarefulReader {
  readonly #kernel: Kernel
  readonly #names: LabelNames
  readonly #line: Line
  readonly #multiLabel: boolean

  constructor(
    kernel: Kernel,
    names: LabelNames,
    { source, multiLabel = false }: Pick<LibsvmOptions, 'source' | 'multiLabel'>,
  ) {
    this.#kernel = kernel
    this.#names = names
    this.#line = new Line(source)
    this.#multiLabel = multiLabel
  }

  /** Parses the line at the kernel's position, line `number` of the source, and advances past it. */
  read(number: number, zero: ZeroRule): Outcome {
    const kernel = this.#kernel
    const end = kernel.text.indexOf(NEWLINE, kernel.at)
    this.#line.set(kernel.text.subarray(kernel.at, end), number)
    const outcome = this.#readLine(zero)
    if (outcome === 'counts from 0') return outcome
    kernel.at = end + 1
    kernel.line++
    return outcome
  }

  #readLine(zero: ZeroRule): Outcome {
    const line = this.#line
    const from = line.skipBlanks(0)
    if (line.isOver(from)) return 'blank'
    const end = line.wordEnd(from)
    line.checkText(from, end)
    // A line that starts with a feature has no label.
    const to = this.#multiLabel && line.bytes.subarray(from, end).includes(COLON) ? from : end
    const label = this.#readLabel(from, to)
    const { rows, labels, lines, labelsOnly } = this.#kernel
    const entries = labelsOnly ? 0 : this.#readFeatures(to, zero)
    if (entries < 0) return 'counts from 0'
    labels[rows.length] = label
    lines[rows.length] = this.#kernel.line
    rows.length++
    rows.starts[rows.length] = entries
    return 'row'
  }

  #readLabel(from: number, to: number): number {
    const line = this.#line
    if (from === to) return this.#names.add('', line.position(from))
    if (!this.#multiLabel && line.bytes.subarray(from, to).includes(COMMA))
      line.fail('labels/several', from, { found: line.quote(from, to) })
    return readLabel(line, from, to, this.#names, this.#kernel.spellings)
  }

  /** Appends the features after the last row; returns their end, or −1 if the file counts from 0. */
  #readFeatures(from: number, zero: ZeroRule): number {
    const line = this.#line
    const { rows, shift } = this.#kernel
    let entries = rows.entries
    let previous = 0
    for (let at = line.skipBlanks(from); !line.isOver(at); ) {
      const end = line.featureEnd(at)
      line.checkText(at, end)
      const colon = line.latin.indexOf(':', at)
      if (colon < 0 || colon >= end) line.fail('libsvm/colon-missing', at, { found: line.quote(at, end) })
      if (line.latin.slice(at, colon) === 'qid') this.#checkQuery(at, colon, end)
      else {
        const written = this.#readIndex(at, colon, end)
        if (written === 0 && previous === 0) {
          if (zero === 'decides') return -1
          if (zero === 'late') line.fail('libsvm/index-zero-late', at)
          if (zero === 'refused') line.fail('libsvm/index-zero', at)
        }
        if (written + shift <= previous) this.#failOrder(at, written, previous - shift)
        previous = written + shift
        rows.index[entries] = previous
        rows.value[entries] = this.#readValue(colon + 1, end, written)
        entries++
      }
      at = line.skipBlanks(end)
    }
    return entries
  }

  #readIndex(from: number, to: number, end: number): number {
    const line = this.#line
    const text = line.latin.slice(from, to)
    const { shift } = this.#kernel
    const most = MAX_INDEX - shift
    const index = /^\d+$/.test(text) ? Number(text) : -1
    if (index >= 0 && index <= most) return index
    if (text === '') line.fail('libsvm/index-missing', from, { found: line.quote(from, end) })
    const details = { found: line.quote(from, to), least: 1 - shift, most }
    if (index > most) line.fail('libsvm/index-large', from, details)
    if (/^-\d+$/.test(text)) line.fail('libsvm/index-negative', from, details)
    return line.fail('libsvm/index-malformed', from, details)
  }

  #readValue(from: number, to: number, index: number): number {
    const line = this.#line
    const text = line.latin.slice(from, to)
    if (text === '') line.fail('libsvm/value-missing', from, { index })
    const value = decimal(text)
    if (Math.abs(value) <= MAX_VALUE) return value
    const details = { found: line.quote(from, to) }
    if (!Number.isNaN(value)) line.fail('libsvm/value-large', from, details)
    if (/^[+-]?nan/i.test(text)) line.fail('libsvm/value-nan', from, details)
    if (/^[+-]?inf(inity)?$/i.test(text)) line.fail('libsvm/value-infinite', from, details)
    return line.fail('libsvm/value-malformed', from, details)
  }

  #checkQuery(from: number, colon: number, to: number): void {
    if (!/^\d+$/.test(this.#line.latin.slice(colon + 1, to)))
      this.#line.fail('libsvm/qid', from, { found: this.#line.quote(from, to) })
  }

  #failOrder(at: number, found: number, previous: number): never {
    if (found === previous) this.#line.fail('libsvm/index-duplicate', at, { found })
    return this.#line.fail('libsvm/index-descending', at, { found, previous })
  }
}
