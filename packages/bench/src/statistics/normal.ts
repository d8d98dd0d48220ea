import { lowerGamma, upperGamma } from './incomplete-gamma.js'
import { newton } from './newton.js'

/**
 * erf(x) = P(½, x²) with the sign of x.
 *
 * @example
 * errorFunction(0.5) // => 0.5204998778130465
 */
export const errorFunction = (x: number): number => Math.sign(x) * lowerGamma(0.5, x * x)

/**
 * erfc(x) = 1 − erf(x), exact in the right tail too.
 *
 * @example
 * complementaryErrorFunction(10) // => 2.088487583762545e-45
 */
export const complementaryErrorFunction = (x: number): number =>
  x >= 0 ? upperGamma(0.5, x * x) : 1 + lowerGamma(0.5, x * x)

/**
 * The chance that a standard normal number is greater than x.
 *
 * @example
 * normalSurvival(1.959963984540054) // => 0.025
 */
export const normalSurvival = (x: number): number => {
  const half = 0.5 * x * x
  return x >= 0 ? 0.5 * upperGamma(0.5, half) : 0.5 + 0.5 * lowerGamma(0.5, half)
}

/**
 * Φ(x), the chance that a standard normal number is at most x.
 *
 * @example
 * normalCumulative(0) // => 0.5
 */
export const normalCumulative = (x: number): number => normalSurvival(-x)

/**
 * φ(x), the density of the standard normal distribution.
 *
 * @example
 * normalDensity(0) // => 0.3989422804014327
 */
export const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)

/**
 * Φ⁻¹(p) for all of 0 ≤ p ≤ 1, as exact for p = 1e-300 as for p = 0.3.
 *
 * ln(1 − Φ) is concave and 1 − Φ(x) ≤ ½ exp(−x²/2), so Newton's method on the logarithm, begun where that bound meets
 * p, comes down to the root and never passes it.
 *
 * @example
 * normalInverse(0.975) // => 1.959963984540054
 */
export const normalInverse = (p: number): number => {
  if (p > 0.5) return -normalInverse(1 - p)
  if (p === 0) return Number.NEGATIVE_INFINITY
  const bound = Math.sqrt(-2 * Math.log(2 * p))
  return -newton(bound, (x) => {
    const survival = normalSurvival(x)
    return (Math.log(survival / p) * survival) / normalDensity(x)
  })
}
