import type { Quality } from '../classifier/quality-tracker.js'
import type { Estimate } from '../quality/index.js'

/** The estimated quality of the predicted labels over all items, from the answers. */
export interface MultiLabelQuality {
  /** The share of pairs of an item and a class that are predicted wrongly. */
  readonly hammingLoss: Estimate
  /** The mean of the F1 of the classes. */
  readonly macroF1: Estimate
}

/** At this level, the intervals of all k classes hold together at the given level (Bonferroni's inequality). */
export const levelForEach = (level: number, classes: number): number => 1 - (1 - level) / classes

/** The quality over all classes, from that of each at `levelForEach`. */
export const qualityOverAll = (classes: readonly Pick<Quality, 'all'>[]): MultiLabelQuality => ({
  hammingLoss: complement(meanOf(classes.map(({ all }) => all.accuracy))),
  macroF1: meanOf(classes.map(({ all }) => all.f1)),
})

/** If every estimate is in its interval, the mean of all is between the means of the ends. */
const meanOf = (estimates: readonly Estimate[]): Estimate => {
  const values = estimates.map(({ value }) => value).filter((value) => value !== undefined)
  const interval = (name: 'anyTime' | 'fixedTime') => ({
    low: mean(estimates.map((one) => one[name].low)),
    high: mean(estimates.map((one) => one[name].high)),
  })
  return {
    value: values.length === estimates.length ? mean(values) : undefined,
    anyTime: interval('anyTime'),
    fixedTime: interval('fixedTime'),
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

const complement = ({ value, anyTime, fixedTime }: Estimate): Estimate => ({
  value: value === undefined ? undefined : 1 - value,
  anyTime: { low: 1 - anyTime.high, high: 1 - anyTime.low },
  fixedTime: { low: 1 - fixedTime.high, high: 1 - fixedTime.low },
})
