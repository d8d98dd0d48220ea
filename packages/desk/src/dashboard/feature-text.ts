/**
 * A feature as it is shown: pieces of words in quotes, so that the spaces in them are seen.
 *
 * @example
 * featureText('chr: lat') // => '“ lat”'
 * featureText('subject:offer') // => 'subject: offer'
 * featureText('offer') // => 'offer'
 */
export const featureText = (feature: string): string => {
  if (feature.startsWith('chr:')) return `“${feature.slice(4)}”`
  return feature.replace(/^(subject|from|to|host|path|query):(?=\S)/, '$1: ')
}

/**
 * The features that matter most, for or against, in the order of what they add.
 *
 * @example
 * const some = [{ contribution: 3 }, { contribution: 1 }, { contribution: -2 }]
 * strongest(some, 2) // => [{ contribution: 3 }, { contribution: -2 }]
 */
export const strongest = <Feature extends { readonly contribution: number }>(
  features: readonly Feature[],
  most: number,
): readonly Feature[] =>
  [...features]
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, most)
    .sort((a, b) => b.contribution - a.contribution)
