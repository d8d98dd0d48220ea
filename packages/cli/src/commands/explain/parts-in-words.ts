import type { Classifier, Row } from '@askance/core'
import { INTERCEPT } from '@askance/core/internals'
import { isPiece, joinPieces } from '@askance/data'
import { jsonLabel } from '../../stream/classes.js'
import type { Contribution, Explanation } from './explanation.js'

/** The name of a feature in the user's file. */
type FeatureName = (feature: number) => string | number

export const featureNames =
  ({ input }: Classifier): FeatureName =>
  (feature) =>
    feature === INTERCEPT ? 'intercept' : jsonLabel(input.nameOf?.(feature) ?? '')

/** An explanation with the names of the features. */
export interface NamedExplanation extends Omit<Explanation, 'parts'> {
  readonly parts:
    | readonly (Omit<Contribution, 'feature'> & { readonly feature: string | number })[]
    | undefined
}

/** The contributions by name. Pieces of words are joined to the words of the row, so that the sum stays the same. */
export const partsInWords = (
  { parts }: Explanation,
  { index, start, end }: Row,
  nameOf: FeatureName,
): NamedExplanation['parts'] => {
  const named = parts?.map((part) => ({ ...part, feature: nameOf(part.feature) }))
  if (!named?.some(({ feature }) => isPiece({ feature: String(feature) }))) return named
  const names = Array.from(index.subarray(start, end), (feature) => String(nameOf(feature)))
  const text = names.filter((feature) => !isPiece({ feature })).join(' ')
  return joinPieces(
    named.map((part) => ({ ...part, feature: String(part.feature) })),
    { text },
  )
}
