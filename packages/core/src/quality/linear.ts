import type { Coefficient, Completed, Moments } from './completed.js'
import type { Estimate, Interval } from './interval.js'

/** A part of a sum: weight times one total over another, the ratio between 0 and 1. */
export interface Term {
  readonly part: Coefficient
  readonly whole: Coefficient
  readonly weight: number
}

/** With about this many answers the standard errors themselves are uncertain. */
const FEW = 100

/**
 * The sum of estimates, each times the positive weight of its term. Its intervals are from those of the terms (method of variance
 * estimates recovery: G. Y. Zou & A. Donner 2008, Statistics in Medicine 27, 1693–1702): each keeps its own, uneven distances to its
 * bounds, which are added and multiplied by the factor of `jointly`.
 */
export const sumEstimate = (
  completed: Completed,
  terms: readonly Term[],
  estimates: readonly Estimate[],
  answers: number,
): Estimate => {
  const factor = jointly(completed, terms, answers)
  const isKnown = estimates.every(({ value }) => value !== undefined)
  let value = 0
  estimates.forEach((one, k) => {
    value += terms[k].weight * (one.value ?? 0)
  })
  const interval = (kind: 'anyTime' | 'fixedTime'): Interval => {
    let [low, high] = [0, 0]
    estimates.forEach((one, k) => {
      low += terms[k].weight * one[kind].low
      high += terms[k].weight * one[kind].high
    })
    if (!isKnown) return { low, high }
    return {
      low: Math.max(low, value - factor * (value - low)),
      high: Math.min(high, value + factor * (high - value)),
    }
  }
  return {
    value: isKnown ? value : undefined,
    anyTime: interval('anyTime'),
    fixedTime: interval('fixedTime'),
  }
}

/**
 * How far the errors of the terms add up or even out, from 0 to 1: (standard error of the sum)/(sum of the standard errors), from the
 * linearised sum (Särndal, Swensson & Wretman 1992, section 5.5), where one item adds Σ weight·(a − (A/B)·b)/B. With few answers
 * those are hardly known, and it is nearly 1. Terms whose ratio is unknown are omitted.
 */
const jointly = (completed: Completed, terms: readonly Term[], answers: number): number => {
  const influences: Coefficient[] = []
  let errors = 0
  for (const { part, whole, weight } of terms) {
    const m = completed.moments(part, whole)
    if (!(m.b > 0)) continue
    const ratio = m.a / m.b
    errors += (weight * standardError(m, ratio)) / m.b
    influences.push((s, k) => (weight * (part(s, k) - ratio * whole(s, k))) / m.b)
  }
  const influence: Coefficient = (s, k) => {
    let sum = 0
    for (const one of influences) sum += one(s, k)
    return sum
  }
  const together = standardError(completed.moments(influence, nothing), 0)
  const joint = errors > 0 ? Math.min(1, together / errors) : 1
  return 1 - ((1 - joint) * answers) / (answers + FEW)
}

const nothing: Coefficient = () => 0

const standardError = ({ aa, ab, bb }: Moments, ratio: number): number =>
  Math.sqrt(Math.max(0, aa - 2 * ratio * ab + ratio * ratio * bb))
