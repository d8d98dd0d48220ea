import type { Item } from '../../items/item.js'
import type { Mark } from '../murmur3.js'
import type { Tokens } from '../tokens.js'

/** Takes a text apart. `mark` tells the text columns of a table apart. */
export type Preset = (tokens: Tokens, text: string, mark?: Mark, meta?: Item['meta']) => void

/** The power of two below a size: 0, 1, 2 for 2 and 3, 3 for 4 to 7, and so on. */
export const magnitude = (size: number): string => String(32 - Math.clz32(size))

/** A share in tenths, rounded down. */
export const tenths = (part: number, whole: number): string =>
  String(whole === 0 ? 0 : Math.floor((10 * part) / whole))

export const countOf = (text: string, pattern: RegExp): number => {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) count++
  return count
}
