import { share } from '@askance/core/internals'
import { type MetricName, metrics } from '../../metrics.js'
import { chance, shown, shownDifference } from '../../report/summary/format.js'
import { mean, pairedT } from '../../statistics/index.js'
import type { Evidence, Point } from './evidence.js'
import type { Finding } from './verdict.js'

/** Where a claim is made; everywhere if nothing is said. */
export interface Scope {
  readonly sets?: readonly string[]
  /** From the first to the second ratio, both included. */
  readonly ratios?: readonly [from: number, to: number]
  readonly metric?: MetricName
  /** Whether the claim is about all comparisons or about most of them. */
  readonly of?: 'all' | 'most'
}

/** Names separated by spaces. */
export const namesIn = (names: string): readonly string[] => (names === '' ? [] : names.split(' '))

const TOLERANCE = 1e-9

/** The points of an algorithm where the claim is made. */
export const pointsOf = ({ points }: Evidence, name: string, { sets, ratios }: Scope): readonly Point[] =>
  points.filter(
    ({ algorithm, set, ratio = 1 }) =>
      algorithm === name &&
      (sets?.includes(set) ?? true) &&
      (!ratios || (ratio >= ratios[0] - TOLERANCE && ratio <= ratios[1] + TOLERANCE)),
  )

/** The same place of another algorithm; one that always asks has a single point, which counts for all ratios. */
const partnerOf = ({ points }: Evidence, name: string, { set, ratio = 1 }: Point): Point | undefined => {
  const same = points.filter((point) => point.algorithm === name && point.set === set)
  const at = (wanted: number): Point | undefined =>
    same.find((point) => Math.abs((point.ratio ?? 1) - wanted) < TOLERANCE)
  return at(ratio) ?? (same.length === 1 ? at(1) : undefined)
}

/** Two algorithms at the same place. */
export interface Pair {
  readonly at: string
  readonly first: string
  readonly second: string
  readonly points: readonly [Point, Point]
}

/** Each of the first algorithms with each of the second, at every place where both are. */
export const pairsOf = (
  evidence: Evidence,
  first: string,
  second: string,
  scope: Scope = {},
): readonly Pair[] =>
  namesIn(first).flatMap((name) =>
    namesIn(second).flatMap((other) => {
      const places = [...pointsOf(evidence, name, scope), ...pointsOf(evidence, other, scope)]
      const pairs = places.flatMap((place): readonly Pair[] => {
        const [own, partner] = [partnerOf(evidence, name, place), partnerOf(evidence, other, place)]
        return own && partner
          ? [{ at: placeOf(place), first: name, second: other, points: [own, partner] }]
          : []
      })
      return pairs.filter(({ at }, k) => pairs.findIndex((pair) => pair.at === at) === k)
    }),
  )

const placeOf = ({ set, ratio = 1 }: Point): string => (ratio === 1 ? set : `${set} ${share(ratio)}`)

export const metricOf = ({ metric }: Evidence, scope: Scope = {}): MetricName =>
  scope.metric ?? (metric as MetricName)

type Named = readonly [name: string, values: readonly number[] | undefined]

/** The finding that the first of two lists of paired values is better, by a paired t-test. */
export const betterBy = (
  metric: MetricName,
  at: string,
  [first, a = []]: Named,
  [second, b = []]: Named,
): Finding => {
  if (a.length === 0 || a.length !== b.length) return { agrees: undefined, text: `${at}: no values` }
  const [own, other] = [mean(a), mean(b)]
  const p = pairedT(a, b)?.p ?? 1
  const words = `${first} ${shown(metric, own)}, ${second} ${shown(metric, other)}`
  return {
    agrees: metrics[metric].better === 'up' ? own > other : own < other,
    p,
    text: `${at}: ${words} (${shownDifference(metric, own - other)}, p ${p < 0.0001 ? '' : '= '}${chance(p)})`,
  }
}
