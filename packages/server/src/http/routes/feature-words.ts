import { featureText, joinPieces } from '@askance/data'
import { MAX_FEATURES } from '../../operations/questions.js'
import type { ItemExplanation } from '../../stream/classifier.js'
import { bounded } from '../../stream/explanation.js'

type Features = ItemExplanation['features']

/** The texts of an item as it was sent. */
const textsOf = (content: unknown) => {
  const { text, meta } = (content ?? {}) as { text?: unknown; meta?: { subject?: unknown } }
  return { text: typeof text === 'string' ? text : undefined, subject: meta?.subject }
}

/** Features as people read them: pieces of words joined to the words of the item, and codes in words. */
const inWords = (features: Features, content: unknown) =>
  joinPieces(features, textsOf(content)).map((one) => ({ ...one, text: featureText(one.feature) }))

export const questionInWords = <Question extends { readonly contributions: Features }>(
  question: Question,
  content: unknown,
) => ({ ...question, contributions: inWords(question.contributions, content).slice(0, MAX_FEATURES) })

export const explanationInWords = (explanation: ItemExplanation, content: unknown) =>
  bounded({ ...explanation, features: inWords(explanation.features, content) }, explanation.omittedFeatures)
