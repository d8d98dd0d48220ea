import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import { areaUnderCurve, type CurvePoint, type LabelSaving, labelSaving } from '../../statistics/index.js'
import { ofRole, type Reported } from './algorithms.js'
import { cellAt, cellsOf } from './cells.js'
import { cellSummary, isBetter } from './values.js'

/** The full supervision that an algorithm is held against. */
export interface Full {
  readonly name: string
  readonly mean: number
}

/** The metric over the ratio really asked about, rising; of two cells with the same ratio the first counts. */
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

/** How many labels an algorithm needs for 99 %, or another share, of a given full supervision; undefined if it never gets there. */
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

/** The random asker with the same learner, else the one that needs fewest labels for the same; undefined if none is there. */
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
