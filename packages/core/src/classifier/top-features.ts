import { coreError } from '../errors.js'
import { classList } from '../format/class-list.js'
import { isSelfTuning, type Learner } from '../parts.js'
import { INTERCEPT } from '../rows/row.js'
import { featureName } from './explain.js'
import type { Fold } from './fold.js'

/** A feature and its weight for a class. */
export interface FeatureWeight {
  readonly feature: string
  readonly weight: number
}

/** The features with the largest weights for a class, largest first. */
export interface TopFeatures {
  readonly label: string
  /** Empty for learners without feature weights, such as kernel learners. */
  readonly features: readonly FeatureWeight[]
}

const MAX_FEATURES = 1000

/** The features with the largest positive weights for each label. */
export const topFeatures = <Item>(
  { classes, learned, input }: Fold<Item>,
  count: number,
  labels: readonly string[],
): readonly TopFeatures[] => {
  if (!Number.isInteger(count) || count < 1 || count > MAX_FEATURES)
    throw coreError('option/value', {
      name: 'count',
      value: count,
      expected: `a whole number from 1 to ${MAX_FEATURES}`,
    })
  const unknown = labels.find((label) => !classes.includes(label))
  if (unknown !== undefined) throw coreError('label/unknown', { label: unknown, classes: classList(classes) })
  const nameOf = (index: number): string | undefined => input.nameOf?.(index)
  const signOf = (index: number): number => input.signOf?.(index) ?? 1
  return labels.map((label) => ({
    label,
    features: strongest(learned.learner, classes.indexOf(label), count, signOf).map(({ index, weight }) => ({
      feature: featureName(index, nameOf),
      weight,
    })),
  }))
}

interface Weighed {
  readonly index: number
  readonly weight: number
}

const NONE = new Float64Array(0)

/** Keeps the largest `count` weights in order, in one pass over the weights of a class. */
const strongest = (
  learner: Learner,
  label: number,
  count: number,
  signOf: (index: number) => number,
): readonly Weighed[] => {
  const best: Weighed[] = []
  const offer = (index: number, value: number): void => {
    if (value === 0 || index === INTERCEPT) return
    const weight = signOf(index) * value
    if (!(weight > 0)) return
    if (best.length === count) {
      if (weight <= best[count - 1].weight) return
      best.pop()
    }
    let at = best.length
    while (at > 0 && best[at - 1].weight < weight) at--
    best.splice(at, 0, { index, weight })
  }
  if (isSelfTuning(learner)) learner.featureWeights(label, offer)
  else {
    // A binary learner has one score, for the second class; weights for the first have the opposite sign.
    const isSingle = learner.reading.scores.length === 1
    const sign = isSingle && label === 0 ? -1 : 1
    const weights = learner.weights(isSingle ? 1 : label)?.weights ?? NONE
    for (let index = 0; index < weights.length; index++) offer(index, sign * weights[index])
  }
  return best
}
