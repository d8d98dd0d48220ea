import type { CostWeights } from '../metrics/metrics.js'
import type { Coefficient } from './completed.js'

/** For which question the made-up answers of an interval are laid out. */
export type Layout = 'overall' | 'positive' | 'macro'

/** A measure that is one total over another. */
export interface Measure {
  readonly part: Coefficient
  readonly whole: Coefficient
  readonly layout: Layout
  /** The largest value it can have; the smallest is 0. */
  readonly max: number
}

const one = (condition: boolean): number => (condition ? 1 : 0)

/** The measures of the positive class p; strata are predictions, outcomes truths. Definitions as in `Metrics`. */
export const measuresOf = (p: number, costs: Required<CostWeights>) => {
  const { falseNegative, falsePositive } = costs
  const hit: Coefficient = (predicted, truth) => one(predicted === p && truth === p)
  const every: Coefficient = () => 1
  return {
    accuracy: {
      part: (predicted, truth) => one(predicted === truth),
      whole: every,
      layout: 'overall',
      max: 1,
    },
    precision: { part: hit, whole: (predicted) => one(predicted === p), layout: 'positive', max: 1 },
    recall: { part: hit, whole: (_, truth) => one(truth === p), layout: 'positive', max: 1 },
    specificity: {
      part: (predicted, truth) => one(predicted !== p && truth !== p),
      whole: (_, truth) => one(truth !== p),
      layout: 'positive',
      max: 1,
    },
    f1: {
      part: (predicted, truth) => 2 * hit(predicted, truth),
      whole: (predicted, truth) => one(predicted === p) + one(truth === p),
      layout: 'positive',
      max: 1,
    },
    cost: {
      part: (predicted, truth) =>
        falseNegative * one(truth === p && predicted !== p) +
        falsePositive * one(truth !== p && predicted === p),
      whole: every,
      layout: 'overall',
      max: Math.max(falseNegative, falsePositive),
    },
  } as const satisfies Record<string, Measure>
}
