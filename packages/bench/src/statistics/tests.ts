import { normalCdf } from '@askance/core/internals'
import { type Interval, mean, meanInterval, standardError } from './describe.js'
import { chiSquareSurvival, fSurvival, studentTwoSided } from './distributions.js'

/** Whether a greater or a smaller value is the better one. */
export type Direction = 'up' | 'down'

/**
 * The ranks of a row of values, 1 for the best; equal values share the mean of the ranks they take up together.
 *
 * @example
 * midRanks([0.9, 0.7, 0.9, 0.8]) // => [1.5, 4, 1.5, 3]
 * midRanks([0.9, 0.7, 0.9, 0.8], 'down') // => [3.5, 1, 3.5, 2]
 */
export const midRanks = (values: readonly number[], direction: Direction = 'up'): number[] => {
  if (values.some(Number.isNaN)) throw new RangeError('A value that is not a number has no rank.')
  const sign = direction === 'up' ? -1 : 1
  const order = values.map((_, k) => k).sort((a, b) => sign * compare(values[a]!, values[b]!))
  const ranks = new Array<number>(values.length)
  for (let first = 0; first < order.length; ) {
    let end = first + 1
    while (end < order.length && values[order[end]!] === values[order[first]!]) end++
    for (let k = first; k < end; k++) ranks[order[k]!] = (first + 1 + end) / 2
    first = end
  }
  return ranks
}

/** Not by subtraction, because the difference of two infinities is NaN. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

interface PairedT {
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
 * probable error of a mean", Biometrika 6/1). Undefined with fewer than two pairs.
 * If all differences are equal, p is 1 if they are 0, else 0.
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

/** With more pairs the normal distribution is as good; up to here the counts are exact in a double. */
const MAX_EXACT = 50

interface SignedRank {
  /** The smaller of the two sums of ranks. */
  readonly statistic: number
  /** The number of nonzero differences. */
  readonly n: number
  /** Two-sided. */
  readonly p: number
  readonly method: 'exact' | 'normal'
}

/**
 * Wilcoxon's test of paired values (Wilcoxon 1945, "Individual comparisons by ranking methods", Biometrics Bulletin
 * 1/6). Differences of zero are dropped; the others are ranked by size, equal ones share their mid-rank, and
 * T = min(T⁺, T⁻), where T⁺ and T⁻ are the sums of the ranks of the positive and the negative ones. Differences that
 * rounding alone keeps apart are not equal: round the values first where that matters.
 *
 * The distribution of T is exact up to fifty pairs without zeros and equal sizes. Else T is taken for normal, with mean
 * n(n + 1)/4 and variance n(n + 1)(2n + 1)/24 − Σ (u³ − u)/48 over the groups of u equal sizes (Hollander & Wolfe 1999,
 * Nonparametric Statistical Methods, 3.1); `continuity` moves T by ½ towards the mean. Without a difference p is 1.
 *
 * @example
 * signedRank([5, 7, 9, 8], [4, 5, 6, 4]) // => { statistic: 0, n: 4, p: 0.125, method: 'exact' }
 * signedRank([5, 7, 9, 8], [4, 6, 8, 9]).method // => 'normal'
 */
export const signedRank = (
  first: readonly number[],
  second: readonly number[],
  { continuity = false }: { readonly continuity?: boolean } = {},
): SignedRank => {
  const differences = pairedDifferences(first, second)
  const kept = differences.filter((one) => one !== 0)
  const n = kept.length
  const ranks = midRanks(kept.map(Math.abs), 'down')
  const positive = ranks.reduce((sum, rank, k) => (kept[k]! > 0 ? sum + rank : sum), 0)
  const statistic = Math.min(positive, (n * (n + 1)) / 2 - positive)
  if (n === 0) return { statistic, n, p: 1, method: 'exact' }
  const ties = tieTerm(ranks)
  return ties === 0 && n === differences.length && n <= MAX_EXACT
    ? { statistic, n, p: exact(statistic, n), method: 'exact' }
    : { statistic, n, p: approximate(statistic, n, ties, continuity), method: 'normal' }
}

/** Σ (u³ − u) over the groups of u equal ranks. */
const tieTerm = (ranks: readonly number[]): number => {
  const sizes = new Map<number, number>()
  for (const rank of ranks) sizes.set(rank, (sizes.get(rank) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, u) => sum + (u ** 3 - u), 0)
}

