import { metrics } from '../../metrics.js'
import type { Cell, Results } from '../../results/results.js'
import {
  areaUnderCurve,
  bestOf,
  type CurvePoint,
  cliques,
  criticalDifference,
  type Friedman,
  friedman,
  type LabelSaving,
  labelSaving,
  midRanks,
} from '../../statistics/index.js'
import {
  alignedValues,
  cellAt,
  cellSummary,
  cellsOf,
  forRanking,
  isBetter,
  ofRole,
  type Reported,
  setNames,
} from './cells.js'

/** A compared algorithm on one set at one ratio. */
export interface Contender {
  readonly name: string
  readonly cell: Cell
  /** Of the protocol's metric. */
  readonly mean: number
  /** 1 is the best; ties share the mean of their ranks. */
  readonly rank: number
  /** Whether it has the best mean; the first among ties. */
  readonly best: boolean
  /** Whether it is the best or does not differ significantly from it (paired t-test, 95 %). */
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

/** With fewer sets neither Friedman's test nor a critical difference says anything. */
export const MIN_TESTED_SETS = 3

/** The compared algorithms ranked on several sets at one ratio. */
export interface Ranking {
  readonly sets: readonly string[]
  readonly names: readonly string[]
  /** By set, then by name; 1 is the best. */
  readonly ranks: readonly (readonly number[])[]
  /** Whether there are enough sets for the test and the critical difference. */
  readonly tested: boolean
  readonly test: Friedman
  /** The critical difference of two average ranks. */
  readonly difference: number
  /** Groups of names without significant differences. */
  readonly cliques: readonly (readonly string[])[]
  /** Algorithms without a value on a set, which get the worst rank there. */
  readonly without: readonly { readonly set: string; readonly name: string }[]
  /** Algorithms that are not on all sets and are not ranked. */
  readonly leftOut: readonly string[]
}

/** Undefined unless two sets have at least two algorithms in common. */
export const rankingAt = (results: Results, ratio: number): Ranking | undefined => {
  const { metric } = results.protocol
  const { better } = metrics[metric]
  const compared = ofRole(results, 'compared')
  const all = [...new Set(compared.map(({ rankedAs }) => rankedAs))]
  const cellFor = (set: string, rankedAs: string): Cell | undefined =>
    compared
      .filter((algorithm) => algorithm.rankedAs === rankedAs)
      .map((algorithm) => cellAt(results, set, algorithm, ratio))
      .find((cell) => cell !== undefined)
  const sets = setNames(results).filter((set) => all.some((name) => cellFor(set, name)))
  const names = all.filter((name) => sets.every((set) => cellFor(set, name)))
  if (sets.length < 2 || names.length < 2) return undefined
  const worst = better === 'up' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const meanOn = (set: string, name: string): number => {
    const mean = cellSummary(cellFor(set, name), metric)?.mean
    return mean === undefined ? worst : forRanking(mean)
  }
  const values = sets.map((set) => names.map((name) => meanOn(set, name)))
  const test = friedman(values, better)
  const difference = criticalDifference(names.length, sets.length)
  return {
    sets,
    names,
    ranks: values.map((row) => midRanks(row, better)),
    tested: sets.length >= MIN_TESTED_SETS,
    test,
    difference,
    cliques: cliques(test.averageRanks, difference).map((group) => group.map((k) => names[k] ?? '')),
    without: sets.flatMap((set, s) =>
      names.flatMap((name, k) => (values[s]?.[k] === worst ? [{ set, name }] : [])),
    ),
    leftOut: all.filter((name) => !names.includes(name)),
  }
}

/** The full supervision that an algorithm is compared with. */
export interface Full {
  readonly name: string
  readonly mean: number
}

/** The metric over the measured ratio, increasing; the first of two cells with the same ratio counts. */
export const ratioCurve = (results: Results, set: string, algorithm: string): readonly CurvePoint[] => {
  const { metric } = results.protocol
  return cellsOf(results, set, algorithm)
    .flatMap((cell) => {
      const value = cellSummary(cell, metric)?.mean
      const ratio = cellSummary(cell, 'queryRatio')?.mean ?? cell.reached
      return cell.status === 'reached' && value !== undefined && ratio > 0 ? [{ ratio, value }] : []
    })
    .sort((a, b) => a.ratio - b.ratio)
    .filter(({ ratio }, k, all) => k === 0 || ratio > (all[k - 1]?.ratio ?? 0))
}

/** The supervised algorithm with the same learner, else the best supervised one; undefined if there is none. */
export const fullFor = (results: Results, set: string, { learner }: Reported): Full | undefined => {
  const { metric } = results.protocol
  const found = ofRole(results, 'supervised').flatMap((algorithm) => {
    const mean = cellSummary(cellAt(results, set, algorithm, 1), metric)?.mean
    return mean === undefined ? [] : [{ name: algorithm.name, mean, same: algorithm.learner === learner }]
  })
  const same = found.filter((one) => one.same)
  const [first, ...rest] = same.length > 0 ? same : found
  if (!first) return undefined
  const best = rest.reduce((a, b) => (isBetter(metric, b.mean, a.mean) ? b : a), first)
  return { name: best.name, mean: best.mean }
}

/** The labels an algorithm needs for 99 %, or another share, of full supervision; undefined if it never gets there. */
export const savingOf = (
  results: Results,
  set: string,
  algorithm: string,
  full: number,
  share?: number,
): LabelSaving | undefined =>
  labelSaving(ratioCurve(results, set, algorithm), full, {
    ...(share !== undefined && { share }),
    direction: metrics[results.protocol.metric].better,
  })

/** The random algorithm with the same learner, else the one that needs the fewest labels; undefined if there is none. */
export const randomFor = (
  results: Results,
  set: string,
  { learner }: Reported,
  full: number,
  share?: number,
): { readonly name: string; readonly saving: LabelSaving | undefined } | undefined => {
  const all = ofRole(results, 'random').filter(({ name }) => ratioCurve(results, set, name).length > 0)
  const same = all.filter((random) => random.learner === learner)
  const found = (same.length > 0 ? same : all).map(({ name }) => ({
    name,
    saving: savingOf(results, set, name, full, share),
  }))
  const needed = (one: (typeof found)[number]): number => one.saving?.ratio ?? Number.POSITIVE_INFINITY
  return found.reduce<(typeof found)[number] | undefined>(
    (best, one) => (best && needed(best) <= needed(one) ? best : one),
    undefined,
  )
}

/** The ratios that all curves of two points or more cover; undefined if there are none. */
export const commonRange = (
  curves: readonly (readonly CurvePoint[])[],
): readonly [from: number, to: number] | undefined => {
  const long = curves.filter(({ length }) => length > 1)
  const from = Math.max(...long.map((curve) => curve[0]?.ratio ?? 0))
  const to = Math.min(...long.map((curve) => curve.at(-1)?.ratio ?? 0))
  return long.length > 0 && from < to ? [from, to] : undefined
}

/** The mean height of a curve over the logarithm of the ratio; undefined if it does not cover the range. */
export const meanHeight = (
  curve: readonly CurvePoint[],
  range: readonly [number, number] | undefined,
): number | undefined => (range && curve.length > 1 ? areaUnderCurve(curve, ...range) : undefined)
