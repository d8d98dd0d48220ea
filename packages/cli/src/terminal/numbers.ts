const grouping = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** 60000 → 60,000. */
export const count = (value: number): string => grouping.format(value)

/** One of it, or so many: 1 item, 60,000 items. */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/** A fraction in per cent: 0.0502 → 5.02 %. */
export const percent = (fraction: number, digits = 2): string => `${(100 * fraction).toFixed(digits)} %`

/** A share at the precision it deserves: 5 %, 0.12 %, 0.0034 %. */
export const share = (fraction: number): string => `${significant(100 * fraction, 3)} %`

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