/** Twice the share of the 2ⁿ sets of ranks whose sum is at most T, counted by adding one rank after the other. */
const exact = (statistic: number, n: number): number => {
  const sets = new Float64Array(statistic + 1)
  sets[0] = 1
  for (let rank = 1; rank <= n; rank++)
    for (let sum = statistic; sum >= rank; sum--) sets[sum] = sets[sum]! + sets[sum - rank]!
  return Math.min(1, (2 * sets.reduce((all, some) => all + some, 0)) / 2 ** n)
}

const approximate = (statistic: number, n: number, ties: number, continuity: boolean): number => {
  const below = (n * (n + 1)) / 4 - statistic
  const moved = continuity ? Math.max(0, below - 0.5) : below
  return 2 * normalCdf(-moved / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48))
}

export interface Friedman {
  /** One for each algorithm, 1 at best. */
  readonly averageRanks: readonly number[]
  readonly chiSquare: number
  readonly df: number
  readonly p: number
  /** Undefined, as its p, for a single data set. */
  readonly f: number | undefined
  readonly pF: number | undefined
}

/**
 * Do k algorithms differ over N data sets? Each data set is a row with a value for every algorithm, and ranks them.
 *
 * With A = Σⱼ (Rⱼ − N(k + 1)/2)² of the sums of ranks and V = Σᵢⱼ (rᵢⱼ − (k + 1)/2)² of all ranks,
 * χ² = (k − 1) A / V. Without ties V = N k (k² − 1)/12 and this is 12N/(k(k + 1)) · (Σ R̄ⱼ² − k(k + 1)²/4) (Friedman
 * 1937, "The use of ranks to avoid the assumption of normality", JASA 32/200); with ties it is the standard correction.
 * The less cautious F = (N − 1) χ² / (N(k − 1) − χ²) with k − 1 and (k − 1)(N − 1) degrees (Iman & Davenport 1980,
 * "Approximations of the critical region of the Friedman statistic", Communications in Statistics A 9/6) is
 * (N − 1) A / (NV − A), which needs no rounded χ². Where every row is all ties, p is 1.
 *
 * @example
 * const errors = [[0.1, 0.2, 0.3], [0.2, 0.1, 0.3], [0.1, 0.2, 0.4]]
 * friedman(errors, 'down').averageRanks // => [1.3333333333, 1.6666666667, 3.0]
 * friedman(errors, 'down').chiSquare // => 4.6666666667
 */
export const friedman = (rows: readonly (readonly number[])[], direction: Direction = 'up'): Friedman => {
  const N = rows.length
  const k = rows[0]?.length ?? 0
  if (k < 2) throw new RangeError('A data set and two algorithms are the least that can be compared.')
  if (rows.some((row) => row.length !== k))
    throw new RangeError(`Every data set must have a value for each of the ${k} algorithms.`)
  const ranks = rows.map((row) => midRanks(row, direction))
  const sums = Array.from({ length: k }, (_, j) => ranks.reduce((sum, row) => sum + row[j]!, 0))
  const A = squaresAround((N * (k + 1)) / 2, sums)
  const V = ranks.reduce((sum, row) => sum + squaresAround((k + 1) / 2, row), 0)
  const chiSquare = V === 0 ? 0 : ((k - 1) * A) / V
  const f = V === 0 ? 0 : ((N - 1) * A) / (N * V - A)
  const known = N > 1
  return {
    averageRanks: sums.map((sum) => sum / N),
    chiSquare,
    df: k - 1,
    p: chiSquareSurvival(chiSquare, k - 1),
    f: known ? f : undefined,
    pF: known ? fSurvival(f, k - 1, (k - 1) * (N - 1)) : undefined,
  }
}

const squaresAround = (center: number, values: readonly number[]): number =>
  values.reduce((sum, value) => sum + (value - center) ** 2, 0)

/**
 * p-values adjusted so that comparing each with α keeps the chance of any false alarm below α: of m in ascending
 * order, p̃ᵢ = max over j ≤ i of min(1, (m − j + 1) pⱼ) (Holm 1979, "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6/2). They come back in the order they were given in.
 *
 * @example
 * holm([0.01, 0.04, 0.03]) // => [0.03, 0.06, 0.06]
 */
export const holm = (pValues: readonly number[]): number[] => {
  const order = pValues.map((_, k) => k).sort((a, b) => pValues[a]! - pValues[b]!)
  const adjusted = new Array<number>(pValues.length)
  let most = 0
  order.forEach((k, before) => {
    most = Math.max(most, Math.min(1, (pValues.length - before) * pValues[k]!))
    adjusted[k] = most
  })
  return adjusted
}
