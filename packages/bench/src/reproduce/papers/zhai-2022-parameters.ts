import { share } from '@askance/core/internals'
import { mean, median } from '../../statistics/index.js'
import type { Evidence, Point } from '../claims/evidence.js'
import { type Check, judged } from '../claims/index.js'

const FEW = 0.2
const MANY = 0.5

const scoreOf = ({ values }: Point): number => mean(values.f1 ?? [])
const ratioOf = ({ values }: Point): number => mean(values.queryRatio ?? [])
const at =
  (name: string) =>
  ({ parameters }: Point): number =>
    Number(parameters?.[name])

/** The points in groups of equal values of some parameters. */
const grouped = (points: readonly Point[], ...names: readonly string[]): readonly (readonly Point[])[] => {
  const groups = new Map<string, Point[]>()
  for (const point of points) {
    const key = names.map((name) => at(name)(point)).join(' ')
    groups.set(key, [...(groups.get(key) ?? []), point])
  }
  return [...groups.values()]
}

/** Of a point below 20 % of the labels and one above 50 %, the first is at least as good: in a quarter of all pairs. */
export const fewQuestionsSuffice: Check = ({ points }) => {
  const test = `pairs of a point below ${share(FEW)} and one above ${share(MANY)} of the labels; many: a quarter`
  const few = points.filter((point) => ratioOf(point) < FEW).map(scoreOf)
  const many = points.filter((point) => ratioOf(point) > MANY).map(scoreOf)
  const pairs = few.length * many.length
  if (pairs === 0) return judged([], test)
  const good = few.reduce((sum, score) => sum + many.filter((other) => score >= other).length, 0)
  return {
    verdict: good >= pairs / 4 ? 'holds' : 'fails',
    numbers: `as good or better in ${good} of ${pairs} pairs`,
    test,
  }
}

/** Of the points with many questions and an F1 below the median, most have δ ≥ 1. */
export const lowScoresHaveLargeRidges: Check = ({ points }) => {
  const middle = points.length > 0 ? median(points.map(scoreOf)) : 0
  const low = points.filter((point) => ratioOf(point) > MANY && scoreOf(point) < middle)
  const large = low.filter((point) => at('ridge')(point) >= 1).length
  const test = `δ ≥ 1 among the points above ${share(MANY)} of the labels with an F1 below the median`
  if (low.length === 0) return judged([], test)
  return {
    verdict: large > low.length / 2 ? 'holds' : 'fails',
    numbers: `${large} of ${low.length} points`,
    test,
  }
}

/** For each δ of the map with b = 1, the best η is neither the smallest nor the largest. */
export const middleStepsAreBest: Check = ({ points }) => {
  const map = points.filter((point) => at('smoothing')(point) === 1)
  const findings = grouped(map, 'ridge').flatMap((group) => {
    const sorted = group.toSorted((a, b) => at('stepSize')(a) - at('stepSize')(b))
    const best = sorted.reduce((k, point, j) => (scoreOf(point) > scoreOf(sorted[k]!) ? j : k), 0)
    const text = `δ = ${at('ridge')(group[0]!)}: best at η = ${at('stepSize')(sorted[best]!)}`
    return sorted.length > 2 ? [{ agrees: best > 0 && best < sorted.length - 1, text }] : []
  })
  return judged(findings, 'the best η for each δ is inside the grid', 'most')
}

/** With δ and η fixed, the two smallest b ask equally often: within one percentage point. */
export const smoothingHasAFloor: Check = ({ points }: Evidence) => {
  const findings = grouped(points, 'ridge', 'stepSize').flatMap((group) => {
    const [least, next] = group.toSorted((a, b) => at('smoothing')(a) - at('smoothing')(b))
    if (!least || !next || at('smoothing')(least) === at('smoothing')(next)) return []
    const [first, second] = [ratioOf(least), ratioOf(next)]
    const text = `δ = ${at('ridge')(least)}, η = ${at('stepSize')(least)}: ${share(first)} and ${share(second)}`
    return [{ agrees: Math.abs(first - second) <= 0.01, text }]
  })
  return judged(findings, 'the two smallest b ask equally often', 'most')
}
