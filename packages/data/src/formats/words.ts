import { MAX_VALUE } from '@askance/core/internals'
import { decimal, quoted } from '../libsvm/text.js'

const utf8 = new TextEncoder()

/** The text for an error message, quoted and shortened. */
export const shown = (text: string): string => quoted(utf8.encode(text.slice(0, 200)))

/** The column of a position in a line, in characters, from 1. */
export const columnOf = (line: string, at: number): number => {
  let column = 1
  for (let k = 0; k < at; k++) if (!isSecondHalf(line.charCodeAt(k))) column++
  return column
}

/** Surrogate pairs are two units but count as one character. */
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const SPACE = 0x20
const NINE = 0x39

/** Parses a decimal number with optional blanks around it; NaN if it is invalid or out of range. */
export const numberOf = (text: string): number => {
  const value = Number(text)
  if (!(Math.abs(value) <= MAX_VALUE)) return Number.NaN
  // `Number` also accepts the empty string and "0x1f", so unusual beginnings are checked.
  const isUsual = text.charCodeAt(0) > SPACE && !(text.charCodeAt(1) > NINE)
  return isUsual ? value : decimal(text.trim())
}

/** Shorter substrings are copies anyway. */
const SLICED_FROM = 13

/** A copy that does not keep the block it was sliced from in memory; slicing a concatenation copies it first. */
export const detached = (text: string): string => (text.length < SLICED_FROM ? text : ` ${text}`.slice(1))

const MAX_INTERNED = 4096

/** Shares one copy of each of a few frequent strings. */
export class Interned {
  readonly #copies = new Map<string, string>()

  of(text: string): string {
    const known = this.#copies.get(text)
    if (known !== undefined) return known
    const copy = detached(text)
    if (this.#copies.size < MAX_INTERNED) this.#copies.set(copy, copy)
    return copy
  }
}
