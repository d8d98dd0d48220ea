/** The preferred label share for comparisons. */
export const GAIN_SHARE = 0.1

/**
 * Returns the share with the smallest ratio to the wanted one.
 *
 * @example
 * nearestShare([0.01, 0.05, 0.5], 0.1) // => 0.05
 */
export const nearestShare = (shares: readonly number[], wanted: number): number | undefined =>
  shares.toSorted((a, b) => Math.abs(Math.log(a / wanted)) - Math.abs(Math.log(b / wanted)))[0]
