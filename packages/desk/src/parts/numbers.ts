import { EARLY_ANSWERS } from '@askance/core/internals'
import { say } from '../words/say.js'

/** No estimate is shown for fewer labels. */
export const MIN_LABELS = EARLY_ANSWERS

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a count with thousands separators. */
export const formatCount = (value: number): string => whole.format(value)

/**
 * Formats a share in percent with one decimal.
 *
 * @example
 * formatPercent(0.97132) // => '97.1'
 */
export const formatPercent = (share: number): string => one.format(100 * share)

/** An estimate with its interval. */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/**
 * Formats a difference in points, with a proper minus sign.
 *
 * @example
 * formatPoints(-0.0231) // => '−2.3'
 */
export const formatPoints = (difference: number): string => one.format(100 * difference).replace('-', '−')

/** Half-width below which "no difference" is a finding. */
const CLOSE = 0.02

/**
 * Classifies a difference: ahead or behind only if the interval excludes 0, none only if it is narrow.
 *
 * @example
 * classifyDifference({ low: 0.01, high: 0.2 }) // => 'ahead'
 * classifyDifference({ low: -0.01, high: 0.2 }) // => 'unclear'
 */
export const classifyDifference = ({
  low,
  high,
}: Pick<Interval, 'low' | 'high'>): 'ahead' | 'behind' | 'none' | 'unclear' => {
  if (low > 0) return 'ahead'
  if (high < 0) return 'behind'
  return high - low <= 2 * CLOSE ? 'none' : 'unclear'
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Formats a duration.
 *
 * @example
 * formatDuration(4_000) // => '4 s'
 * formatDuration(59_700) // => '1 min'
 * formatDuration(7_500_000) // => '2 h'
 */
export const formatDuration = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return say('common.seconds', { count: seconds })
  const minutes = Math.round(milliseconds / MINUTE)
  if (minutes < 60) return say('common.minutes', { count: minutes })
  const hours = Math.round(milliseconds / HOUR)
  if (hours < 48) return say('common.hours', { count: hours })
  return say('common.days', { count: Math.round(milliseconds / DAY) })
}

/**
 * Formats a probability. One above 0 is never shown as 0.
 *
 * @example
 * [0.5, 0.0125, 1 / 3200, 0].map(formatProbability) // => ['0.50', '0.013', '0.0003', '0.00']
 */
export const formatProbability = (value: number): string => {
  if (value > 0 && value < 0.0005) return value.toPrecision(1)
  return value > 0 && value < 0.02 ? value.toFixed(3) : value.toFixed(2)
}
