import { shown } from '../../report/summary/format.js'
import { median, pairedT } from '../../statistics/index.js'
import type { Evidence } from './evidence.js'
import { pairsOf, type Scope } from './points.js'
import { type Check, type Finding, judged } from './verdict.js'

interface Times {
  readonly text: string
  readonly first: readonly number[]
  readonly second: readonly number[]
}

/** The times of a round of two algorithms, where both were measured. Medians, because a busy machine delays single runs. */
const timesOf = (
  evidence: Evidence,
  first: string,
  second: string,
  scope: Scope | undefined,
): readonly Times[] =>
  pairsOf(evidence, first, second, scope).flatMap((pair) => {
    const [a, b] = pair.points.map(({ values }) => values.time)
    if (!a || !b || a.length !== b.length) return []
    const text = `${pair.at}: ${pair.first} ${shown('time', median(a))} µs, ${pair.second} ${shown('time', median(b))} µs`
    return [{ text, first: a, second: b }]
  })

/** Each of the first takes more time than `factor` times each of the second. */
export const slower =
  (first: string, second: string, factor = 1, scope?: Scope): Check =>
  (evidence) => {
    const findings = timesOf(evidence, first, second, scope).map((times): Finding => {
      // Logarithms, because times vary by factors, and a few delays should not decide.
      const test = pairedT(
        times.first.map(Math.log),
        times.second.map((time) => Math.log(factor * time)),
      )
      return { agrees: (test?.meanDifference ?? 0) > 0, p: test?.p ?? 1, text: times.text }
    })
    const than = factor === 1 ? '' : ` against ${factor} times that of the other`
    return judged(
      findings,
      `time of a round${than}, paired t-test of the logarithms over the runs, 95 %`,
      scope?.of,
    )
  }

/** The median times of the two differ by no more than a factor. */
export const similarTime =
  (first: string, second: string, factor: number, scope?: Scope): Check =>
  (evidence) => {
    const findings = timesOf(evidence, first, second, scope).map((times): Finding => {
      const quotient = median(times.first) / median(times.second)
      return { agrees: quotient <= factor && quotient >= 1 / factor, text: times.text }
    })
    return judged(findings, `median times of a round within a factor of ${factor}`, scope?.of)
  }
