import type { Schemas } from '@askance/server/client'
import { say } from '../words/say.js'

/** How a stream with two classes predicts: the positive class from a threshold of its probability on. */
export interface Binary {
  readonly positive: string
  /** The current threshold. Algorithms without one predict by the sign of a score. */
  readonly threshold: number | undefined
  readonly objective: string | undefined
}

interface Known {
  readonly config: Pick<Schemas['StreamConfig'], 'positive' | 'objective' | 'multiLabel'>
  readonly status: Pick<Schemas['StreamStatus'], 'classes' | 'threshold'>
}

/** Undefined with more than two classes, or with several labels per item. */
export const binaryOf = ({ config, status: { classes, threshold } }: Known): Binary | undefined => {
  const positive = config.positive ?? classes[1]
  if (config.multiLabel || classes.length !== 2 || positive === undefined) return undefined
  return { positive, threshold, objective: config.objective }
}

/**
 * The probability of the positive class, from that of the predicted one.
 *
 * @example
 * positiveShare({ predicted: 'ham', confidence: 0.75 }, 'spam') // => 0.25
 */
export const positiveShare = (
  { predicted, confidence }: { readonly predicted: unknown; readonly confidence: number },
  positive: string,
): number => (predicted === positive ? confidence : 1 - confidence)

/**
 * Whether a prediction says nothing: before anything is learned, all classes are equally probable. An item of a pool that has a
 * label has no prediction.
 *
 * @example
 * saysNothing({ predicted: 'ham', confidence: 0.5 }, ['ham', 'spam']) // => true
 * saysNothing({ predicted: '', confidence: 0 }, ['ham', 'spam']) // => true
 */
export const saysNothing = (
  { predicted, confidence }: { readonly predicted: unknown; readonly confidence: number },
  classes: readonly string[],
): boolean => predicted === '' || confidence === 1 / classes.length

/**
 * Why the threshold is where it is.
 *
 * @example
 * thresholdText({ positive: 'spam', threshold: 0.31, objective: 'f1' }) // => 'spam is predicted from 31\u00a0% on, the threshold for the best F1.'
 */
export const thresholdText = ({ positive, threshold, objective = 'f1' }: Binary): string => {
  if (threshold === undefined) return ''
  const share = Math.round(100 * threshold)
  const key = objective === 'f1' || objective === 'cost' ? objective : share === 50 ? 'even' : 'other'
  return say(`common.threshold.${key}`, { label: positive, share })
}
