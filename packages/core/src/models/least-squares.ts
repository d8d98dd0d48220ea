import type { Reading } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/**
 * Ridge regression that follows a target which may drift: a Kalman filter whose state is the weight vector.
 *
 * `prior` is the variance of each weight at the start, `noise` what every update adds to it. RLS and the second-order
 * Perceptron are the case noise = 0 with prior 1/ridge; LASEC has noise 1/c and prior 1/b − 1/c (Moroshko & Crammer
 * 2014; the three matrix inversions of the paper are this recursion).
 *
 * With Q = P + noise·I, h = Qx and ρ = x·h, x itself counted in the matrix:
 *   score (f·x)/(1 + ρ);  update f ← f + h (y − f·x)/(1 + ρ),  P ← Q − h hᵀ/(1 + ρ).
 */
export interface LeastSquaresModel {
  readonly dimension: number
  /** Score and ‖x‖²; where the form has them, r, s and ‖q‖². */
  read(x: Row, out: Reading): void
  /** The update for the row read last, y = ±1. */
  learn(x: Row, y: number): void
  contribution(x: Row, k: number): number | undefined
  save(): State
  load(state: State): void
}
