import { type DecisionReason, isSelfTuning, type Learner } from '../parts.js'
import { INTERCEPT, type Row } from '../rows/row.js'
import { featureEnd } from '../rows/vector.js'
import type { Fold } from './fold.js'

/** What a feature adds to the score of the predicted class. A negative contribution counts against it. */
export interface Contribution {
  readonly feature: string
  readonly value: number
  readonly contribution: number
}

/** Why a row was predicted as it was, and why it was asked about. */
export interface Explanation {
  readonly predicted: string
  /** Whether the model has learned labels of at least two classes. */
  readonly ready: boolean
  readonly probabilities: Readonly<Record<string, number>>
  /** Largest contribution first. Empty for models without feature weights, such as kernel models. */
  readonly features: readonly Contribution[]
  /** The part of the score that no single feature explains. */
  readonly nonlinear?: number
  /** Features of the row about which the model has learned nothing yet. */
  readonly unknownFeatures: readonly string[]
  readonly reason?: DecisionReason | 'taught'
  /** The reason as a sentence. */
  readonly reasonText?: string
}

/** Explains the prediction of a row and, if it was asked about, the reason. */
export const explain = <Item>(
  { learned, classes, input, isReady }: Fold<Item>,
  row: Row,
  reason?: DecisionReason | 'taught',
): Explanation => {
  const { learner } = learned
  learner.read(row)
  const { predicted } = learner.reading
  const probabilities = learned.probabilities(new Float64Array(classes.length))
  const contributions = contributionsOf(learner, row, predicted, (index) => input.nameOf?.(index))
  return {
    predicted: classes[predicted],
    ready: isReady,
    probabilities: Object.fromEntries(classes.map((label, k) => [label, probabilities[k]])),
    ...contributions,
    ...(reason && { reason, reasonText: sentenceFor(reason, contributions.unknownFeatures) }),
  }
}

/** Contributions to the score of a class. The learner must have read the row last. */
const contributionsOf = (
  learner: Learner,
  row: Row,
  label: number,
  nameOf: (index: number) => string | undefined,
): Pick<Explanation, 'features' | 'unknownFeatures' | 'nonlinear'> => {
  // A binary learner has one score, for the second class; contributions to the first have the opposite sign.
  const sign = learner.reading.scores.length === 1 && label === 0 ? -1 : 1
  const features: Contribution[] = []
  const unknownFeatures: string[] = []
  const end = featureEnd(row)
  for (let k = row.start; k < end; k++) {
    const value = row.value[k]
    if (value === 0) continue
    const index = row.index[k]
    const feature = featureName(index, nameOf)
    const contribution = learner.contribution(row, k, label)
    if (contribution === undefined) continue
    if (contribution === 0) unknownFeatures.push(feature)
    else features.push({ feature, value, contribution: sign * contribution })
  }
  features.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  return { features, unknownFeatures, ...(isSelfTuning(learner) && { nonlinear: learner.nonlinear(label) }) }
}

/** The feature's name, or its index if it has none. */
export const featureName = (index: number, nameOf: (index: number) => string | undefined): string =>
  nameOf(index) ?? (index === INTERCEPT ? 'intercept' : `feature ${index}`)

const MAX_NAMED = 5

const sentenceFor = (reason: DecisionReason | 'taught', unknownFeatures: readonly string[]): string => {
  switch (reason) {
    case 'audit':
    case 'measure':
      return 'It was sampled at random to measure the quality of the predictions.'
    case 'taught':
      return 'It was not asked about: it came with its label.'
    case 'warm-up':
      return 'It is one of the first items, and the model has learned little so far.'
    case 'uncertain':
      return 'It was a close call.'
    case 'unfamiliar': {
      const named = unknownFeatures.slice(0, MAX_NAMED).join(', ')
      return named === ''
        ? 'The model knows little about its features.'
        : `The model knows little about ${named}.`
    }
    case 'rare':
      return 'It may belong to a class with few answers so far.'
    case 'random':
      return 'It was sampled at random.'
    case 'always':
      return 'Every item is asked about.'
  }
}
