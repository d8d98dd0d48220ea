import { regularizedBeta } from './incomplete-beta.js'

/**
 * The chance that a number of the F distribution is greater than f: I with x = ν₂ / (ν₂ + ν₁ f), a = ν₂/2, b = ν₁/2
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
