import type { Reading } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/** A Gaussian over weight vectors, mean μ and covariance Σ (at first 0 and I). Both steps speak of the row read last. */
export interface GaussianModel {
  readonly dimension: number
  /** Score μ·x and variance v = xᵀΣx. */
  read(x: Row, out: Reading): void
  /** μ ← μ + alpha · Σx, with Σ as it is now. */
  shift(x: Row, alpha: number): void
  /** Σ ← Σ − beta · Σx xᵀΣ; the diagonal form keeps only the diagonal of it. */
  narrow(x: Row, beta: number): void
  contribution(x: Row, k: number): number
  save(): State
  load(state: State): void
}
