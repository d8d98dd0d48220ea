/** Digits in groups of three before the point; what is no plain number stays as it is. */
export const thousands = (text: string): string => {
  const [whole = '', rest] = text.split('.')
  const head = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest === undefined ? head : `${head}.${rest}`
}

/** With a true minus sign in place of a hyphen. */
export const withMinus = (text: string): string => text.replace('-', '−')

/**
 * A whole number with its thousands apart.
 *
 * @example
 * count(60000) // => '60,000'
 */
export const count = (value: number): string => thousands(String(Math.round(value)))

/**
 * One of it, or so many.
 *
 * @example
 * counted(1, 'item') // => '1 item'
 * counted(60000, 'item') // => '60,000 items'
 */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/**
 * With so many digits behind the point, a true minus sign, and no sign before a zero.
 *
 * @example
 * fixed(-1.25, 1) // => '−1.3'
 * fixed(-0.001, 1) // => '0.0'
 */
export const fixed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/**
 * A fraction in percent with a fixed number of digits.
 *
 * @example
 * percent(0.0502) // => '5.02 %'
 */
export const percent = (fraction: number, digits = 2): string => `${(100 * fraction).toFixed(digits)} %`

/**
 * A fraction in percent at the precision it deserves.
 *
 * @example
 * share(0.05) // => '5 %'
 * share(0.1417) // => '14.2 %'
 * share(0.0012345) // => '0.123 %'
 */
export const share = (fraction: number): string => `${significant(100 * fraction, 3)} %`

/**
 * A difference of fractions in percentage points, with its sign unless it rounds to zero.
 *
 * @example
 * points(0.0123) // => '+1.2'
 * points(-0.0123) // => '−1.2'
 */
export const points = (difference: number, digits = 1): string => {
  const text = fixed(100 * difference, digits)
  return difference > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** With so many digits in all, and no zeros at the end. */
export const significant = (value: number, digits = 4): string => String(Number(value.toPrecision(digits)))

/** With a sign and so many digits in all: +0.1234. */
export const signed = (value: number, digits = 4): string =>
  `${value < 0 ? '' : '+'}${value.toPrecision(digits)}`

/**
 * Seconds as people say them.
 *
 * @example
 * duration(0.4217) // => '0.42 s'
 * duration(125) // => '2 min 05 s'
 * duration(3780) // => '1 h 03 min'
 */
export const duration = (seconds: number): string => {
  if (seconds < 10) return `${seconds.toFixed(2)} s`
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const padded = (value: number): string => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${padded(whole % 60)} s`
  return `${Math.floor(whole / 3600)} h ${padded(Math.floor((whole % 3600) / 60))} min`
}

/** Items a second, without a division by nothing. */
export const rate = (items: number, seconds: number): string => count(items / Math.max(seconds, 1e-6))

/**
 * A list in words.
 *
 * @example
 * listed(['a', 'b', 'c']) // => 'a, b and c'
 */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
