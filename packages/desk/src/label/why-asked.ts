import type { LabelOrLabels } from '../parts/labels.js'
import type { Key } from '../words/say.js'

/** The fields of a question that explain why it is asked. */
interface AskedQuestion {
  /** With two classes: the probability of the positive class from which it is predicted. */
  readonly threshold?: number
  readonly reason: string
  readonly predicted: LabelOrLabels
  readonly confidence: number
  readonly unknownFeatures: readonly string[]
}

/** A message key with its values. */
interface Sentence {
  readonly key: Key
  readonly values: Readonly<Record<string, string | number>>
}

/** Up to this confidence, showing a probability does not reveal the suggestion. */
const NEAR_EVEN = 0.6
/** With a threshold farther from ½, a probability near ½ is not close to it. */
const NEAR_HALF = 0.05

const plain: Readonly<Record<string, Key>> = {
  'warm-up': 'label.why.warmUp',
  uncertain: 'label.why.uncertain',
  unfamiliar: 'label.why.unfamiliar',
  random: 'label.why.random',
  always: 'label.why.always',
  rare: 'label.why.rare',
  audit: 'label.why.check',
  measure: 'label.why.measure',
}

/**
 * Explains why a question is asked without revealing the suggestion. A probability is shown only for close
 * calls between two classes, always for the same class.
 *
 * @example
 * const asked = { reason: 'uncertain', predicted: 'ham', confidence: 0.52, unknownFeatures: [] }
 * whyAsked(asked, { classes: ['ham', 'spam'], positive: 'spam' }) // => { key: 'label.why.even', values: { share: 48, label: 'spam' } }
 * whyAsked({ ...asked, confidence: 0.8 }, { classes: ['ham', 'spam'] }).key // => 'label.why.uncertain'
 * whyAsked({ ...asked, reason: 'audit' }, { classes: ['ham', 'spam'] }).key // => 'label.why.check'
 */
export const whyAsked = (
  { reason, predicted, confidence, threshold = 0.5 }: AskedQuestion,
  { classes, positive }: { readonly classes: readonly string[]; readonly positive?: string },
): Sentence => {
  if (
    reason === 'uncertain' &&
    typeof predicted === 'string' &&
    classes.length === 2 &&
    Math.abs(threshold - 0.5) <= NEAR_HALF &&
    confidence <= NEAR_EVEN &&
    confidence >= 1 - NEAR_EVEN
  ) {
    const label = positive ?? classes[1] ?? predicted
    const share = Math.round(100 * (label === predicted ? confidence : 1 - confidence))
    return { key: 'label.why.even', values: { share, label } }
  }
  return { key: plain[reason] ?? 'label.why.other', values: {} }
}
