import { excessOverLog, stirlingRemainder } from './log-gamma.js'

/**
 * Iₓ(a, b), the regularized incomplete beta function, for a, b > 0 and 0 ≤ x ≤ 1. Give y = 1 − x as well where it is
 * known better than the subtraction tells, as in the far tails.
 *
 * @example
 * regularizedBeta(0.25, 2, 3) // => 0.26171875
 */
export const regularizedBeta = (x: number, a: number, b: number, y = 1 - x): number => {
  if (x <= 0) return 0
  if (y <= 0) return 1
  return x * b <= y * a ? leftOfMean(x, y, a, b) : 1 - leftOfMean(y, x, b, a)
}

const leftOfMean = (x: number, y: number, a: number, b: number): number =>
  lead(x, y, a, b) / continuedFraction(x, y, a, b)

/**
 * x^a y^b / B(a, b) by the saddle point: √(ab / 2πn) · exp(Δ(n) − Δ(a) − Δ(b) − a e(xn/a) − b e(yn/b)) with n = a + b
 * and e(r) = r − 1 − ln r (Loader 2000, "Fast and accurate computation of binomial probabilities"). Here
 * xn − a = xb − ya, in which nothing is lost when x is small.
 */
const lead = (x: number, y: number, a: number, b: number): number => {
  const n = a + b
  const gap = x * b - y * a
  const remainder = stirlingRemainder(n) - stirlingRemainder(a) - stirlingRemainder(b)
  const away = a * excessOverLog(gap / a, (x * n) / a) + b * excessOverLog(-gap / b, (y * n) / b)
  return Math.sqrt((a / n) * (b / (2 * Math.PI))) * Math.exp(remainder - away)
}

/**
 * β₀ + α₁/(β₁ + α₂/(β₂ + …)) with αₙ = (a + n − 1)(a + b + n − 1) n (b − n) x² / (a + 2n − 1)² and
 * βₙ = n + n (b − n) x / (a + 2n − 1) + (a + n)(ay − bx + 1 + n (1 + y)) / (a + 2n + 1)
 * (Didonato & Morris 1992, "Significant digit computation of the incomplete beta function ratios", ACM TOMS 18/3).
 * It is multiplied up from the ratios of its numerators and denominators (Lentz 1976, Applied Optics 15/3).
 */
const continuedFraction = (x: number, y: number, a: number, b: number): number => {
  const gap = a * y - b * x
  let above = (a * (gap + 1)) / (a + 1)
  let below = 0
  let value = above
  for (let n = 1; n < 100_000; n++) {
    const odd = a + 2 * n - 1
    const alpha = (((a + n - 1) * x) / odd) * (((a + b + n - 1) * x) / odd) * n * (b - n)
    const beta = n + (n * (b - n) * x) / odd + ((a + n) * (gap + 1 + n * (1 + y))) / (odd + 2)
    above = beta + alpha / above
    below = 1 / (beta + alpha * below)
    value *= above * below
    if (Math.abs(above * below - 1) <= Number.EPSILON) break
  }
  return value
}
