import type { Ensemble } from './ensemble.js'
import type { Features } from './features.js'
import { type Featurizer, KERNEL, PRESENCE, VALUES, VECTOR_INPUT } from './featurizer.js'
import type { ViewScaling } from './view-scaling.js'

/** The contribution of a feature of the last row through the linear members; the kernel has no single features. */
export const contributionOf = (
  featurizer: Featurizer,
  ensemble: Ensemble,
  index: number,
  classes: number,
  label: number,
): number => {
  const { views } = featurizer
  const at = featurizer.placeOf(index)
  if (at < 0) return 0
  let sum = 0
  for (let view = 0; view < KERNEL; view++)
    sum += ensemble.part(view, views[view].slots[at], views[view].values[at], classes === 2 ? 1 : label)
  return classes === 2 ? 2 * sum : sum
}

/** Calls `onFeature` with the weight of every feature: present if sparse, one deviation above its mean if dense. */
export const featureWeights = (
  features: Features,
  { relevance, scales, newcomer }: ViewScaling,
  ensemble: Ensemble,
  classes: number,
  label: number,
  onFeature: (index: number, weight: number) => void,
): void => {
  /** The standard deviation of a sparse feature's presence; 1 for dense ones. Otherwise words seen once would rank first. */
  const deviationOf = (slot: number): number => {
    if (scales.isDense[slot] === 1) return 1
    const share = features.count[slot] / features.rows
    return Math.sqrt(share * (1 - share))
  }
  for (let slot = 1; slot <= features.seen; slot++) {
    const typical = scales.typical(slot) * deviationOf(slot)
    const weighed = typical * (slot < relevance.length ? relevance[slot] : newcomer)
    const pull = ensemble.part(PRESENCE, slot, typical, label) + ensemble.part(VALUES, slot, weighed, label)
    onFeature(features.index[slot], classes === 2 ? 2 * pull : pull)
  }
}

/** The contribution of the kernel or the topics, and the vector, to the score of a class for the row scored last: no single feature has it. */
export const jointContribution = (
  { scores, stack, hasVector }: Ensemble,
  classes: number,
  label: number,
): number => {
  const of = (input: number): number => {
    const own = scores[input * classes + label]
    return stack.slopes[input] * (classes === 2 ? own - scores[input * classes + 1 - label] : own)
  }
  return hasVector ? of(KERNEL) + of(VECTOR_INPUT) : of(KERNEL)
}
