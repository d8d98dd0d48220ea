import { share } from '@askance/core/internals'
import { shown, shownDifference } from '../../report/summary/format.js'
import { pairedDifferences, pairedT } from '../../statistics/index.js'
import { T_TEST } from './checks.js'
import { type Evidence, type Point, valuesBetween } from './evidence.js'
import { betterBy, metricOf, namesIn, pairsOf, pointsOf, type Scope } from './points.js'
import { type Check, type Finding, judged } from './verdict.js'

/** The points of each algorithm on each set with values, by increasing ratio. */
const curvesOf = (
  evidence: Evidence,
  names: string,
  scope: Scope,
): readonly { readonly at: string; readonly points: readonly Point[] }[] =>
  namesIn(names).flatMap((name) => {
    const metric = metricOf(evidence, scope)
    const all = pointsOf(evidence, name, scope).filter(({ values }) => values[metric])
    return [...new Set(all.map(({ set }) => set))].map((set) => ({
      at: `${set} ${name}`,
      points: all.filter((point) => point.set === set).sort((a, b) => (a.ratio ?? 1) - (b.ratio ?? 1)),
    }))
  })

const labelled = ({ ratio = 1, values }: Point, metric: string) =>
  [`at ${share(ratio)}`, values[metric]] as const

/** The metric is better (`rises`) or worse (`falls`) at the last ratio of the scope than at the first. */
export const changes =
  (direction: 'rises' | 'falls', names: string, scope: Scope = {}): Check =>
  (evidence) => {
    const metric = metricOf(evidence, scope)
    const findings = curvesOf(evidence, names, scope).flatMap(({ at, points }): readonly Finding[] => {
      const [low, high] = [points[0], points.at(-1)]
      if (!low || !high || low === high) return []
      const [better, worse] = direction === 'rises' ? [high, low] : [low, high]
      return [betterBy(metric, at, labelled(better, metric), labelled(worse, metric))]
    })
    return judged(findings, `first against last ratio, ${T_TEST}`, scope.of)
  }

/** From the first to the last ratio of the scope the metric changes by no more than `reach`. */
export const steady =
  (names: string, reach: number, scope: Scope = {}): Check =>
  (evidence) => {
    const metric = metricOf(evidence, scope)
    const findings = curvesOf(evidence, names, scope).flatMap(({ at, points }): readonly Finding[] => {
      const [low, high] = [points[0]?.values[metric], points.at(-1)?.values[metric]]
      const test = low && high && low !== high && low.length === high.length ? pairedT(high, low) : undefined
      if (!test) return []
      const { interval, meanDifference } = test
      const isInside = interval.low >= -reach && interval.high <= reach
      const isOutside = interval.low > reach || interval.high < -reach
      const p = isInside || isOutside ? 0 : 1
      return [{ agrees: isInside, p, text: `${at}: ${shownDifference(metric, meanDifference)}` }]
    })
    return judged(findings, `95 % interval of the change within ± ${shown(metric, reach)}`, scope.of)
  }

/** The metric gains more from the first ratio to the middle one than from there to the last. */
export const levelsOff =
  (names: string, middle: number, scope: Scope = {}): Check =>
  (evidence) => {
    const metric = metricOf(evidence, scope)
    const findings = curvesOf(evidence, names, scope).flatMap(({ at, points }): readonly Finding[] => {
      const [low, high] = [points[0], points.at(-1)]
      const turn = points.findLast(({ ratio = 1 }) => ratio <= middle)
      const [a, b, c] = [low, turn, high].map((point) => point?.values[metric])
      if (!a || !b || !c || low === turn || turn === high || a.length !== b.length || b.length !== c.length)
        return []
      const [early, late] = [pairedDifferences(b, a), pairedDifferences(c, b)]
      return [betterBy(metric, at, ['first gain', early], ['later gain', late])]
    })
    return judged(findings, `gain up to ${share(middle)} against the gain beyond, ${T_TEST}`, scope.of)
  }

/** Each of the first is above each of the second over the items after `from` and up to `to`. */
export const aboveBetween =
  (first: string, second: string, from: number, to: number): Check =>
  (evidence) => {
    const findings = pairsOf(evidence, first, second).map((pair) => {
      const [own, other] = pair.points.map((point) => valuesBetween(point, from, to))
      return betterBy(metricOf(evidence), pair.at, [pair.first, own], [pair.second, other])
    })
    return judged(findings, `items ${from + 1} to ${to}, ${T_TEST}`)
  }

type Span = readonly [from: number, to: number]

/** The algorithm is better over the later span of items than over the earlier one. */
export const recovers =
  (name: string, early: Span, late: Span): Check =>
  (evidence) => {
    const findings = pointsOf(evidence, name, {}).map((point) => {
      const named = ([from, to]: Span) =>
        [`items ${from + 1} to ${to}`, valuesBetween(point, from, to)] as const
      return betterBy(metricOf(evidence), `${point.set} ${name}`, named(late), named(early))
    })
    return judged(findings, T_TEST)
  }
