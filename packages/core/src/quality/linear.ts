import type { Coefficient, Completed, Moments } from './completed.js'
import { type Interval, ratioInterval } from './interval.js'

/**
 * A part of a sum (of a difference, if the weight is negative): weight times one total over another, the ratio between
 * 0 and 1.
 */
export interface Term {
  readonly part: Coefficient
  readonly whole: Coefficient
  readonly weight: number
}

/** With about this many answers the standard errors themselves are uncertain. */
const SMALL = 20

/** The estimate of Σ weight·A/B; NaN if one of the ratios is unknown. */
export const sumOfRatios = (completed: Completed, terms: readonly Term[]): number => {
  let sum = 0
  for (const { part, whole, weight } of terms)
    sum += (weight * completed.total(part)) / completed.total(whole)
  return sum
}

/**
 * An interval for Σ weight·A/B from those of its terms (method of variance estimates recovery: G. Y. Zou & A. Donner
 * 2008, Statistics in Medicine 27, 1693–1702): each term keeps its own, uneven distances to its bounds. How far they
 * add up or even out tells the linearised sum (Särndal, Swensson & Wretman 1992, section 5.5), where one item adds Σ
 * weight·(a − (A/B)·b)/B: the distances are added and multiplied by (standard error of the sum)/(sum of the standard
 * errors). With few answers those are hardly known, and the distances count nearly in full.
 */
export const sumInterval = (
  completed: Completed,
  terms: readonly Term[],
  answers: number,
  z: number,
  reach: number,
): Interval => {
  const influences: Coefficient[] = []
  let [value, below, above, errors] = [0, 0, 0, 0]
  for (const { part, whole, weight } of terms) {
    const m = completed.moments(part, whole)
    const ratio = m.a / m.b
    const { low, high } = ratioInterval(m, z, reach, 1)
    value += weight * ratio
    below += weight * (ratio - (weight > 0 ? low : high))
    above += weight * ((weight > 0 ? high : low) - ratio)
    errors += (Math.abs(weight) * standardError(m, ratio)) / m.b
    influences.push((s, k) => (weight * (part(s, k) - ratio * whole(s, k))) / m.b)
  }
  const influence: Coefficient = (s, k) => {
    let sum = 0
    for (const one of influences) sum += one(s, k)
    return sum
  }
  const together = standardError(completed.moments(influence, nothing), 0)
  const joint = errors > 0 ? together / errors : 0
  const factor = 1 - ((1 - joint) * answers) / (answers + SMALL)
  return { low: value - factor * below, high: value + factor * above }
}

const nothing: Coefficient = () => 0

const standardError = ({ aa, ab, bb }: Moments, ratio: number): number =>
  Math.sqrt(Math.max(0, aa - 2 * ratio * ab + ratio * ratio * bb))
