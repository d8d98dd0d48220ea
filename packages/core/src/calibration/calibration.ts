import type { State } from '../state/state.js'

/** Turns a learner's scores into probabilities of the classes, and learns from answers how. */
export interface Calibration {
  readonly classes: number
  /**
   * An answer: the scores when its question was asked, the label's index, and the probability of having asked. Scores
   * read after the learner has seen the label would flatter it.
   */
  add(scores: ArrayLike<number>, label: number, probability?: number): void
  /** One probability for each class, into `into`; they sum to 1. */
  probabilities(scores: ArrayLike<number>, into: Float64Array): Float64Array
  save(): State
  load(state: State): void
}
