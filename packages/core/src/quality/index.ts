export type { ClassEstimates, ConfusionEstimates } from './confusion.js'
export { type DifferenceEstimates, DifferenceEstimator } from './difference.js'
export type { QualityEstimates } from './estimates.js'
export { QualityEstimator } from './estimator.js'
export { type Gain, GainEstimator, type GainOptions } from './gain.js'
export {
  anyTimeReach,
  complement,
  type Estimate,
  fixedTimeReach,
  type Interval,
  shareEstimate,
} from './interval.js'
export { CurrentEstimator, type CurrentQuality } from './now.js'
export { type GainOverRandom, OverRandom } from './over-random.js'
export { recalibratedBins, recalibratedCells } from './recalibration.js'
export { WindowedQuality } from './window.js'
