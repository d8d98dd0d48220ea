/** Φ(x): Marsaglia's series (Journal of Statistical Software 11/4, 2004), exact to rounding for moderate x. */
export const normalCdf = (x: number): number => {
  let sum = x
  let term = x
  for (let i = 3; sum + term !== sum; i += 2) {
    term *= (x * x) / i
    sum += term
  }
  return 0.5 + sum * density(x)
}

const density = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)

/**
 * Φ⁻¹(p) for ½ ≤ p < 1, by Newton's method. Φ is concave there, so the steps climb to the root and never pass it.
 *
 * @example
 * normalQuantile(0.975) // => 1.959963984540054
 */
export const normalQuantile = (p: number): number => {
  let x = 0
  for (let round = 0; round < 100; round++) {
    const step = (p - normalCdf(x)) / density(x)
    if (!(step > 1e-17 * x)) break
    x += step
  }
  return x
}
