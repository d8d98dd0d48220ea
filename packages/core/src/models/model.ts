import type { Reading, Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/** What all models have in common: read a row, explain a score, save and load. */
export interface Model {
  /** One more than the highest feature index seen. */
  readonly dimension: number
  /** Scores the row into `out`. Changes nothing else. */
  read(x: Row, out: Reading): void
  /** The contribution of entry k of the row read last to the score of a class; undefined without feature weights. */
  contribution(x: Row, k: number, label: number): number | undefined
  /** A copy of the weights of a class; undefined if scores are not linear in the row. */
  weights(label: number): Weights | undefined
  save(): State
  load(state: State): void
}
