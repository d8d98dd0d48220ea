import { regularizedBeta } from './incomplete-beta.js'
import { stirlingRemainder } from './log-gamma.js'
import { newton } from './newton.js'
import { normalInverse } from './normal.js'

/**
 * The chance that a number of Student's t distribution is farther from zero than t: I with x = ν / (ν + t²),
 * a = ν/2, b = ½ (Abramowitz & Stegun 1964, 26.7.1).
 *
 * @example
 * studentTwoSided(2, 10) // => 0.07338803477074037
 */
export const studentTwoSided = (t: number, degrees: number): number => {
  const ratio = (t * t) / degrees
  if (ratio === Number.POSITIVE_INFINITY) return 0
  return regularizedBeta(1 / (1 + ratio), degrees / 2, 0.5, ratio / (1 + ratio))
}

/**
 * The chance that a number of Student's t distribution is at most t.
 *
 * @example
 * studentCumulative(1, 1) // => 0.75
 */
export const studentCumulative = (t: number, degrees: number): number => {
  const tail = 0.5 * studentTwoSided(t, degrees)
  return t < 0 ? tail : 1 - tail
}

/** Γ((ν+1)/2) / (√(νπ) Γ(ν/2)) · (1 + t²/ν)^−(ν+1)/2; the gamma functions by what Stirling's formula lacks. */
const density = (t: number, degrees: number): number => {
  const half = degrees / 2
  const ratio = half * Math.log1p(0.5 / half) - 0.5 + stirlingRemainder(half + 0.5) - stirlingRemainder(half)
  return Math.exp(ratio - (half + 0.5) * Math.log1p((t * t) / degrees)) / Math.sqrt(2 * Math.PI)
}

/**
 * The number that a share p of Student's t distribution does not exceed, for tails down to 1e-150.
 *
 * ln(1 − F) is concave in ln t and close to a line in the tail, so Newton's method works on these logarithms. It
 * begins at the normal quantile, passes the root at most once and then comes down to it.
 *
 * @example
 * studentInverse(0.975, 10) // => 2.2281388519649385
 */
export const studentInverse = (p: number, degrees: number): number => {
  if (p > 0.5) return -studentInverse(1 - p, degrees)
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 0.5) return 0
  const logarithm = newton(Math.log(-normalInverse(p)), (u) => {
    const t = Math.exp(u)
    const survival = 0.5 * studentTwoSided(t, degrees)
    return (Math.log(survival / p) * survival) / (t * density(t, degrees))
  })
  return -Math.exp(logarithm)
}
