import type { Schemas } from '@askance/server/client'
import type { Interval } from '../parts/numbers.js'

type Estimate = Schemas['Estimate']
type Quality = Schemas['Quality']

export type Metric = 'accuracy' | 'f1'

/**
 * The initial metric: F1, unless the stream has another objective.
 *
 * @example
 * defaultMetric('f1') // => 'f1'
 * defaultMetric('cost') // => 'accuracy'
 */
export const defaultMetric = (objective: string | undefined): Metric =>
  objective === 'f1' || objective === undefined ? 'f1' : 'accuracy'

/**
 * Returns an estimate with one of its intervals, or undefined without answers.
 *
 * @example
 * const interval = { low: 0.8, high: 0.9 }
 * intervalOf({ value: 0.85, anyTime: interval, fixedTime: interval }, 'fixedTime') // => { value: 0.85, low: 0.8, high: 0.9 }
 * intervalOf({ anyTime: interval, fixedTime: interval }, 'fixedTime') // => undefined
 */
export const intervalOf = (
  { value, anyTime, fixedTime }: Estimate,
  kind: 'anyTime' | 'fixedTime',
): Interval | undefined =>
  value === undefined ? undefined : { value, ...(kind === 'anyTime' ? anyTime : fixedTime) }

const clampShare = (share: number): number => Math.max(0, Math.min(1, share))

/**
 * The shadow model's value: ours minus the gain, with the interval of the gain.
 *
 * @example
 * randomInterval(0.9, { value: 0.25, low: 0.125, high: 0.5 }) // => { value: 0.65, low: 0.4, high: 0.775 }
 */
export const randomInterval = (ours: number, { value, low, high }: Interval): Interval => ({
  value: clampShare(ours - value),
  low: clampShare(ours - high),
  high: clampShare(ours - low),
})

/** Uses macro F1 for more than two classes. */
const selectEstimate = ({ all }: Quality, metric: Metric, classes: number): Estimate => {
  if (metric === 'accuracy') return all.accuracy
  return classes > 2 ? all.macroF1 : all.f1
}

/** Current estimate of the model. */
export const ownInterval = (quality: Quality, metric: Metric, classes: number): Interval | undefined =>
  intervalOf(selectEstimate(quality, metric, classes), 'fixedTime')

/** How much more accurate the model is than the shadow model. */
export const gainInterval = ({ gainOverRandom }: Quality): Interval | undefined =>
  gainOverRandom && intervalOf(gainOverRandom.accuracy, 'fixedTime')
