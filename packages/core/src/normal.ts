/**
 * φ(x), the density of the standard normal distribution.
 *
 * @example
 * normalDensity(0) // => 0.3989422804014327
 */
export const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)

/** Farther out the terms of the series cancel, and so many terms of the continued fraction are exact to rounding. */
const TAIL = 3
const TERMS = 60

/**
 * Φ(x), the probability that a standard normal number is at most x. Its relative accuracy holds in the lower tail, so
 * `normalCdf(-x)` is the probability of more than x. The centre is Marsaglia's series (Journal of Statistical Software
 * 11/4, 2004), the tail Laplace's continued fraction φ(x)/(x + 1/(x + 2/(x + 3/(x + …)))).
 *
 * @example
 * normalCdf(0) // => 0.5
 * normalCdf(-30) // => 4.906713927148187e-198
 */
export const normalCdf = (x: number): number => {
  if (x > TAIL) return 1 - upperTail(x)
  if (x < -TAIL) return upperTail(-x)
  let sum = x
  let term = x
  for (let i = 3; sum + term !== sum; i += 2) {
    term *= (x * x) / i
    sum += term
  }
  return 0.5 + sum * normalDensity(x)
}

const upperTail = (x: number): number => {
  let fraction = x
  for (let k = TERMS; k > 0; k--) fraction = x + k / fraction
  return normalDensity(x) / fraction
}

/** Above, 1 − p is the better argument. */
const CENTRE = 0.998

/**
 * Φ⁻¹(p) for all of 0 ≤ p ≤ 1, as exact for p = 1e-300 as for p = 0.3. Newton's method cannot fail: from ½ to the right Φ
 * is concave, so the steps climb to the root; in the lower tail ln Φ is concave and Φ(−x) ≤ ½ exp(−x²/2), so the steps on
 * the logarithm, begun where that bound meets p, come down to it.
 *
 * @example
 * normalQuantile(0.975) // => 1.959963984540054
 * normalQuantile(1e-20) // => -9.262340089798409
 */
export const normalQuantile = (p: number): number => {
  if (p > CENTRE) return -normalQuantile(1 - p)
  if (p < 0.5) return -tailQuantile(p)
  let x = 0
  for (let round = 0; round < 100; round++) {
    const step = (p - normalCdf(x)) / normalDensity(x)
    if (!(step > 1e-17 * x)) break
    x += step
  }
  return x
}

const tailQuantile = (p: number): number => {
  if (p === 0) return Number.POSITIVE_INFINITY
  let x = Math.sqrt(-2 * Math.log(2 * p))
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const beyond = normalCdf(-x)
    const step = (Math.log(beyond / p) * beyond) / normalDensity(x)
    const size = Math.abs(step)
    // Rounding makes a step as long as the one before.
    if (!(size < before && size > 0)) return x
    x += step
    before = size
  }
}
