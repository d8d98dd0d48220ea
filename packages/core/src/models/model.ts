import type { Reading, Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/** What every model can do, whatever it keeps: read a row, take a score apart, be saved. */
export interface Model {
  /** One more than the highest feature index it has met. */
  readonly dimension: number
  /** Scores the row into `out`. Changes nothing else. */
  read(x: Row, out: Reading): void
  /** What entry k of the row read last adds to the score of a class; undefined where features have no weights. */
  contribution(x: Row, k: number, label: number): number | undefined
  /** The weights of a class, in a copy; undefined where scores are no linear function of the row. */
  weights(label: number): Weights | undefined
  save(): State
  load(state: State): void
}
