import { metrics } from '../../metrics.js'
import type { Cell, Results } from '../../results/results.js'
import { bestOf, midRanks } from '../../statistics/index.js'
import { ofRole } from './algorithms.js'
import { cellAt } from './cells.js'
import { alignedValues, cellSummary, forRanking } from './values.js'

/** A compared algorithm on one set at one ratio. */
export interface Contender {
  readonly name: string
  readonly cell: Cell
  /** Of the protocol's metric. */
  readonly mean: number
  /** 1 is the best; equals share the mean of their places. */
  readonly rank: number
  /** Whether it has the best mean; of equals the first. */
  readonly best: boolean
  /** The best, or not to be told from it by a paired t-test at 95 %. */
  readonly leads: boolean
}

/** The compared algorithms that have values on a set at a ratio, in the order of the protocol. */
export const contenders = (results: Results, set: string, ratio: number): readonly Contender[] => {
  const { metric } = results.protocol
  const { better } = metrics[metric]
  const found = ofRole(results, 'compared').flatMap((algorithm) => {
    const cell = cellAt(results, set, algorithm, ratio)
    const mean = cellSummary(cell, metric)?.mean
    return cell?.status === 'reached' && mean !== undefined ? [{ name: algorithm.name, cell, mean }] : []
  })
  const ranks = midRanks(
    found.map(({ mean }) => forRanking(mean)),
    better,
  )
  const values = alignedValues(
    found.map(({ cell }) => cell),
    metric,
  )
  const { best, comparable } = bestOf(values, better)
  return found.map((one, k) => ({
    ...one,
    rank: ranks[k] ?? 0,
    best: k === best,
    leads: k === best || comparable.includes(k),
  }))
}
