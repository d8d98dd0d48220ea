import type { Position } from '@askance/core'
import { HASH, RETURN, SPACE, TAB } from '../characters.js'
import { dataError, type dataErrorTable } from '../errors.js'
import { latin, quoted } from './text.js'

/** One line of the text, with the means to walk through it and to say what is wrong where. */
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

  /** Where the first byte from `at` on stands that is no blank. */
  skipBlanks(at: number): number {
    while (at < this.bytes.length && isBlank(this.bytes[at]!)) at++
    return at
  }

  /** Where the word at `at` ends. */
  wordEnd(at: number): number {
    while (at < this.bytes.length && !isBlank(this.bytes[at]!)) at++
    return at
  }

  /** Where the feature at `at` ends; a comment need not be set off by a blank. */
  featureEnd(at: number): number {
    while (at < this.bytes.length && !isBlank(this.bytes[at]!) && this.bytes[at] !== HASH) at++
    return at
  }

  /** Is there nothing more, or only a comment? */
  isOver(at: number): boolean {
    return at >= this.bytes.length || this.bytes[at] === HASH
  }

  /** What no word may contain. */
  checkText(from: number, to: number): void {
    const nul = this.latin.slice(from, to).indexOf('\0')
    if (nul >= 0) this.fail('libsvm/binary', from + nul)
  }

  /** The bytes as a message shows them. */
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
