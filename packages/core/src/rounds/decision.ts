import type { DecisionReason } from '../parts.js'

/** The record of one round. */
export interface DecisionRecord {
  /** The round, counted from 1. */
  readonly t: number
  /** The predicted class, as an index into the stream's classes. */
  readonly predicted: number
  /** One score per class; a binary learner has a single signed one. */
  readonly scores: Float64Array
  /** Binary: the signed score. Several classes: best − second best. */
  readonly margin: number
  /** The estimated probability that the prediction is right; ½ without calibration. */
  readonly confidence: number
  readonly probability: number
  readonly coin: number
  readonly asked: boolean
  /** Why it was asked; undefined when it was not. */
  readonly reason: DecisionReason | undefined
  /** How many updates the model had seen when it decided. */
  readonly modelVersion: number
}

/** The one record that rounds are written to, round after round: read it before the next `observe`, or take a `copy`. */
export class Decision implements DecisionRecord {
  t = 0
  predicted = 0
  scores: Float64Array
  margin = 0
  confidence = 0.5
  probability = 0
  coin = 0
  asked = false
  reason: DecisionReason | undefined = undefined
  modelVersion = 0

  constructor(scores: Float64Array) {
    this.scores = scores
  }

  copy(): DecisionRecord {
    const { t, predicted, margin, confidence, probability, coin, asked, reason, modelVersion } = this
    return {
      t,
      predicted,
      scores: this.scores.slice(),
      margin,
      confidence,
      probability,
      coin,
      asked,
      reason,
      modelVersion,
    }
  }
}

/** A past decision, as stored in the log. */
export interface Decided {
  readonly time: number
  readonly asked: boolean
  /** Whether random asking would have asked too. */
  readonly random: boolean
  readonly confidence: number
  readonly rate: number
  readonly dial: number
  readonly thinning: number
  readonly doubt: ArrayLike<number>
}
