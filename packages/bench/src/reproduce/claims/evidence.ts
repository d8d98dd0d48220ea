import type { Parameters } from '@askance/core'
import type { MetricName } from '../../metrics.js'
import type { Cell, Results } from '../../results/results.js'

/**
 * The results that the claims of a paper are checked against, as plain JSON: the values of every run, without what only
 * figures need. It is small enough to be stored, so verdicts can be recomputed without running anything.
 */
export interface Evidence {
  readonly format: 1
  /** The id of the reproduction. */
  readonly id: string
  /** The day it was made, and the version of Askance. */
  readonly date: string
  readonly version: string
  readonly runs: number
  /** The metric that algorithms are compared by. */
  readonly metric: string
  /** Sets without data. */
  readonly missing: readonly string[]
  readonly points: readonly Point[]
}

/** One algorithm on one set at one ratio, or with the parameters of a study. */
export interface Point {
  readonly set: string
  readonly algorithm: string
  /** The target ratio; none in a study. */
  readonly ratio?: number
  readonly parameters?: Parameters
  /** The closest ratio if the target cannot be reached; there are no values then. */
  readonly closest?: number
  /** One value per run, in the order of the seeds, which all algorithms share. */
  readonly values: Readonly<Record<string, readonly number[]>>
  /** The metric since the start at some items, one list per run. */
  readonly course?: { readonly items: readonly number[]; readonly values: readonly (readonly number[])[] }
}

/** Places of a course to keep: every shift of a stream with 20 parts, and no more. */
const COURSE_POINTS = 20
const DIGITS = 6

/**
 * Rounds a value to the digits that are stored.
 *
 * @example
 * roundedValue(0.123456789) // => 0.123457
 */
export const roundedValue = (value: number): number => Number(value.toPrecision(DIGITS))

/** The evidence in the results of a comparison; `extra` are the metrics that claims need in addition to the main one. */
export const evidenceOf = (id: string, results: Results, extra: readonly MetricName[]): Evidence => {
  const { protocol, made, missing, cells } = results
  const names = [...new Set([protocol.metric, ...extra])]
  return {
    format: 1,
    id,
    date: made.date.slice(0, 10),
    version: made.version,
    runs: protocol.runs,
    metric: protocol.metric,
    missing: missing.map(({ set }) => set),
    points: cells.map((cell) => pointOf(cell, names)),
  }
}

const pointOf = (cell: Cell, names: readonly MetricName[]): Point => {
  const { set, algorithm, ratio, status, reached, runs } = cell
  if (status === 'unattainable') return { set, algorithm, ratio, closest: roundedValue(reached), values: {} }
  const values = names.flatMap((name): [string, number[]][] => {
    const all = runs.flatMap((run) => run.values[name] ?? [])
    return all.length === runs.length ? [[name, all.map(roundedValue)]] : []
  })
  const course = courseOf(cell)
  return { set, algorithm, ratio, values: Object.fromEntries(values), ...(course && { course }) }
}

/** Every so many places of the curves, if all runs have the same ones. */
const courseOf = ({ runs }: Cell): Point['course'] => {
  const items = runs[0]?.curve?.items
  if (!items || !runs.every(({ curve }) => curve && String(curve.items) === String(items))) return undefined
  const every = Math.max(1, Math.round(items.length / COURSE_POINTS))
  const kept = items.flatMap((_, k) => ((k + 1) % every === 0 ? [k] : []))
  return {
    items: kept.map((k) => items[k]!),
    values: runs.map(({ curve }) => kept.map((k) => roundedValue(curve!.value[k]!))),
  }
}

/**
 * The metric over the items after `from` and up to `to`, run by run, from its means since the start; undefined if
 * the course has no such place.
 *
 * @example
 * const course = { items: [500, 1000], values: [[0.8, 0.7]] }
 * valuesBetween({ set: 's', algorithm: 'A', values: {}, course }, 500, 1000) // => [0.6]
 */
export const valuesBetween = ({ course }: Point, from: number, to: number): readonly number[] | undefined => {
  const last = course?.items.indexOf(to) ?? -1
  const first = course?.items.indexOf(from) ?? -1
  if (!course || last < 0 || (from > 0 && first < 0)) return undefined
  return course.values.map((values) => {
    const before = from > 0 ? values[first]! * from : 0
    return roundedValue((values[last]! * to - before) / (to - from))
  })
}
