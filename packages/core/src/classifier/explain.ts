import { type DecisionReason, isSelfTuning, type Learner } from '../parts.js'
import { INTERCEPT, type Row } from '../rows/row.js'
import type { Fold } from './fold.js'

/** What a feature of a row adds to the score of the predicted label; below 0 it speaks against it. */
export interface Contribution {
  readonly feature: string
  readonly value: number
  readonly contribution: number
}

/** Why a row is predicted as it is, and why it was asked about. */
export interface Explanation {
  readonly predicted: string
  readonly probabilities: Readonly<Record<string, number>>
  /** The strongest first; empty where features have no weights, as with a kernel. */
  readonly features: readonly Contribution[]
  /** What cannot be told by single features: how they bend the boundary together. */
  readonly curved?: number
  /** Features of the row of which nothing was learned yet. */
  readonly unfamiliar: readonly string[]
  readonly reason?: DecisionReason | 'taught'
  /** The reason in a sentence. */
  readonly because?: string
}

/** Why a row would be predicted as it would; with the reason of a question also why it was asked about. */
export const explanationOf = <Item>(
  { learned, classes, input }: Fold<Item>,
  row: Row,
  reason?: DecisionReason | 'taught',
): Explanation => {
  const { learner } = learned
  learner.read(row)
  const { predicted } = learner.reading
  const probabilities = learned.probabilities(new Float64Array(classes.length))
  const told = contributionsOf(learner, row, predicted, (index) => input.nameOf?.(index))
  return {
    predicted: classes[predicted],
    probabilities: Object.fromEntries(classes.map((label, k) => [label, probabilities[k]])),
    ...told,
    ...(reason && { reason, because: sentenceFor(reason, told.unfamiliar) }),
  }
}

/** The features of the row that was read last, with what each adds to the score of a class. */
const contributionsOf = (
  learner: Learner,
  row: Row,
  label: number,
  nameOf: (index: number) => string | undefined,
): Pick<Explanation, 'features' | 'unfamiliar' | 'curved'> => {
  // A single score speaks for the second class: what lowers it speaks for the first.
  const sign = learner.reading.scores.length === 1 && label === 0 ? -1 : 1
  const features: Contribution[] = []
  const unfamiliar: string[] = []
  for (let k = row.start; k < row.end; k++) {
    const value = row.value[k]
    if (value === 0) continue
    const index = row.index[k]
    const feature = featureName(index, nameOf)
    const contribution = learner.contribution(row, k, label)
    if (contribution === undefined) continue
    if (contribution === 0) unfamiliar.push(feature)
    else features.push({ feature, value, contribution: sign * contribution })
  }
  features.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  return { features, unfamiliar, ...(isSelfTuning(learner) && { curved: learner.curved(label) }) }
}

/** What a feature is called, also where nobody gave it a name. */
export const featureName = (index: number, nameOf: (index: number) => string | undefined): string =>
  nameOf(index) ?? (index === INTERCEPT ? 'intercept' : `feature ${index}`)

const MOST_NAMED = 5

/** Why it was asked, as a person would say it. */
const sentenceFor = (reason: DecisionReason | 'taught', unfamiliar: readonly string[]): string => {
  switch (reason) {
    case 'audit':
      return 'It was drawn by lot, to measure how good the predictions are.'
    case 'taught':
      return 'It was not: its label was there already.'
    case 'warm-up':
      return 'It is one of the first items, and little is known yet.'
    case 'uncertain':
      return 'The prediction could easily be another.'
    case 'unfamiliar': {
      const named = unfamiliar.slice(0, MOST_NAMED).join(', ')
      return named === '' ? 'It has features of which little is known.' : `Little is known of ${named}.`
    }
    case 'random':
      return 'It was drawn by lot.'
    case 'always':
      return 'Every item is asked about.'
  }
}
