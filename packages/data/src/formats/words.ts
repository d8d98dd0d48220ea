import { MAX_VALUE } from '@askance/core/internals'
import { decimal, quoted } from '../libsvm/text.js'

const utf8 = new TextEncoder()

/** The text for an error message: quoted, not too long. */
export const shown = (text: string): string => quoted(utf8.encode(text.slice(0, 200)))

/** The column of a place in a line, in characters, from 1. */
export const columnOf = (line: string, at: number): number => {
  let column = 1
  for (let k = 0; k < at; k++) if (!isSecondHalf(line.charCodeAt(k))) column++
  return column
}

/** Characters outside the basic plane are two units, and count once. */
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const SPACE = 0x20
const NINE = 0x39

/** The decimal number that the text is, blanks around it aside; NaN where it is none or out of bounds. */
export const numberOf = (text: string): number => {
  const value = Number(text)
  if (!(Math.abs(value) <= MAX_VALUE)) return Number.NaN
  // `Number` also reads nothing as 0, and "0x1f": all that begins unlike a decimal number is looked at closely.
  const isUsual = text.charCodeAt(0) > SPACE && !(text.charCodeAt(1) > NINE)
  return isUsual ? value : decimal(text.trim())
}

/** Shorter parts of a string are copies anyway. */
const SLICED_FROM = 13

/** A copy that does not hold on to the block of text it was cut from: what is cut from a joined text was copied first. */
export const detached = (text: string): string => (text.length < SLICED_FROM ? text : ` ${text}`.slice(1))

const MAX_INTERNED = 4096

/** One copy of each of a few strings that come again and again. */
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
