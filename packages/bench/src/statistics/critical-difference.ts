import { studentizedRangeInverse } from './studentized-range.js'

/**
 * q_α of Nemenyi's test of k algorithms: the studentized range with infinite degrees of freedom, divided by √2
 * (Demšar 2006, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, table 5).
 *
 * @example
 * nemenyiQuantile(2) // => 1.959963984540
 */
export const nemenyiQuantile = (k: number, alpha = 0.05): number => {
  if (!Number.isInteger(k) || k < 2) throw new RangeError(`Two algorithms are the least, found ${k}.`)
  return studentizedRangeInverse(alpha, k) / Math.SQRT2
}

/**
 * By how much the average ranks of two of k algorithms over N data sets must differ for the difference to be
 * significant: CD = q_α √(k (k + 1) / 6N) (Nemenyi 1963, Distribution-free multiple comparisons, thesis, Princeton;
 * Demšar 2006, JMLR 7).
 *
 * @example
 * criticalDifference(5, 30) // => 1.1136092236
 */
export const criticalDifference = (k: number, N: number, alpha = 0.05): number =>
  nemenyiQuantile(k, alpha) * Math.sqrt((k * (k + 1)) / (6 * N))

/**
 * The bars of the diagram: the largest groups of algorithms in which no two average ranks are a critical difference
 * apart. Each group is given from the best rank to the worst; an algorithm that differs from all others is in none.
 *
 * @example
 * cliques([1.5, 3.9, 2.2, 2.9], 1) // => [[0, 2], [2, 3]]
 */
export const cliques = (averageRanks: readonly number[], difference: number): number[][] => {
  const order = averageRanks.map((_, k) => k).sort((a, b) => averageRanks[a]! - averageRanks[b]!)
  const groups: number[][] = []
  let covered = 0
  for (let first = 0; first < order.length; first++) {
    let end = first + 1
    while (end < order.length && averageRanks[order[end]!]! - averageRanks[order[first]!]! < difference) end++
    if (end > covered && end - first > 1) groups.push(order.slice(first, end))
    covered = Math.max(covered, end)
  }
  return groups
}
