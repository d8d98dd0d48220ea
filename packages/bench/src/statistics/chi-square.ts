import { upperGamma } from './incomplete-gamma.js'

/**
 * The chance that a chi-square number is greater than x: Q(ν/2, x/2) (Abramowitz & Stegun 1964, 26.4.19).
 *
 * @example
 * chiSquareSurvival(5.991464547107979, 2) // => 0.05
 */
export const chiSquareSurvival = (x: number, degrees: number): number =>
  x <= 0 ? 1 : upperGamma(degrees / 2, x / 2)
