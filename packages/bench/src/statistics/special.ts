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

/**
 * P(a, x) = γ(a, x) / Γ(a), for a > 0 and x ≥ 0.
 *
 * @example
 * lowerGamma(1, 2) // => 0.8646647167633873
 */
export const lowerGamma = (a: number, x: number): number =>
  x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x)

/**
 * Q(a, x) = 1 − P(a, x), with its own relative accuracy in the far tail.
 *
 * @example
 * upperGamma(1, 50) // => 1.928749847963918e-22
 */
export const upperGamma = (a: number, x: number): number =>
  x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x)

/**
 * x^a e^−x / Γ(a + 1) by the saddle point: exp(−Δ(a) − a (x/a − 1 − ln(x/a))) / √(2πa) (Loader 2000, "Fast and
 * accurate computation of binomial probabilities").
 */
const gammaLead = (a: number, x: number): number =>
  Math.exp(-stirlingRemainder(a) - a * excessOverLog((x - a) / a, x / a)) / Math.sqrt(2 * Math.PI * a)

/** P(a, x) = x^a e^−x / Γ(a + 1) · Σₙ xⁿ / ((a + 1) … (a + n)) (DLMF 8.7.1 with 8.2.4). */
const gammaSeries = (a: number, x: number): number => {
  let sum = 1
  let term = 1
  for (let n = 1; sum + term !== sum; n++) {
    term *= x / (a + n)
    sum += term
  }
  return x === 0 ? 0 : sum * gammaLead(a, x)
}

/**
 * Q(a, x) = x^a e^−x / Γ(a) · 1/(x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …))) (DLMF 8.9.2 contracted),
 * added up as the series of its convergents.
 */
const gammaFraction = (a: number, x: number): number => {
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
  return sum * gammaLead(a, x) * a
}

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
  betaLead(x, y, a, b) / betaFraction(x, y, a, b)

/**
 * x^a y^b / B(a, b) by the saddle point: √(ab / 2πn) · exp(Δ(n) − Δ(a) − Δ(b) − a e(xn/a) − b e(yn/b)) with n = a + b
 * and e(r) = r − 1 − ln r (Loader 2000, "Fast and accurate computation of binomial probabilities"). Here
 * xn − a = xb − ya, in which nothing is lost when x is small.
 */
const betaLead = (x: number, y: number, a: number, b: number): number => {
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
const betaFraction = (x: number, y: number, a: number, b: number): number => {
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

/**
 * Newton's method where it cannot fail: a start and steps that close in on the root, until rounding makes a step as
 * long as the one before.
 *
 * @example
 * newton(2, (x) => (2 - x * x) / (2 * x)) // => 1.414213562373095
 */
export const newton = (start: number, step: (x: number) => number): number => {
  let x = start
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const change = step(x)
    const size = Math.abs(change)
    if (!(size < before && size > 0)) return x
    x += change
    before = size
  }
}
