/** Bernoulli coefficients B₂ₙ / (2n (2n − 1)) of Stirling's series; seven are exact to rounding from x = 10 on. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]
const SERIES_FROM = 10

/**
 * What Stirling's formula lacks: Δ(x) = ln Γ(x) − [(x − ½) ln x − x + ½ ln 2π], for x > 0.
 *
 * Ratios of gamma functions are taken from these small numbers, since the logarithms themselves are large and would
 * cancel. Below ten the recurrence Δ(x) = Δ(x + 1) + (x + ½) ln(1 + 1/x) − 1 climbs to where the series holds
 * (Abramowitz & Stegun 1964, Handbook of Mathematical Functions, 6.1.15 and 6.1.41).
 *
 * @example
 * stirlingRemainder(1) // => 0.08106146679532726
 */
export const stirlingRemainder = (x: number): number => {
  let climbed = 0
  let z = x
  for (; z < SERIES_FROM; z++) climbed += (z + 0.5) * Math.log1p(1 / z) - 1
  const perStep = 1 / (z * z)
  return climbed + STIRLING.reduceRight((sum, coefficient) => sum * perStep + coefficient, 0) / z
}

/**
 * ln Γ(x) for x > 0; near its roots 1 and 2 the error is absolute, about 1e-15.
 *
 * @example
 * logGamma(5) // => 3.1780538303479458
 */
export const logGamma = (x: number): number =>
  (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + stirlingRemainder(x)

/**
 * d − ln(1 + d) for d ≥ −1, without the cancellation near d = 0. With s = d / (2 + d) the logarithm is
 * 2 (s + s³/3 + s⁵/5 + …) and d − 2s = d s. The caller knows 1 + d more exactly than the sum would be.
 *
 * @example
 * excessOverLog(1e-5, 1.00001) // => 4.9999666669166646e-11
 */
export const excessOverLog = (d: number, onePlusD: number): number => {
  if (Math.abs(d) > 0.4) return d - Math.log(onePlusD)
  const s = d / (2 + d)
  let power = 2 * s * s * s
  let rest = 0
  for (let odd = 3; rest + power / odd !== rest; odd += 2) {
    rest += power / odd
    power *= s * s
  }
  return d * s - rest
}
