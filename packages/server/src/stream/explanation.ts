import type { Explanation } from '@askance/core'
import { isPiece } from '@askance/data'
import type { ItemExplanation } from './classifier.js'

/** Clients decide how many features an item has, and every one takes time and bytes on its way to them. */
const MAX_EXPLAINED = 400

type Features = ItemExplanation['features']

/** The strongest features, and some of the unknown words: pieces of words say nothing to people. `omitted` features are missing already. */
export const bounded = <Whole extends Pick<Explanation, 'unknownFeatures'> & { readonly features: Features }>(
  explanation: Whole,
  omitted = 0,
): Whole & Pick<ItemExplanation, 'omittedFeatures' | 'omittedUnknownFeatures'> => {
  const { features } = explanation
  const words = explanation.unknownFeatures.filter((feature) => !isPiece({ feature }))
  const left = omitted + Math.max(0, features.length - MAX_EXPLAINED)
  const unknown = words.length - MAX_EXPLAINED
  return {
    ...explanation,
    features: features.slice(0, MAX_EXPLAINED),
    unknownFeatures: words.slice(0, MAX_EXPLAINED),
    ...(left > 0 && { omittedFeatures: left }),
    ...(unknown > 0 && { omittedUnknownFeatures: unknown }),
  }
}
