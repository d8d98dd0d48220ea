import { type Interval, mean, meanInterval, standardError } from './describe.js'
import { studentTwoSided } from './student.js'

export interface PairedT {
  readonly t: number
  readonly df: number
  /** Two-sided. */
  readonly p: number
  /** Of the first minus the second. */
  readonly meanDifference: number
  readonly interval: Interval
}

/**
 * Student's test of paired values: t = d̄ / (s_d / √n) with n − 1 degrees, d the differences (Student 1908, "The
 * probable error of a mean", Biometrika 6/1). Undefined with fewer than two pairs, for one difference has no spread.
 * Where all differences are equal the spread is zero: p is 1 if they are 0 and 0 if they are not.
 *
 * @example
 * pairedT([5, 7, 9], [4, 5, 6])?.t // => 3.4641016151377553
 * pairedT([1, 2], [1, 2])?.p // => 1
 * pairedT([1], [2]) // => undefined
 */
export const pairedT = (
  first: readonly number[],
  second: readonly number[],
  level = 0.95,
): PairedT | undefined => {
  const differences = pairedDifferences(first, second)
  const interval = meanInterval(differences, level)
  const error = standardError(differences)
  if (interval === undefined || error === undefined) return undefined
  const df = differences.length - 1
  const meanDifference = mean(differences)
  const same = differences.every((one) => one === differences[0])
  const t = same ? farOrZero(meanDifference) : meanDifference / error
  return { t, df, p: studentTwoSided(t, df), meanDifference, interval }
}

const farOrZero = (difference: number): number =>
  difference === 0 ? 0 : Math.sign(difference) * Number.POSITIVE_INFINITY

/**
 * First minus second, pair by pair.
 *
 * @example
 * pairedDifferences([3, 2], [1, 5]) // => [2, -3]
 */
export const pairedDifferences = (first: readonly number[], second: readonly number[]): number[] => {
  if (first.length !== second.length)
    throw new RangeError(`Pairs were expected, but there are ${first.length} and ${second.length} values.`)
  return first.map((value, k) => value - second[k]!)
}
