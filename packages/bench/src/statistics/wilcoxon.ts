import { normalSurvival } from './normal.js'
import { pairedDifferences } from './paired-t.js'
import { midRanks } from './ranks.js'

/** With more pairs the normal distribution is as good; up to here the counts are exact in a double. */
const MOST_EXACT = 50

export interface SignedRank {
  /** The smaller of the two sums of ranks. */
  readonly statistic: number
  /** How many differences are not zero. */
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
  return ties === 0 && n === differences.length && n <= MOST_EXACT
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
  return 2 * normalSurvival(moved / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48))
}
