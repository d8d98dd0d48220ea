import { type MetricName, metrics } from '../../metrics.js'
import type { Cell } from '../../results/results.js'
import { describeSample } from '../../statistics/index.js'

/** What the runs of a cell say of a metric. */
export interface Summary {
  readonly runs: number
  readonly mean: number
  /** Of a single run there is no deviation and no interval. */
  readonly deviation?: number
  /** The ends of the 95 % confidence interval of the mean, by Student's t. */
  readonly low?: number
  readonly high?: number
}

/** Whether the first of two values is better. */
export const isBetter = (metric: MetricName, a: number, b: number): boolean =>
  metrics[metric].better === 'up' ? a > b : a < b

/** A mean to twelve digits: what rounding alone keeps apart shares a rank. */
export const forRanking = (mean: number): number => Number(mean.toPrecision(12))

/** The value in a run; undefined where it was not measured or is no number. */
const valueIn = (run: Cell['runs'][number], metric: MetricName): number | undefined => {
  const value = run.values[metric]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The values of a metric in the order of the runs; runs without one are left out. */
export const valuesOf = (cell: Cell | undefined, metric: MetricName): readonly number[] =>
  (cell?.runs ?? []).flatMap((run) => valueIn(run, metric) ?? [])

/**
 * Mean, deviation and 95 % interval of some values; undefined if there are none.
 *
 * @example
 * summaryOf([0.8]) // => { runs: 1, mean: 0.8 }
 * summaryOf([1, 2, 3])?.deviation // => 1
 */
export const summaryOf = (values: readonly number[]): Summary | undefined => {
  if (values.length === 0) return undefined
  const { count, mean, deviation, interval } = describeSample(values)
  return {
    runs: count,
    mean,
    ...(deviation === undefined ? {} : { deviation }),
    ...(interval === undefined ? {} : interval),
  }
}

/** The same of a metric in a cell. */
export const cellSummary = (cell: Cell | undefined, metric: MetricName): Summary | undefined =>
  summaryOf(valuesOf(cell, metric))

/** A row for each cell and a place for each run that any of them has, found by its seed; undefined where it is missing. */
export const alignedValues = (
  cells: readonly Cell[],
  metric: MetricName,
): readonly (readonly (number | undefined)[])[] => {
  const seeds = [...new Set(cells.flatMap(({ runs }) => runs.map(({ seed }) => seed)))]
  return cells.map((cell) => {
    const bySeed = new Map(cell.runs.map((run) => [run.seed, valueIn(run, metric)]))
    return seeds.map((seed) => bySeed.get(seed))
  })
}

/** The values of two cells in the runs that both have, so that they are pairs. */
export const pairedValues = (
  first: Cell,
  second: Cell,
  metric: MetricName,
): readonly (readonly [number, number])[] => {
  const [a = [], b = []] = alignedValues([first, second], metric)
  return a.flatMap((one, k) => {
    const other = b[k]
    return one === undefined || other === undefined ? [] : [[one, other] as const]
  })
}
