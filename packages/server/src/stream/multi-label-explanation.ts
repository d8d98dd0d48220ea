import type { Explanation, Observed } from '@askance/core'
import { YES } from '@askance/core/internals'
import type { ItemExplanation } from './classifier.js'

/** Max classes whose features are listed, those with the highest probability. */
const MAX_CLASSES = 20

type Explained = readonly [label: string, explanation: Explanation]

/** The explanation of an item with several labels, from those of its classes; `reason` is why it was asked. */
export const explanationOver = (
  classes: readonly Explained[],
  reason?: Observed['reason'] | 'taught',
): ItemExplanation => {
  const probability = ([, { probabilities }]: Explained): number => probabilities[YES] ?? 0
  const likely = [...classes]
    .sort((one, other) => probability(other) - probability(one))
    .slice(0, MAX_CLASSES)
  const features = likely.flatMap(([label, explanation]) => featuresFor(label, explanation))
  const leading = classes.find(([, explanation]) => explanation.reason === reason) ?? classes[0]
  const { unknownFeatures = [], reasonText } = leading?.[1] ?? {}
  return {
    predicted: classes.flatMap(([label, { predicted }]) => (predicted === YES ? [label] : [])),
    ready: classes.some(([, { ready }]) => ready),
    probabilities: Object.fromEntries(classes.map((one) => [one[0], probability(one)])),
    features: features.sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution)),
    unknownFeatures,
    ...(reason && { reason, reasonText: reasonText ?? '' }),
  }
}

/** What the features contribute to the label; the explanation has what they contribute to the prediction, yes or no. */
const featuresFor = (label: string, { predicted, features }: Explanation) =>
  features.map(({ contribution, ...rest }) => ({
    ...rest,
    contribution: predicted === YES ? contribution : -contribution,
    label,
  }))
