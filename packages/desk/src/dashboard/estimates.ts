import { currentEstimate, MAX_BAND } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import type { Interval } from '../parts/numbers.js'

type Estimate = Schemas['Estimate']
type Quality = Schemas['Quality']

export type Metric = 'accuracy' | 'f1'

/**
 * Returns an estimate with the interval that is shown, or undefined without answers.
 *
 * @example
 * const interval = { low: 0.8, high: 0.9 }
 * intervalOf({ value: 0.85, anyTime: { low: 0, high: 1 }, fixedTime: interval }) // => { value: 0.85, low: 0.8, high: 0.9 }
 * intervalOf({ anyTime: interval, fixedTime: interval }) // => undefined
 */
export const intervalOf = ({ value, fixedTime }: Estimate): Interval | undefined =>
  value === undefined ? undefined : { value, ...fixedTime }

/** Whether an interval is narrow enough to be drawn. */
export const isDrawn = ({ low, high }: Pick<Interval, 'low' | 'high'>): boolean => high - low <= MAX_BAND

/** The estimate over all items; macro F1 for more than two classes. */
export const ownEstimate = ({ all }: Quality, metric: Metric, classes: number): Estimate => {
  if (metric === 'accuracy') return all.accuracy
  return classes > 2 ? all.macroF1 : all.f1
}

/** The accuracy of the model as it is, if it can be told. F1 has no such estimate. */
export const nowEstimate = ({ now }: Quality, metric: Metric): Estimate | undefined => {
  if (metric !== 'accuracy' || now.accuracy.value === undefined) return undefined
  const { value, ...intervals } = currentEstimate(now)
  return { ...(value !== undefined && { value }), ...intervals }
}
