import { numberOf } from '../words.js'
import type { NumberStyle } from './roles.js'

/** Spellings of a missing number. An empty field is missing in every column. */
const MISSING_NUMBERS = new Set([
  ...['', '?', '-', '--', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NAN', 'null', 'NULL', 'None'],
  ...['n.a.', 'N.A.', 'k.A.', 'k. A.', '#DIV/0!', '#VALUE!', '#REF!', '#NUM!'],
])

const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|JPY|CNY|INR|AUD|CAD|BRL|Fr\.|Rs\.?|kr\.?|zł|Kč)`
const SIGN = '[+\\-−]'
const BEFORE = new RegExp(`^(${SIGN}?)\\s?${CURRENCY}\\s?(${SIGN}?)(?=\\d)`, 'u')
const AFTER = new RegExp(`(?<=[\\d-])\\s?(?:${CURRENCY}|%)$`, 'u')
/** `1.299 €` in a file with semicolons; elsewhere it may be a price with three decimals. */
const GROUPED_EUROS = /^[^,]*\d\.\d{3}\s?(?:€|EUR)$/
const ENGLISH = /^[+\-−(]?[A-Z]{0,3}[$£₹]\d/
const BRACKETED = /^\(([^()+\-−]*\d[^()]*)\)$/
const ENDS_WITH_SIGN = /^(\d.*?)\s?[-−]$/

/** A number without its currency or percent sign, and with its minus sign first, as in `-$5`, `$-5`, `(5 €)` and `5,00- EUR`. */
const withoutUnit = (text: string): string =>
  text
    .trim()
    .replace(BRACKETED, '-$1')
    .replace(BEFORE, '$1$2')
    .replace(AFTER, '')
    .replace(ENDS_WITH_SIGN, '-$1')
    .replace('−', '-')

const SIGN_ALONE = /^(?:\p{Sc}\s?)?-?(?:\s?(?:\p{Sc}|%))?$/u

export const isMissingNumber = (text: string): boolean => {
  const trimmed = text.trim()
  return MISSING_NUMBERS.has(trimmed) || SIGN_ALONE.test(trimmed)
}

const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:[. '’\u00a0\u202f\u2009]\d{3})+)(?:,\d+)?$/
const THOUSANDS =
  /^[+-]?(?:\d+|\d{1,3}(?:[, '’\u00a0\u202f\u2009]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/
const GROUPS = /[. '’\u00a0\u202f\u2009]/g
const ENGLISH_GROUPS = /[, '’\u00a0\u202f\u2009]/g
/** A point after a comma, or before other than three digits, is a decimal point. */
const DECIMAL_POINT = /,.*\.|\.(?!\d{3}$)/

/**
 * Parses a number in a style, with or without a currency or percent sign; NaN if it is invalid.
 *
 * @example
 * parsedNumber('1.234,56', 'comma') // => 1234.56
 * parsedNumber('1,234.5', 'thousands') // => 1234.5
 * parsedNumber('12.50 €', 'plain') // => 12.5
 * parsedNumber('-$1,299.50', 'thousands') // => -1299.5
 * parsedNumber('1,5', 'plain') // => Number.NaN
 */
export const parsedNumber = (text: string, style: NumberStyle): number => {
  const value = bareNumber(text, style)
  return Number.isNaN(value) ? bareNumber(withoutUnit(text), style) : value
}

const bareNumber = (text: string, style: NumberStyle): number => {
  if (style === 'plain') return numberOf(text)
  const trimmed = text.trim()
  if (style === 'comma')
    return COMMA.test(trimmed) ? numberOf(trimmed.replace(GROUPS, '').replace(',', '.')) : numberOf(text)
  return THOUSANDS.test(trimmed) ? numberOf(trimmed.replace(ENGLISH_GROUPS, '')) : numberOf(text)
}

/** The style in which all values are numbers; undefined if there is none. Missing values are not among them. */
export const numberStyleOf = (present: readonly string[], delimiter?: string): NumberStyle | undefined => {
  const isPlain = present.every((value) => !Number.isNaN(parsedNumber(value, 'plain')))
  const isEuros = delimiter === ';' && present.some((value) => GROUPED_EUROS.test(value.trim()))
  if (isPlain && !isEuros) return 'plain'
  const bare = present.map(withoutUnit)
  // A comma before three digits is ambiguous. In a file whose fields are separated by semicolons it is a decimal comma.
  const isEnglish =
    delimiter !== ';' || bare.some((value) => DECIMAL_POINT.test(value)) || present.every(isEnglishPrice)
  if (isEnglish && bare.every((value) => THOUSANDS.test(value))) return 'thousands'
  if (bare.every((value) => COMMA.test(value))) return 'comma'
  return isPlain ? 'plain' : undefined
}

const isEnglishPrice = (text: string): boolean => ENGLISH.test(text.trim())
