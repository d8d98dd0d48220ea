import type { Row } from '../rows/row.js'
import type { Model } from './model.js'

/**
 * A Gaussian over weight vectors, mean μ and covariance Σ (at first 0 and I). An update moves the mean by alpha·Σx and
 * narrows the covariance by beta·Σx xᵀΣ (the diagonal form: by its diagonal). Which comes first tells learners apart.
 * Both updates speak of the row read last, of which it tells the score μ·x and the variance v = xᵀΣx.
 */
export interface GaussianModel extends Model {
  /** Moves the mean by the Σ there is, then narrows. */
  moveThenNarrow(x: Row, alpha: number, beta: number): void
  /** Narrows, then moves the mean by the new Σ. `rest` is 1 − beta·v, which the caller knows without cancellation. */
  narrowThenMove(x: Row, alpha: number, beta: number, rest: number): void
}
