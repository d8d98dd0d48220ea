import { numberOf } from '../words.js'
import type { NumberStyle } from './roles.js'

/** Spellings of a missing number. An empty field is missing in every column. */
const MISSING_NUMBERS = new Set([
  ...['', '?', '-', '--', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NAN', 'null', 'NULL', 'None'],
  ...['n.a.', 'N.A.', 'k.A.', 'k. A.', '#DIV/0!', '#VALUE!', '#REF!', '#NUM!'],
])

const UNIT = /^[€$£¥]\s?|\s?[€$£¥%]$/

const withoutUnit = (text: string): string => text.trim().replace(UNIT, '')

export const isMissingNumber = (text: string): boolean =>
  MISSING_NUMBERS.has(text.trim()) || MISSING_NUMBERS.has(withoutUnit(text))

const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:[. '\u00a0\u202f]\d{3})+)(?:,\d+)?$/
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^[+-]?\d+(?:\.\d+)?$/
const GROUPS = /[. '\u00a0\u202f]/g

/**
 * Parses a number in a style, with or without a currency or percent sign; NaN if it is invalid.
 *
 * @example
 * parsedNumber('1.234,56', 'comma') // => 1234.56
 * parsedNumber('1,234.5', 'thousands') // => 1234.5
 * parsedNumber('12.50 €', 'plain') // => 12.5
 * parsedNumber('1,5', 'plain') // => Number.NaN
 */
export const parsedNumber = (text: string, style: NumberStyle): number => {
  const value = bareNumber(text, style)
  return Number.isNaN(value) && UNIT.test(text.trim()) ? bareNumber(withoutUnit(text), style) : value
}

const bareNumber = (text: string, style: NumberStyle): number => {
  if (style === 'plain') return numberOf(text)
  const trimmed = text.trim()
  if (style === 'comma')
    return COMMA.test(trimmed) ? numberOf(trimmed.replace(GROUPS, '').replace(',', '.')) : numberOf(text)
  return THOUSANDS.test(trimmed) ? numberOf(trimmed.replaceAll(',', '')) : numberOf(text)
}

/** The style in which all values are numbers; undefined if there is none. Missing values are not among them. */
export const numberStyleOf = (present: readonly string[], delimiter?: string): NumberStyle | undefined => {
  if (present.every((value) => !Number.isNaN(parsedNumber(value, 'plain')))) return 'plain'
  const trimmed = present.map(withoutUnit)
  const isComma = trimmed.every((value) => COMMA.test(value))
  // A comma before three digits is ambiguous, except in a file whose fields are separated by semicolons.
  if (delimiter !== ';' && trimmed.every((value) => THOUSANDS.test(value))) return 'thousands'
  return isComma ? 'comma' : undefined
}
