import { anyTimeReach, type Estimate, fixedTimeReach, type Interval, wilson } from './interval.js'
import type { Layout } from './layout.js'
import { type Measure, ScoreTest } from './score.js'
import { effectiveOf } from './table.js'

/** With fewer answers, an interval is everything that the answers leave possible. */
export const MIN_ANSWERS = 3

/** A value of a measure at which no coefficient is 0 by chance. */
const ANY = 0.3

/** The items and answers of the two sides of a layout. */
interface Side {
  items: number
  yes: number
  no: number
}

const sidesOf = ({ length, isOwn, items, yes, no }: Layout): { own: Side; other: Side } => {
  const sides = { own: { items: 0, yes: 0, no: 0 }, other: { items: 0, yes: 0, no: 0 } }
  for (let c = 0; c < length; c++) {
    const side = isOwn[c] ? sides.own : sides.other
    side.items += items[c]
    side.yes += yes.answers[c]
    side.no += no.answers[c]
  }
  return sides
}

/** What is possible, since answered items are known: the measure if all others were a yes, or a no, on each side. */
export const possible = (layout: Layout, measure: Measure): Interval => {
  const { own, other } = sidesOf(layout)
  const total = (r: number, ownYes: number, otherYes: number): number => {
    const [[a, b], [c, d]] = [measure.own(r), measure.other(r)]
    return own.items * a + ownYes * b + other.items * c + otherYes * d
  }
  const values = [own.yes, own.items - own.no].flatMap((ownYes) =>
    [other.yes, other.items - other.no].flatMap((otherYes) => {
      const [at0, at1] = [total(0, ownYes, otherYes), total(1, ownYes, otherYes)]
      return at0 === at1 ? [0, measure.max] : [at0 / (at0 - at1)]
    }),
  )
  return { low: Math.max(0, Math.min(...values)), high: Math.min(measure.max, Math.max(...values)) }
}

/** Estimates a measure with its intervals. */
export const estimateOf = (layout: Layout, measure: Measure, level: number): Estimate => {
  const { own, other } = sidesOf(layout)
  const limits = possible(layout, measure)
  const answers = own.yes + own.no + other.yes + other.no
  const hasNone = measure.isOverall !== true && own.items + other.yes === 0
  const test = answers > 0 && !hasNone ? new ScoreTest(layout, measure) : undefined
  const raw = test?.estimate
  if (!test || raw === undefined || !Number.isFinite(raw))
    return { value: undefined, anyTime: limits, fixedTime: limits }
  const value = Math.min(limits.high, Math.max(limits.low, raw))
  const mark = measure.isOverall !== true && own.yes + other.yes === 0 && { fromConfidence: true }
  if (answers < MIN_ANSWERS) return { value, anyTime: limits, fixedTime: limits, ...mark }
  const z = fixedTimeReach(level)
  const { low, high } = hull(test.interval(value, limits, z), givenAnswers(layout, measure, value, z))
  const oneItem = measure.isOverall ? measure.max / (own.items + other.items) : 1 / Math.max(1, own.items)
  const fixedTime = {
    low: Math.max(limits.low, Math.min(low, value) - oneItem),
    high: Math.min(limits.high, Math.max(high, value) + oneItem),
  }
  return { value, anyTime: anyTimeOf(value, fixedTime, limits, answers, level), fixedTime, ...mark }
}

/**
 * The interval of a class given how many answers are about it (E. B. Wilson 1927, JASA 22, 209–212), n their effective number. Over all
 * coins the test above covers as it should. But its interval is narrow where answers of large weight happen to be many, and there
 * the truth would be outside too often. An answer counts if it changes the measure. n = (Σw)²/Σw².
 */
const givenAnswers = (layout: Layout, measure: Measure, value: number, z: number): Interval => {
  if (!layout.isOfFew || measure.isOverall) return { low: value, high: value }
  const n = effectiveAbout(layout, measure)
  if (!(n > 0)) return { low: 0, high: measure.max }
  return wilson(value, n, z)
}

/** The effective number of answers that change a measure of the class. */
const effectiveAbout = ({ length, isOwn, yes, no }: Layout, measure: Measure): number => {
  let [weights, squares] = [0, 0]
  for (let c = 0; c < length; c++) {
    const [alpha, beta] = (isOwn[c] ? measure.own : measure.other)(ANY)
    for (const [sums, change] of [
      [yes, alpha + beta],
      [no, alpha],
    ] as const) {
      if (change === 0) continue
      weights += sums.weights[c]
      squares += sums.squares[c]
    }
  }
  return effectiveOf(weights, squares)
}

const hull = (one: Interval, other: Interval): Interval => ({
  low: Math.min(one.low, other.low),
  high: Math.max(one.high, other.high),
})

/**
 * The interval that holds at all times: that of a fixed time, stretched. The number of answers is the clock. It is asymptotic:
 * coverage is not guaranteed below 20 answers.
 */
const anyTimeOf = (
  value: number,
  { low, high }: Interval,
  limits: Interval,
  answers: number,
  level: number,
): Interval => {
  const factor = anyTimeReach(answers, level) / fixedTimeReach(level)
  return {
    low: Math.max(limits.low, value - factor * (value - low)),
    high: Math.min(limits.high, value + factor * (high - value)),
  }
}
