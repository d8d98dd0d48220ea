import type { Classifier, DecisionReason, Row } from '@askance/core'
import { highest, isSelfTuning, roundsOf } from '@askance/core/internals'

export interface Contribution {
  /** The feature index in the model; the intercept is `INTERCEPT`. */
  readonly feature: number
  /** The value after preparation. */
  readonly value: number
  /** Its part of the margin. */
  readonly contribution: number
}

/** The explanation of one prediction. */
export interface Explanation {
  readonly predicted: number
  /** The second-best class, against which the margin is measured. */
  readonly rival: number
  readonly margin: number
  readonly scores: readonly number[]
  /** The probability of asking if this row came next, and the reason; undefined in the model of a file, whose items do not come. */
  readonly probability: number | undefined
  readonly reason: DecisionReason | undefined
  /** Contributions by size, largest first; undefined if features have no weights. */
  readonly parts: readonly Contribution[] | undefined
  /** The part of the margin that belongs to no single feature. */
  readonly unattributed?: number
  /** The number of features the model has not learned. */
  readonly unknown: number
}

/** An id that no real item has. */
const EXPLAINED_ID = '\0explained'

/** Explains the prediction of a row. The model observes the row, so do not use it afterwards. */
export const explainRow = (classifier: Classifier, row: Row): Explanation => {
  const { learner, preparer } = roundsOf(classifier)
  const seen = preparer.prepare(row, false)
  learner.read(seen)
  const { reading } = learner
  const { predicted, score: margin } = reading
  const scores = [...reading.scores]
  const isSigned = scores.length === 1
  const rival = isSigned ? 1 - predicted : highest(reading.scores, predicted)
  const parts: Contribution[] = []
  let unknown = 0
  let hasParts = true
  for (let k = seen.start; k < seen.end; k++) {
    const feature = seen.index[k] ?? 0
    const value = seen.value[k] ?? 0
    const own = learner.contribution(seen, k, isSigned ? 1 : predicted)
    const other = isSigned ? 0 : (learner.contribution(seen, k, rival) ?? 0)
    if (own === undefined) hasParts = false
    else if (own === 0 && other === 0) unknown++
    else parts.push({ feature, value, contribution: own - other })
  }
  parts.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  const sum = parts.reduce((total, { contribution }) => total + contribution, 0)
  const unattributed = hasParts && isSelfTuning(learner) ? { unattributed: margin - sum } : {}
  const { probability, reason } =
    classifier.config.protocol === 'pool'
      ? { probability: undefined, reason: undefined }
      : classifier.observe({ row }, EXPLAINED_ID)
  return {
    predicted,
    rival,
    margin,
    scores,
    probability,
    reason,
    parts: hasParts ? parts : undefined,
    ...unattributed,
    unknown,
  }
}
