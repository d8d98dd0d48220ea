import { normalCdf, normalDensity, normalQuantile } from '@askance/core/internals'
import { newton, regularizedBeta, stirlingRemainder, upperGamma } from './special.js'

/**
 * The probability that |T| > |t| for Student's t distribution: I with x = ν / (ν + t²),
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
 * The probability that T ≤ t for Student's t distribution.
 *
 * @example
 * studentCumulative(1, 1) // => 0.75
 */
export const studentCumulative = (t: number, degrees: number): number => {
  const tail = 0.5 * studentTwoSided(t, degrees)
  return t < 0 ? tail : 1 - tail
}

/** Γ((ν+1)/2) / (√(νπ) Γ(ν/2)) · (1 + t²/ν)^−(ν+1)/2; the gamma functions by what Stirling's formula lacks. */
const studentDensity = (t: number, degrees: number): number => {
  const half = degrees / 2
  const ratio = half * Math.log1p(0.5 / half) - 0.5 + stirlingRemainder(half + 0.5) - stirlingRemainder(half)
  return Math.exp(ratio - (half + 0.5) * Math.log1p((t * t) / degrees)) / Math.sqrt(2 * Math.PI)
}

/**
 * The p-quantile of Student's t distribution, for tails down to 1e-150.
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
  const logarithm = newton(Math.log(-normalQuantile(p)), (u) => {
    const t = Math.exp(u)
    const survival = 0.5 * studentTwoSided(t, degrees)
    return (Math.log(survival / p) * survival) / (t * studentDensity(t, degrees))
  })
  return -Math.exp(logarithm)
}

/**
 * The probability that a chi-square variable exceeds x: Q(ν/2, x/2) (Abramowitz & Stegun 1964, 26.4.19).
 *
 * @example
 * chiSquareSurvival(5.991464547107979, 2) // => 0.05
 */
export const chiSquareSurvival = (x: number, degrees: number): number =>
  x <= 0 ? 1 : upperGamma(degrees / 2, x / 2)

/**
 * The probability that an F variable exceeds f: I with x = ν₂ / (ν₂ + ν₁ f), a = ν₂/2, b = ν₁/2
 * (Abramowitz & Stegun 1964, 26.6.2).
 *
 * @example
 * fSurvival(3, 2, 10) // => 0.095367431640625
 */
export const fSurvival = (f: number, above: number, below: number): number => {
  if (f <= 0) return 1
  const ratio = (above / below) * f
  if (ratio === Number.POSITIVE_INFINITY) return 0
  return regularizedBeta(1 / (1 + ratio), below / 2, above / 2, ratio / (1 + ratio))
}

/** The trapezoids are this wide; at ±9 the normal density is below 1e-18. */
const WIDTH = 1 / 16
const REACH = 9

/** φ and Φ at the nodes, which every range and every k share. */
const nodes = Array.from({ length: (2 * REACH) / WIDTH + 1 }, (_, j) => {
  const z = j * WIDTH - REACH
  return { z, density: normalDensity(z), cumulative: normalCdf(z) }
})

/** P(q) = k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k − 1) dz, and its slope k (k − 1) ∫ φ(z) φ(z − q) [Φ(z) − Φ(z − q)]^(k − 2) dz. */
const integrals = (q: number, k: number): { readonly cumulative: number; readonly slope: number } => {
  let cumulative = 0
  let slope = 0
  for (const node of nodes) {
    const between = Math.max(0, node.cumulative - normalCdf(node.z - q))
    const power = between ** (k - 2)
    cumulative += node.density * power * between
    slope += node.density * power * normalDensity(node.z - q)
  }
  return { cumulative: k * WIDTH * cumulative, slope: k * (k - 1) * WIDTH * slope }
}

/**
 * The probability that k standard normal variables lie within q of each other: the studentized range distribution with
 * infinite degrees of freedom (Tukey 1949, "Comparing individual means in the analysis of variance", Biometrics 5/2).
 * The trapezoidal rule converges exponentially for such integrals (Trefethen & Weideman 2014, SIAM Review 56/3).
 *
 * @example
 * studentizedRangeCumulative(3.314493155398, 3) // => 0.95
 */
export const studentizedRangeCumulative = (q: number, k: number): number =>
  q <= 0 ? 0 : Math.min(1, integrals(q, k).cumulative)

/**
 * The range that k standard normal variables exceed with probability `tail`.
 *
 * ln(1 − P) is concave, and a pair exceeds q with probability 2 (1 − Φ(q / √2)); all pairs together exceed it at most
 * k (k − 1)/2 times as often. From the range at which that bound is the tail, Newton's method on the logarithm comes
 * down to the root.
 *
 * @example
 * studentizedRangeInverse(0.05, 3) // => 3.314493155398
 */
export const studentizedRangeInverse = (tail: number, k: number): number =>
  newton(-Math.SQRT2 * normalQuantile(tail / (k * (k - 1))), (q) => {
    const { cumulative, slope } = integrals(q, k)
    const survival = 1 - cumulative
    return (Math.log(survival / tail) * survival) / slope
  })
