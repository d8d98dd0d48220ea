import { type MultiLabelQuality, Pool, type Quality } from '@askance/core'
import { percent } from '@askance/core/internals'
import type { StreamClassifier } from './classifier.js'
import type { Advised } from './entries.js'

/** Whether more labels are unlikely to help. */
export type Advice = Omit<Advised, 'type' | 'time'>

/** The advice on more labels. A multi-label stream has no estimate of their gain. */
export const adviceOn = (classifier: StreamClassifier, quality: Quality | MultiLabelQuality): Advice => {
  if (classifier instanceof Pool) return poolAdvice(classifier)
  if ('hammingLoss' in quality) return { stop: false, labels: classifier.counts.answers, text: '' }
  const { stop, labels, per, upper, level, text } = quality.gain
  return { stop, labels, per, upper, level, text }
}

/** A pool compares its labelling with that of earlier answers. */
const poolAdvice = (pool: Pool): Advice => {
  const { enough, disagreement } = pool.progress()
  const text =
    disagreement === undefined
      ? 'All items are labelled.'
      : `The labelling changed by ${percent(disagreement)} in the last answers.`
  return { stop: enough, labels: pool.counts.answers, text }
}
