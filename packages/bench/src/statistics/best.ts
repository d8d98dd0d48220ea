import { mean } from './describe.js'
import { studentizedRangeInverse } from './distributions.js'
import { type Direction, pairedT } from './tests.js'

/** The values of an algorithm, one per run; undefined if the run is missing. */
type Runs = readonly (number | undefined)[]

export interface Best {
  /** The algorithm with the best mean, the first among ties; undefined if none has a value. */
  readonly best: number | undefined
  /** The others that are not significantly different from it. */
  readonly comparable: readonly number[]
}

/**
 * The algorithm with the best mean, and the others that do not differ significantly from it by a paired t-test over the
 * common runs: the ones that papers print in bold. With a single common run no test is possible, and only an equal
 * value is comparable.
 *
 * @example
 * bestOf([[0.9, 0.8, 0.9], [0.8, 0.9, 0.8], [0.1, 0.05, 0.1]]) // => { best: 0, comparable: [1] }
 * bestOf([[3, undefined], [2, 2], [undefined, undefined]], 'down') // => { best: 1, comparable: [] }
 */
export const bestOf = (algorithms: readonly Runs[], direction: Direction = 'up', level = 0.95): Best => {
  if (algorithms.some((runs) => runs.length !== algorithms[0]?.length))
    throw new RangeError('Every algorithm must have an entry for each run, be it undefined.')
  const sign = direction === 'up' ? 1 : -1
  let best: number | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  algorithms.forEach((runs, k) => {
    const present = runs.filter((value) => value !== undefined)
    const score = present.length === 0 ? Number.NEGATIVE_INFINITY : sign * mean(present)
    if (score > bestScore) [best, bestScore] = [k, score]
  })
  const winner = best === undefined ? [] : algorithms[best]!
  const comparable = algorithms.flatMap((runs, k) => (k !== best && same(winner, runs, level) ? [k] : []))
  return { best, comparable }
}

const same = (first: Runs, second: Runs, level: number): boolean => {
  const a: number[] = []
  const b: number[] = []
  first.forEach((value, k) => {
    const other = second[k]
    if (value === undefined || other === undefined) return
    a.push(value)
    b.push(other)
  })
  const test = pairedT(a, b)
  return test === undefined ? a.length === 1 && a[0] === b[0] : test.p > 1 - level
}

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
