import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import { cliques, criticalDifference, type Friedman, friedman, midRanks } from '../../statistics/index.js'
import { ofRole, type Reported } from './algorithms.js'
import { cellAt, setNames } from './cells.js'
import { cellSummary, forRanking } from './values.js'

/** The compared algorithms ranked on several sets at one ratio. */
export interface Ranking {
  readonly sets: readonly string[]
  readonly names: readonly string[]
  /** By set, then by name; 1 is the best. */
  readonly ranks: readonly (readonly number[])[]
  readonly test: Friedman
  /** By how much two average ranks must differ to be told apart. */
  readonly difference: number
  /** Groups of names that cannot be told apart. */
  readonly cliques: readonly (readonly string[])[]
  /** Where an algorithm has no value, and so the worst rank. */
  readonly without: readonly { readonly set: string; readonly name: string }[]
  /** Algorithms that are not on all sets, and so not ranked. */
  readonly leftOut: readonly string[]
}

/** Undefined unless two sets have at least two algorithms in common. */
export const rankingAt = (results: Results, ratio: number): Ranking | undefined => {
  const { metric } = results.protocol
  const { better } = metrics[metric]
  const has = (set: string, algorithm: Reported): boolean =>
    cellAt(results, set, algorithm, ratio) !== undefined
  const compared = ofRole(results, 'compared')
  const sets = setNames(results).filter((set) => compared.some((algorithm) => has(set, algorithm)))
  const everywhere = compared.filter((algorithm) => sets.every((set) => has(set, algorithm)))
  if (sets.length < 2 || everywhere.length < 2) return undefined
  const worst = better === 'up' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const meanOn = (set: string, algorithm: Reported): number => {
    const mean = cellSummary(cellAt(results, set, algorithm, ratio), metric)?.mean
    return mean === undefined ? worst : forRanking(mean)
  }
  const values = sets.map((set) => everywhere.map((algorithm) => meanOn(set, algorithm)))
  const names = everywhere.map(({ name }) => name)
  const test = friedman(values, better)
  const difference = criticalDifference(names.length, sets.length)
  return {
    sets,
    names,
    ranks: values.map((row) => midRanks(row, better)),
    test,
    difference,
    cliques: cliques(test.averageRanks, difference).map((group) => group.map((k) => names[k] ?? '')),
    without: sets.flatMap((set, s) =>
      names.flatMap((name, k) => (values[s]?.[k] === worst ? [{ set, name }] : [])),
    ),
    leftOut: compared.flatMap(({ name }) => (names.includes(name) ? [] : [name])),
  }
}
