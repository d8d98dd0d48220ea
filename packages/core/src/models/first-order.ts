import type { Row } from '../rows/row.js'
import type { Model } from './model.js'

/** A model that moves along the rows it learns: in the features or, with a kernel, in the dual. It reads ‖x‖² too. */
export interface FirstOrderModel extends Model {
  /** Moves towards x by `step` for the label's class and away from it for its rival's. */
  move(x: Row, label: number, rival: number, step: number): void
  /** w ← keep · w. */
  shrink(keep: number): void
}
