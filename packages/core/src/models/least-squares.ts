import type { Row } from '../rows/row.js'
import type { Model } from './model.js'

/** ρ ≥ 0 in exact arithmetic. Rounding may make it negative; on overflow it counts as infinite. */
export const soundRho = (rho: number): number =>
  Number.isNaN(rho) ? Number.POSITIVE_INFINITY : Math.max(0, rho)

/** r = ρ/(1 + ρ). */
export const leverageOf = (rho: number): number => (rho < Number.POSITIVE_INFINITY ? rho / (1 + rho) : 1)

/** Whether a row may be learned: what rounding has made of ρ would spoil the matrix otherwise. */
export const isLearnable = (rho: number): boolean => rho >= 0 && rho < Number.POSITIVE_INFINITY

/**
 * Ridge regression that follows a target which may drift: a Kalman filter whose state is the weight vector.
 *
 * `prior` is the variance of each weight at the start, `noise` what every update adds to it. RLS and the second-order
 * Perceptron are the case noise = 0 with prior 1/ridge; LASEC has noise 1/c and prior 1/b − 1/c (Moroshko & Crammer
 * 2014; the three matrix inversions of the paper are this recursion).
 *
 * With Q = P + noise·I, h = Qx and ρ = x·h, x itself counted in the matrix:
 *   score (f·x)/(1 + ρ);  update f ← f + h (y − f·x)/(1 + ρ),  P ← Q − h hᵀ/(1 + ρ).
 * It reads ‖x‖² too and, where the form has them, r, s and ‖q‖².
 */
export interface LeastSquaresModel extends Model {
  /** The update for the row read last, y = ±1; false if ρ overflows. */
  learn(x: Row, y: number): boolean
}
