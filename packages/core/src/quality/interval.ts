import { normalQuantile } from '../normal.js'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** An estimate with two intervals of the same level. */
export interface Estimate {
  /** undefined without a relevant answer. */
  readonly value: number | undefined
  /** Set while no answer was about the class: the value is what the confidence of the predictions says. */
  readonly fromConfidence?: boolean
  /** Valid at all times simultaneously: you may look at any time and act on it. */
  readonly anyTime: Interval
  /** Valid at one time fixed in advance: narrower, but invalid if you stop at a favourable moment. */
  readonly fixedTime: Interval
}

/** Known to be 0. */
export const ZERO: Estimate = { value: 0, anyTime: { low: 0, high: 0 }, fixedTime: { low: 0, high: 0 } }

/** An estimate whose value and bounds are changed by functions. */
export const mapped = (
  { value, anyTime, fixedTime, fromConfidence }: Estimate,
  change: (value: number) => number,
  interval: (interval: Interval) => Interval,
): Estimate => ({
  value: value === undefined ? undefined : change(value),
  anyTime: interval(anyTime),
  fixedTime: interval(fixedTime),
  ...(fromConfidence && { fromConfidence }),
})

/**
 * The estimate of `whole` − x from that of x.
 *
 * @example
 * complement({ value: 0.1, anyTime: { low: 0, high: 0.5 }, fixedTime: { low: 0, high: 0.25 } }).anyTime // => { low: 0.5, high: 1 }
 */
export const complement = (estimate: Estimate, whole = 1): Estimate =>
  mapped(
    estimate,
    (value) => whole - value,
    ({ low, high }) => ({ low: whole - high, high: whole - low }),
  )

/** At this many effective answers the boundary is the lowest, in units of the standard error. */
const SHARPEST = 100

/**
 * How many standard errors an interval that holds at all times reaches: Robbins' normal mixture, as in the asymptotic
 * confidence sequences of I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas (2024, Time-uniform central
 * limit theory and asymptotic confidence sequences, Annals of Statistics 52, 2613–2640), which allow means that change
 * along the stream:
 *
 * > √(2(1 + 1/(nρ²)) · log(√(nρ² + 1)/α)), ρ² = (−2 log α + log(1 − 2 log α))/n*,
 *
 * n the effective answers, n* where it is to be the sharpest.
 *
 * @example
 * anyTimeReach(100, 0.95) // => 3.0352089904
 * anyTimeReach(10000, 0.95) > 3.5 // => true
 */
export const anyTimeReach = (answers: number, level: number): number => {
  const α = 1 - level
  const x = (answers / SHARPEST) * (-2 * Math.log(α) + Math.log(1 - 2 * Math.log(α)))
  return Math.sqrt(2 * (1 + 1 / x) * Math.log(Math.sqrt(x + 1) / α))
}

/** How many standard errors an interval for one fixed time reaches. */
export const fixedTimeReach = (level: number): number => normalQuantile((1 + level) / 2)

/**
 * The interval of a share (E. B. Wilson 1927, JASA 22, 209–212), r of n:
 *
 * > (r + z²/2n ± z·√(r(1 − r)/n + z²/4n²))/(1 + z²/n)
 *
 * @example
 * wilson(0.5, 4, 2).low // => 0.14644660940672624
 */
export const wilson = (value: number, n: number, z: number): Interval => {
  const middle = value + (z * z) / (2 * n)
  const reach = z * Math.sqrt((value * (1 - value)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { low: (middle - reach) / scale, high: (middle + reach) / scale }
}

/**
 * The share of cases that are so, from a uniform sample of them.
 *
 * @example
 * shareEstimate(18, 20).fixedTime.high // => 0.9721335187862318
 */
export const shareEstimate = (yes: number, cases: number, level = 0.95): Estimate => {
  if (cases === 0) return { value: undefined, anyTime: { low: 0, high: 1 }, fixedTime: { low: 0, high: 1 } }
  const value = yes / cases
  return {
    value,
    anyTime: wilson(value, cases, anyTimeReach(cases, level)),
    fixedTime: wilson(value, cases, fixedTimeReach(level)),
  }
}

/** How far the middle of an interval moves towards the longer tail, in units of κ₃/κ₂. */
const shiftAt = (z: number): number => (2 * z * z + 1) / 6

/**
 * How many made-up errors widen an interval: c with z√c + (2z² + 1)/6 = log(2/α), so that the upper bound without a
 * single error is the exact one of a Poisson count ("rule of three"). 1.31 at 95 %.
 */
export const madeUp = (level: number): number => {
  const z = fixedTimeReach(level)
  return ((Math.log(2 / (1 - level)) - shiftAt(z)) / z) ** 2
}

/** The interval cut to what is possible, and never without the estimate itself. */
export const within = ({ low, high }: Interval, value: number, least: number, most: number): Interval => ({
  low: Math.max(least, Math.min(value, low)),
  high: Math.min(most, Math.max(value, high)),
})
