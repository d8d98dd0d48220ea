import { normalQuantile } from '../normal.js'
import type { Moments } from './completed.js'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** An estimate with two intervals of the same level. */
export interface Estimate {
  /** undefined without a relevant answer. */
  readonly value: number | undefined
  /** Set while no answer was about the class: the value is what the confidence of the predictions says. */
  readonly fromConfidence?: boolean
  /** Valid at all times simultaneously: you may look at any time and act on it. */
  readonly anyTime: Interval
  /** Valid at one time fixed in advance: narrower, but invalid if you stop at a favourable moment. */
  readonly fixedTime: Interval
}

/** At this many effective answers the boundary is the lowest, in units of the standard error. */
const SHARPEST = 100

/**
 * How many standard errors an interval that holds at all times reaches: Robbins' normal mixture, as in the asymptotic
 * confidence sequences of I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas (2024, Time-uniform central
 * limit theory and asymptotic confidence sequences, Annals of Statistics 52, 2613–2640), which allow means that change
 * along the stream:
 *
 * > √(2(1 + 1/(nρ²)) · log(√(nρ² + 1)/α)), ρ² = (−2 log α + log(1 − 2 log α))/n*,
 *
 * n the effective answers, n* where it is to be the sharpest.
 *
 * @example
 * anyTimeReach(100, 0.95) // => 3.0352089904
 * anyTimeReach(10000, 0.95) > 3.5 // => true
 */
export const anyTimeReach = (answers: number, level: number): number => {
  const α = 1 - level
  const x = (answers / SHARPEST) * (-2 * Math.log(α) + Math.log(1 - 2 * Math.log(α)))
  return Math.sqrt(2 * (1 + 1 / x) * Math.log(Math.sqrt(x + 1) / α))
}

/** How many standard errors an interval for one fixed time reaches. */
export const fixedTimeReach = (level: number): number => normalQuantile((1 + level) / 2)

/** How far the middle of an interval moves towards the longer tail, in units of κ₃/κ₂. */
const shiftAt = (z: number): number => (2 * z * z + 1) / 6

/**
 * How many made-up errors widen an interval: c with z√c + (2z² + 1)/6 = log(2/α), so that the upper bound without a
 * single error is the exact one of a Poisson count ("rule of three"). 1.31 at 95 %.
 */
export const madeUp = (level: number): number => {
  const z = fixedTimeReach(level)
  return ((Math.log(2 / (1 - level)) - shiftAt(z)) / z) ** 2
}

/**
 * The bound d + (2z² + 1)/6·κ₃/κ₂ + reach·√κ₂: with few heavy answers the error is skewed, and a symmetric interval
 * would miss on one side (N. J. Johnson 1978, JASA 73, 536–544; P. Hall 1992, JRSS B 54, 221–228). The shift stays
 * smaller than the reach, so that d itself is inside.
 */
const bound = (d: number, variance: number, third: number, z: number, reach: number): number => {
  if (!(variance > 0)) return d
  const distance = reach * Math.sqrt(variance)
  const most = 0.95 * Math.abs(distance)
  const shift = shiftAt(z) * (third / variance)
  return d + Math.max(-most, Math.min(most, shift)) + distance
}

/** The interval of the total A. */
export const totalInterval = (a: number, { aa, aaa }: Moments, z: number, reach: number): Interval => ({
  low: bound(a, aa, aaa, z, -reach),
  high: bound(a, aa, aaa, z, reach),
})

/**
 * The interval of A/B between 0 and `most`: all r for which 0 is inside the interval of A − r·B (E. C. Fieller 1954,
 * JRSS B 16, 175–185). It needs no linearisation of the ratio, and is the whole range if B may be 0.
 */
export const ratioInterval = (m: Moments, z: number, reach: number, most: number): Interval => {
  const at = (r: number, side: number): number => {
    const variance = m.aa - 2 * r * m.ab + r * r * m.bb
    const third = m.aaa - 3 * r * m.aab + 3 * r * r * m.abb - r * r * r * m.bbb
    return bound(m.a - r * m.b, variance, third, z, side * reach)
  }
  return {
    low: farthest(m.a / m.b, 0, (r) => at(r, -1) <= 0),
    high: farthest(m.a / m.b, most, (r) => at(r, 1) >= 0),
  }
}

/** Halvings of a bisection. */
const ROUNDS = 40

/** The farthest point on the way at which it still holds, as it does where the way begins. */
const farthest = (from: number, to: number, holds: (r: number) => boolean): number => {
  if (holds(to)) return to
  let [inside, outside] = [from, to]
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (inside + outside) / 2
    if (holds(middle)) inside = middle
    else outside = middle
  }
  return inside
}

/** The interval cut to what is possible, and never without the estimate itself. */
export const within = ({ low, high }: Interval, value: number, least: number, most: number): Interval => ({
  low: Math.max(least, Math.min(value, low)),
  high: Math.min(most, Math.max(value, high)),
})
