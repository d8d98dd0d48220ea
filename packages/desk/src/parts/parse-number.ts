/**
 * Parses a typed number with optional thousands separators, or returns NaN. A decimal comma is rejected
 * instead of guessed.
 *
 * @example
 * parseNumber(' 1,000 ') // => 1000
 * parseNumber('0.5') // => 0.5
 * parseNumber('0,5') // => NaN
 */
export const parseNumber = (text: string): number => {
  const given = text.trim()
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(given)) return Number(given.replaceAll(',', ''))
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(given) ? Number(given) : Number.NaN
}
