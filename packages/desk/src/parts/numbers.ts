import { say } from '../words/say.js'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count, with commas. */
export const counted = (value: number): string => whole.format(value)

/**
 * A share in percent, with one decimal.
 *
 * @example
 * inPercent(0.97132) // => '97.1'
 */
export const inPercent = (share: number): string => one.format(100 * share)

/** An estimate and what it may be. */
export interface Band {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** What is left over by adding in binary is no reason to round up. */
const NOISE = 1e-9

/**
 * Half the width of a band in percent, rounded up: what is said is never narrower than what is known.
 *
 * @example
 * reachOf({ value: 0.97, low: 0.9621, high: 0.978 }) // => '0.8'
 * reachOf({ value: 0.02, low: 0.014, high: 0.032 }) // => '0.9'
 */
export const reachOf = ({ low, high }: Band): string => one.format(Math.ceil(500 * (high - low) - NOISE) / 10)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long something took or is ago, as people say it.
 *
 * @example
 * duration(4_000) // => '4 s'
 * duration(7_500_000) // => '2 h'
 */
export const duration = (milliseconds: number): string => {
  if (milliseconds < MINUTE)
    return say('common.seconds', { count: Math.max(0, Math.round(milliseconds / 1000)) })
  if (milliseconds < HOUR) return say('common.minutes', { count: Math.round(milliseconds / MINUTE) })
  if (milliseconds < 2 * DAY) return say('common.hours', { count: Math.round(milliseconds / HOUR) })
  return say('common.days', { count: Math.round(milliseconds / DAY) })
}

/** A probability with as many digits as it needs. */
export const probability = (value: number): string =>
  value > 0 && value < 0.02 ? value.toFixed(3) : value.toFixed(2)
