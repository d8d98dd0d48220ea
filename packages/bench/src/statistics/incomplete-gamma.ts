import { excessOverLog, stirlingRemainder } from './log-gamma.js'

/**
 * P(a, x) = γ(a, x) / Γ(a), for a > 0 and x ≥ 0.
 *
 * @example
 * lowerGamma(1, 2) // => 0.8646647167633873
 */
export const lowerGamma = (a: number, x: number): number =>
  x < a + 1 ? series(a, x) : 1 - continuedFraction(a, x)

/**
 * Q(a, x) = 1 − P(a, x), with its own relative accuracy in the far tail.
 *
 * @example
 * upperGamma(1, 50) // => 1.928749847963918e-22
 */
export const upperGamma = (a: number, x: number): number =>
  x < a + 1 ? 1 - series(a, x) : continuedFraction(a, x)

/**
 * x^a e^−x / Γ(a + 1) by the saddle point: exp(−Δ(a) − a (x/a − 1 − ln(x/a))) / √(2πa) (Loader 2000, "Fast and
 * accurate computation of binomial probabilities").
 */
const lead = (a: number, x: number): number =>
  Math.exp(-stirlingRemainder(a) - a * excessOverLog((x - a) / a, x / a)) / Math.sqrt(2 * Math.PI * a)

/** P(a, x) = x^a e^−x / Γ(a + 1) · Σₙ xⁿ / ((a + 1) … (a + n)) (DLMF 8.7.1 with 8.2.4). */
const series = (a: number, x: number): number => {
  let sum = 1
  let term = 1
  for (let n = 1; sum + term !== sum; n++) {
    term *= x / (a + n)
    sum += term
  }
  return x === 0 ? 0 : sum * lead(a, x)
}

/**
 * Q(a, x) = x^a e^−x / Γ(a) · 1/(x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …))) (DLMF 8.9.2 contracted),
 * added up as the series of its convergents.
 */
const continuedFraction = (a: number, x: number): number => {
  if (x === Number.POSITIVE_INFINITY) return 0
  let partial = x + 1 - a
  let ratio = 1 / partial
  let term = ratio
  let sum = term
  for (let n = 1; n < 100_000; n++) {
    partial += 2
    const numerator = -n * (n - a)
    ratio = 1 / (partial + numerator * ratio)
    term *= partial * ratio - 1
    sum += term
    if (Math.abs(term) <= Number.EPSILON * 0.25 * sum) break
  }
  return sum * lead(a, x) * a
}
