import { findAlgorithm } from '@askance/core/internals'
import { type MetricName, metrics } from '../../metrics.js'
import { type AlgorithmSpec, labelOf, type Role } from '../../protocol/protocol.js'
import type { Cell, Results } from '../../results/results.js'
import { describeSample } from '../../statistics/index.js'

/** An algorithm as reports speak of it. */
export interface Reported {
  /** The label. */
  readonly name: string
  readonly role: Role
  /** The name in rank tables, shared by algorithms that replace each other on different sets. */
  readonly rankedAs: string
  /** What learns and keeps what in it: algorithms with the same differ in their question rule only. */
  readonly learner: string
}

/**
 * What an algorithm is there for: what the protocol says; else one that always asks is a supervised line, one that
 * asks at random a random one, and all others are compared.
 *
 * @example
 * roleOf({ name: 'D-AMD' }) // => 'compared'
 * roleOf({ name: 'R-AMD' }) // => 'random'
 */
export const roleOf = ({ name, role }: AlgorithmSpec): Role => {
  if (role) return role
  const { rule } = findAlgorithm(name)
  return rule.name === 'always' ? 'supervised' : rule.name === 'random' ? 'random' : 'compared'
}

/** Identifies the learner: two algorithms learn alike if learner, form, task and kernel are equal. */
const learnerOf = ({ name, kernel }: AlgorithmSpec): string => {
  const { learner, form, task } = findAlgorithm(name)
  return [task, learner.name, form, JSON.stringify(kernel ?? null)].join(' ')
}

const order: readonly Role[] = ['compared', 'random', 'supervised']

/** All algorithms of an experiment: the compared ones in the order of the protocol, then random, then supervised ones. */
export const reported = ({ protocol }: Pick<Results, 'protocol'>): readonly Reported[] =>
  protocol.algorithms
    .map((spec) => ({
      name: labelOf(spec),
      role: roleOf(spec),
      rankedAs: spec.rankedAs ?? labelOf(spec),
      learner: learnerOf(spec),
    }))
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role))

export const ofRole = (results: Results, role: Role): readonly Reported[] =>
  reported(results).filter((algorithm) => algorithm.role === role)

/** Ratios are equal if they agree to nine digits, because some are typed and some computed. */
const sameRatio = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9

/** The sets with cells, in the order of the protocol. */
export const setNames = ({ protocol, cells }: Results): readonly string[] =>
  protocol.sets.map(({ name }) => name).filter((name) => cells.some(({ set }) => set === name))

/** The target ratios of tables, increasing: those of the protocol with cells, or 1 if all algorithms are supervised. */
export const ratiosOf = (results: Results): readonly number[] => {
  const asking = new Set(reported(results).flatMap(({ name, role }) => (role === 'supervised' ? [] : [name])))
  const found = [
    ...new Set(results.cells.filter(({ algorithm }) => asking.has(algorithm)).map(({ ratio }) => ratio)),
  ]
  return found.length > 0 ? found.sort((a, b) => a - b) : results.cells.length > 0 ? [1] : []
}

/** The cell of an algorithm at a target ratio; a supervised algorithm has one cell for all ratios. */
export const cellAt = (
  { cells }: Results,
  set: string,
  { name, role }: Pick<Reported, 'name' | 'role'>,
  ratio: number,
): Cell | undefined =>
  cells.find(
    (cell) =>
      cell.set === set && cell.algorithm === name && sameRatio(cell.ratio, role === 'supervised' ? 1 : ratio),
  )

/** All cells of an algorithm on a set, by increasing ratio. */
export const cellsOf = ({ cells }: Results, set: string, algorithm: string): readonly Cell[] =>
  cells.filter((cell) => cell.set === set && cell.algorithm === algorithm).sort((a, b) => a.ratio - b.ratio)

/** Summary of a metric over the runs of a cell. */
export interface Summary {
  readonly runs: number
  readonly mean: number
  /** Undefined for a single run, like the interval. */
  readonly deviation?: number
  /** The ends of the 95 % confidence interval of the mean, by Student's t. */
  readonly low?: number
  readonly high?: number
}

/** Whether the first of two values is better. */
export const isBetter = (metric: MetricName, a: number, b: number): boolean =>
  metrics[metric].better === 'up' ? a > b : a < b

/** A mean to twelve digits, so that rounding errors do not break ties. */
export const forRanking = (mean: number): number => Number(mean.toPrecision(12))

/** The value in a run; undefined if it was not measured or is not a number. */
const valueIn = (run: Cell['runs'][number], metric: MetricName): number | undefined => {
  const value = run.values[metric]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The values of a metric in the order of the runs; runs without one are omitted. */
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

/** The same for a metric of a cell. */
export const cellSummary = (cell: Cell | undefined, metric: MetricName): Summary | undefined =>
  summaryOf(valuesOf(cell, metric))

/** One row per cell and one column per seed of any run; undefined if a run is missing. */
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

/** Paired values of two cells, for the runs that both have. */
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
