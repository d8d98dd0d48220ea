import type { Explanation, Observed } from '@askance/core'
import { YES } from '@askance/core/internals'
import type { ItemExplanation } from './classifier.js'
import { bounded } from './explanation.js'

/** Max classes whose features are listed, those with the highest probability. */
const MAX_CLASSES = 20

export type Forecast = Pick<ItemExplanation, 'probabilities'> & { readonly predicted: readonly string[] }

/** Why an item was asked about, and the class that tells it. */
interface Asked {
  readonly reason?: Observed['reason'] | 'taught' | undefined
  readonly leading?: string | undefined
}

/** The explanation of an item with several labels, from those of its classes, each of which is yes or no. */
export const explanationOver = (
  { predicted, probabilities }: Forecast,
  ready: boolean,
  explain: (label: string) => Explanation,
  { reason, leading }: Asked = {},
): ItemExplanation => {
  const likely = Object.entries(probabilities)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_CLASSES)
    .map(([label]) => label)
  let features: ItemExplanation['features'] = []
  let omitted = 0
  // One after the other: together, the features of many classes would take much memory.
  for (const label of likely) {
    const all = [...features, ...featuresFor(label, explain(label))]
    const strongest = bounded({ features: all.sort(byStrength), unknownFeatures: [] }, omitted)
    features = strongest.features
    omitted = strongest.omittedFeatures ?? 0
  }
  const first = leading ?? likely[0]
  const { unknownFeatures = [], reasonText } = first === undefined ? {} : explain(first)
  return bounded(
    {
      predicted,
      ready,
      probabilities,
      features,
      unknownFeatures,
      ...(reason && { reason, reasonText: reasonText ?? '' }),
    },
    omitted,
  )
}

type Features = ItemExplanation['features']

const byStrength = (one: Features[number], other: Features[number]): number =>
  Math.abs(other.contribution) - Math.abs(one.contribution)

/** What the features contribute to the label; the explanation has what they contribute to the prediction, yes or no. */
const featuresFor = (label: string, { predicted, features }: Explanation): Features =>
  features.map(({ contribution, ...rest }) => ({
    ...rest,
    contribution: predicted === YES ? contribution : -contribution,
    label,
  }))
