/**
 * Returns the features with the largest absolute contribution, sorted by contribution.
 *
 * @example
 * const some = [{ contribution: 3 }, { contribution: 1 }, { contribution: -2 }]
 * strongest(some, 2) // => [{ contribution: 3 }, { contribution: -2 }]
 */
export const strongest = <Feature extends { readonly contribution: number }>(
  features: readonly Feature[],
  max: number,
): readonly Feature[] =>
  [...features]
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, max)
    .sort((a, b) => b.contribution - a.contribution)
