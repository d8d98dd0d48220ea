import { studentInverse } from './distributions.js'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** Statistics of a sample; those that need two values are undefined for one. */
export interface Description {
  readonly count: number
  readonly mean: number
  readonly median: number
  readonly deviation: number | undefined
  readonly error: number | undefined
  readonly interval: Interval | undefined
}

/**
 * The arithmetic mean. A second pass adds the mean of the residuals, so that the mean of equal values is
 * that value, and a large common offset costs no digits.
 *
 * @example
 * mean([1, 2, 6]) // => 3
 */
export const mean = (values: readonly number[]): number => {
  if (values.length === 0) throw new RangeError('The mean of no values was asked for.')
  const rough = sumOf(values) / values.length
  const left = sumOf(values.map((value) => value - rough)) / values.length
  return Number.isFinite(left) ? rough + left : rough
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * The standard deviation of a sample, √(Σ (x − x̄)² / (n − 1)); undefined with fewer than two values. The largest
 * deviation is taken out before squaring, so that huge values do not overflow, and what the rounding of x̄ adds is
 * subtracted (Chan, Golub & LeVeque 1983, "Algorithms for computing the sample variance", American Statistician 37/3).
 *
 * @example
 * standardDeviation([1, 2, 3]) // => 1
 * standardDeviation([1]) // => undefined
 */
export const standardDeviation = (values: readonly number[]): number | undefined => {
  if (values.length < 2) return undefined
  const center = mean(values)
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value - center)), 0)
  if (scale === 0) return 0
  const away = values.map((value) => (value - center) / scale)
  const squares = sumOf(away.map((one) => one * one)) - sumOf(away) ** 2 / values.length
  return scale * Math.sqrt(squares / (values.length - 1))
}

/**
 * The standard error of the mean, s / √n; undefined with fewer than two values.
 *
 * @example
 * standardError([1, 2, 3, 4]) // => 0.6454972243679028
 */
export const standardError = (values: readonly number[]): number | undefined => {
  const deviation = standardDeviation(values)
  return deviation === undefined ? undefined : deviation / Math.sqrt(values.length)
}

/**
 * The median; for an even number of values, the mean of the two in the middle.
 *
 * @example
 * median([5, 1, 2]) // => 2
 * median([4, 1, 2, 9]) // => 3
 */
export const median = (values: readonly number[]): number => {
  if (values.length === 0) throw new RangeError('The median of no values was asked for.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : mean(sorted.slice(middle - 1, middle + 1))
}

/**
 * The confidence interval of the mean at `level`: x̄ ± t · s / √n with the quantile t of Student's
 * distribution of n − 1 degrees (Student 1908, "The probable error of a mean", Biometrika 6/1). Undefined with fewer
 * than two values.
 *
 * @example
 * meanInterval([1, 2, 3]) // => { low: -0.4841377118, high: 4.4841377117 }
 */
export const meanInterval = (values: readonly number[], level = 0.95): Interval | undefined => {
  const error = standardError(values)
  if (error === undefined) return undefined
  const center = mean(values)
  const reach = error === 0 ? 0 : -studentInverse((1 - level) / 2, values.length - 1) * error
  return { low: center - reach, high: center + reach }
}

/**
 * All statistics of one sample.
 *
 * @example
 * describeSample([4, 4]) // => { count: 2, mean: 4, median: 4, deviation: 0, error: 0, interval: { low: 4, high: 4 } }
 */
export const describeSample = (values: readonly number[], level = 0.95): Description => ({
  count: values.length,
  mean: mean(values),
  median: median(values),
  deviation: standardDeviation(values),
  error: standardError(values),
  interval: meanInterval(values, level),
})
