import { say } from '../words/say.js'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count, with commas. */
export const formatCount = (value: number): string => whole.format(value)

/**
 * A share in percent, with one decimal.
 *
 * @example
 * formatPercent(0.97132) // => '97.1'
 */
export const formatPercent = (share: number): string => one.format(100 * share)

/** An estimate and what it may be. */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** What is left over by adding in binary is no reason to round up. */
const NOISE = 1e-9

/**
 * How far a band reaches on its longer side, in percent, rounded up: intervals are seldom even, and what is said is never
 * narrower than what is known.
 *
 * @example
 * formatHalfWidth({ value: 0.9, low: 0.8381, high: 0.92 }) // => '6.2'
 */
export const formatHalfWidth = ({ value, low, high }: Interval): string =>
  one.format(Math.max(0, Math.ceil(1000 * Math.max(value - low, high - value) - NOISE)) / 10)

/** Of a wider band the ends are said: its middle with a reach would sound as if something were known. */
const WIDE = 0.2

export const isWide = ({ low, high }: Interval): boolean => high - low > WIDE + NOISE

/**
 * How certain a share is, to stand behind it.
 *
 * @example
 * formatUncertainty({ value: 0.97, low: 0.96, high: 0.98 }) // => '± 1.0'
 * formatUncertainty({ value: 0.88, low: 0.384, high: 1 }) // => 'between 38 and 100 %'
 */
export const formatUncertainty = (band: Interval): string =>
  isWide(band)
    ? say('common.range', {
        low: whole.format(Math.floor(100 * band.low + NOISE)),
        high: whole.format(Math.ceil(100 * band.high - NOISE)),
      })
    : say('common.plusMinus', { reach: formatHalfWidth(band) })

/**
 * A share and how certain it is; of a wide band only between what it lies.
 *
 * @example
 * formatShare({ value: 0.97, low: 0.96, high: 0.98 }) // => '97.0 % ± 1.0'
 * formatShare({ value: 0.88, low: 0.384, high: 1 }) // => 'between 38 and 100 %'
 */
export const formatShare = (band: Interval): string =>
  isWide(band)
    ? formatUncertainty(band)
    : `${say('common.percent', { value: formatPercent(band.value) })} ${formatUncertainty(band)}`

/**
 * A difference of shares in points, with a minus that is as wide as a plus.
 *
 * @example
 * formatPoints(-0.0231) // => '−2.3'
 */
export const formatPoints = (difference: number): string => one.format(100 * difference).replace('-', '−')

/** Nothing is said about how good a stream is before so many labels: intervals would be wider than what there is to say. */
export const MIN_LABELS = 20

/** Closer than this to the truth, that nothing is seen means that there is nothing. */
const CLOSE = 0.02

/**
 * What a difference shows: ahead or behind only where the whole band is, and nothing only where it is narrow.
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
 * How long something took or is ago, as people say it.
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

/** A probability with as many digits as it needs. */
export const formatProbability = (value: number): string =>
  value > 0 && value < 0.02 ? value.toFixed(3) : value.toFixed(2)
