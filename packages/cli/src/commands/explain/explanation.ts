import type { Classifier, DecisionReason, Row } from '@askance/core'
import { highest, isSelfTuning, roundsOf } from '@askance/core/internals'

export interface Contribution {
  /** The index the model knows the feature by; the intercept is `INTERCEPT`. */
  readonly feature: number
  /** The value as the learner sees it, after the row was prepared. */
  readonly value: number
  /** What it adds to the margin. */
  readonly contribution: number
}

/** One prediction taken apart. */
export interface Explanation {
  readonly predicted: number
  /** The class that comes second, which the margin is measured against. */
  readonly rival: number
  readonly margin: number
  readonly scores: readonly number[]
  /** With which probability it would ask about the row if that came next, and why. */
  readonly probability: number
  readonly reason: DecisionReason | undefined
  /** The features by what they add, the largest first; undefined where features have no weights. */
  readonly parts: readonly Contribution[] | undefined
  /** What the margin owes to no single feature, where it is not the sum of the parts alone. */
  readonly unattributed?: number
  /** Features that add nothing, for the model has not learned anything of them. */
  readonly unknown: number
}

/** No item is called so. */
const EXPLAINED_ID = '\0explained'

/** Takes the prediction of a row apart. The model observes it in the end, so it should not be used further. */
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
  const { probability, reason } = classifier.observe({ row }, EXPLAINED_ID)
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
