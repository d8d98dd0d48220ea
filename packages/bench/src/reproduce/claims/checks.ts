import { share } from '@askance/core/internals'
import { shown, shownDifference } from '../../report/summary/format.js'
import { pairedT } from '../../statistics/index.js'
import type { Evidence, Point } from './evidence.js'
import { betterBy, metricOf, namesIn, pairsOf, pointsOf, type Scope } from './points.js'
import { type Check, type Finding, judged } from './verdict.js'

export const T_TEST = 'paired t-test over the runs, 95 %'

const duels = (evidence: Evidence, first: string, second: string, scope: Scope): readonly Finding[] => {
  const metric = metricOf(evidence, scope)
  return pairsOf(evidence, first, second, scope).map((pair) => {
    const [own, other] = pair.points
    return betterBy(metric, pair.at, [pair.first, own.values[metric]], [pair.second, other.values[metric]])
  })
}

/** Each algorithm of the first list is above each of the second, at every set and ratio of the scope. */
export const above =
  (first: string, second: string, scope: Scope = {}): Check =>
  (evidence) =>
    judged(duels(evidence, first, second, scope), T_TEST, scope.of)

/** In each pair the first is above the second. */
export const abovePairs =
  (pairs: readonly (readonly [above: string, below: string])[], scope: Scope = {}): Check =>
  (evidence) =>
    judged(
      pairs.flatMap(([name, other]) => duels(evidence, name, other, scope)),
      T_TEST,
      scope.of,
    )

/** Each of the first is above all other algorithms but those of `except`. */
export const best =
  (first: string, except = '', scope: Scope = {}): Check =>
  (evidence) => {
    const without = [...namesIn(first), ...namesIn(except)]
    const all = [...new Set(evidence.points.map(({ algorithm }) => algorithm))]
    return above(first, all.filter((name) => !without.includes(name)).join(' '), scope)(evidence)
  }

/**
 * Of variants that replace each other, the first in the list that reaches a ratio is above all other algorithms but
 * those of `except`.
 */
export const bestVariant =
  (variants: string, except: string, scope: Scope = {}): Check =>
  (evidence) => {
    const names = namesIn(variants)
    const without = [...names, ...namesIn(except)]
    const others = [...new Set(evidence.points.map(({ algorithm }) => algorithm))].filter(
      (name) => !without.includes(name),
    )
    const hasValues = ({ closest }: Point): boolean => closest === undefined
    const findings = names.flatMap((name, k) =>
      pairsOf(evidence, name, others.join(' '), scope)
        .filter(({ points: [own], at }) => {
          const earlier = pairsOf(evidence, names.slice(0, k).join(' '), others[0] ?? '', scope)
          return hasValues(own) && !earlier.some((pair) => pair.at === at && hasValues(pair.points[0]))
        })
        .map(({ at, first, second, points: [own, other] }) => {
          const metric = metricOf(evidence, scope)
          return betterBy(metric, at, [first, own.values[metric]], [second, other.values[metric]])
        }),
    )
    return judged(findings, T_TEST, scope.of)
  }

/** Each of the first is at least as good as each of the second: not significantly below. */
export const notBelow =
  (first: string, second: string, scope: Scope = {}): Check =>
  (evidence) => {
    const findings = duels(evidence, first, second, scope).map((one): Finding => {
      const isFine = one.agrees || (one.agrees === false && (one.p ?? 1) > 0.05)
      return isFine ? { agrees: true, text: one.text } : one
    })
    return judged(findings, `not below by the ${T_TEST}`, scope.of)
  }

/** Each of the first is as good as each of the second: the 95 % interval of the difference is within ± reach. */
export const level =
  (first: string, second: string, reach: number, scope: Scope = {}): Check =>
  (evidence) => {
    const metric = metricOf(evidence, scope)
    const findings = pairsOf(evidence, first, second, scope).map((pair): Finding => {
      const [a = [], b = []] = pair.points.map(({ values }) => values[metric])
      const test = a.length === b.length ? pairedT(a, b) : undefined
      if (!test) return { agrees: undefined, text: `${pair.at}: no values` }
      const { low, high } = test.interval
      const [isInside, isOutside] = [low >= -reach && high <= reach, low > reach || high < -reach]
      const difference = shownDifference(metric, test.meanDifference)
      return {
        agrees: isInside,
        p: isInside || isOutside ? 0 : 1,
        text: `${pair.at}: ${pair.first} − ${pair.second} = ${difference}`,
      }
    })
    return judged(findings, `95 % interval of the difference within ± ${shown(metric, reach)}`, scope.of)
  }

/** In none of the pairs is one always better: both the first and the second ones are significantly better somewhere. */
export const neitherAlways =
  (pairs: readonly (readonly [string, string])[], scope: Scope = {}): Check =>
  (evidence) => {
    const findings = pairs.flatMap(([first, second]) => duels(evidence, first, second, scope))
    const wins = (agrees: boolean): number =>
      findings.filter((one) => one.agrees === agrees && (one.p ?? 1) <= 0.05).length
    const [own, other] = [wins(true), wins(false)]
    if (findings.length === 0) return judged([], T_TEST)
    const isOneSided = findings.length > 1 && Math.max(own, other) === findings.length
    return {
      verdict: own > 0 && other > 0 ? 'holds' : isOneSided ? 'fails' : 'undecided',
      numbers: wonText(pairs, findings.length, own, other),
      test: T_TEST,
    }
  }

const wonText = (
  pairs: readonly (readonly [string, string])[],
  count: number,
  own: number,
  other: number,
): string => {
  const names = (k: 0 | 1): string => pairs.map((pair) => pair[k]).join(' or ')
  return `of ${count} comparisons ${names(0)} is better in ${own}, ${names(1)} in ${other}`
}

/** The algorithms cannot ask as rarely as some ratio of the scope; one finding per set. */
export const unreachable =
  (names: string, scope: Scope = {}): Check =>
  (evidence) => {
    const findings = namesIn(names).flatMap((name) => {
      const own = pointsOf(evidence, name, scope)
      return [...new Set(own.map(({ set }) => set))].map((set): Finding => {
        const closest = own.flatMap((point) => (point.set === set ? (point.closest ?? []) : []))
        const words =
          closest.length > 0 ? `asks at least ${share(Math.min(...closest))}` : 'reaches every ratio'
        return { agrees: closest.length > 0, text: `${set}: ${name} ${words}` }
      })
    })
    return judged(findings, 'some target ratio cannot be reached', scope.of)
  }
