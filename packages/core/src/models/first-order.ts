import type { Reading } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/** A model that moves along the rows it learns: in the features or, with a kernel, in the dual. */
export interface FirstOrderModel {
  readonly dimension: number
  /** Score or scores, and ‖x‖². */
  read(x: Row, out: Reading): void
  /** Moves towards x by `step` for the label's class and away from it for its rival's. */
  move(x: Row, label: number, rival: number, step: number): void
  /** w ← keep · w. */
  shrink(keep: number): void
  contribution(x: Row, k: number, label: number): number | undefined
  save(): State
  load(state: State): void
}
