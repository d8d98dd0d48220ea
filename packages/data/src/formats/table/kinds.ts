import type { Column } from '../../items/item.js'
import { numberOf } from '../words.js'

/** How a missing number is written. Nothing at all is missing in every column. */
const MISSING_NUMBERS = new Set(['', '?', 'NA', 'N/A', 'NaN', 'nan', 'null'])

export const isMissingNumber = (text: string): boolean => MISSING_NUMBERS.has(text.trim())

/** Categories are shorter than this, and few. */
const LONGEST_CATEGORY = 64
const FEW = 20
const FEW_SHARE = 0.1

/** What a column is, by its first values: all numbers; long, or many with blanks in them: text; else categories. */
export const kindOf = (values: readonly string[]): Column['kind'] => {
  const present = values.filter((value) => !isMissingNumber(value))
  if (present.length === 0) return 'category'
  if (present.every((value) => !Number.isNaN(numberOf(value)))) return 'number'
  const filled = values.filter((value) => value !== '')
  if (filled.some((value) => value.length > LONGEST_CATEGORY)) return 'text'
  const different = new Set(filled).size
  const isFew = different <= Math.max(FEW, FEW_SHARE * filled.length)
  const blanks = filled.filter((value) => /\S\s+\S/.test(value)).length
  return !isFew && 2 * blanks > filled.length ? 'text' : 'category'
}
