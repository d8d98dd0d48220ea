import {
  anyTimeReach,
  type Estimate,
  fixedTimeReach,
  type Interval,
  madeUp,
  within,
} from '../quality/interval.js'

/** With fewer audits an interval is the whole range. */
const MIN_AUDITS = 10

/** An audit: how the model, without having learned it, predicts it. */
export interface Audit {
  /** Whether the prediction is right, and its confidence. */
  readonly isRight: boolean
  readonly confidence: number
  /** The probability of the positive class, whether it is predicted, and whether it is true. */
  readonly positive: number
  readonly isPredicted: boolean
  readonly isPositive: boolean
}

/** Sums over unlabelled items. */
export interface Unlabelled {
  readonly items: number
  readonly confidence: number
  /** The probabilities of the positive class, of all and of those predicted positive, and how many these are. */
  readonly positive: number
  readonly positivePredicted: number
  readonly predicted: number
}

/** Items that were added at about the same time, and the audits among them. */
export interface Stratum {
  readonly audits: readonly Audit[]
  readonly unlabelled: Unlabelled
}

export interface EstimateInput {
  /** Items whose label is known, and positives among them. */
  readonly known: { readonly items: number; readonly positives: number }
  readonly strata: readonly Stratum[]
  readonly classes: number
}

/**
 * The accuracy of the labelling of all items: confidence, corrected by audits (A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I.
 * Jordan & T. Zrnic: Prediction-powered inference. Science 382, 2023). In a stratum with unlabelled items U and audits S, o = 1 for a
 * right prediction and c its confidence,
 *
 *     θ = mean_S(o) + λ·(mean_U(c) − mean_S(c)),   v = var_S(o − λc)/a + m/a²,
 *
 * with λ = cov(o, c)/var(c) within [0, 1] for two classes and 1 for more, a = |S|, and m from `madeUp`. Known items are right.
 */
export const accuracyEstimate = ({ known, strata, classes }: EstimateInput, level: number): Estimate => {
  const left = totalOf(strata, ({ items }) => items)
  const all = known.items + left
  const ofFile = (share: number): number => (known.items + left * share) / Math.max(1, all)
  const lambda = classes === 2 ? fittedWeight(strata.flatMap(({ audits }) => audits)) : 1
  let value = 0
  let variance = 0
  for (const { audits, unlabelled } of strata) {
    const weight = unlabelled.items / Math.max(1, left)
    const differences = audits.map(({ isRight, confidence }) => Number(isRight) - lambda * confidence)
    const { mean, error } = meanOf(differences, level)
    value += weight * (mean + (lambda * unlabelled.confidence) / Math.max(1, unlabelled.items))
    variance += weight * weight * error
  }
  return estimateOf(strata, level, {
    value: ofFile(Math.min(1, Math.max(0, value))),
    least: ofFile(0),
    error: (left / Math.max(1, all)) * Math.sqrt(variance),
  })
}

/**
 * F1 of the positive class. With r = y − p, ŷ the prediction and L known positives, TP = Σ_U ŷp + Σ |U|/a·Σ_S ŷr and
 * AP = Σ_U p + Σ |U|/a·Σ_S r are the expected true positives and positives among the unlabelled items, PP those predicted, and
 *
 *     F = 2(TP + L)/D,   D = PP + AP + 2L,   e = r·(2ŷ − F),   v = Σ |U|²·(var_S(e)/a + m/a²)/D².
 */
export const f1Estimate = ({ known, strata }: EstimateInput, level: number): Estimate => {
  let hits = known.positives
  let positives = known.positives
  let predicted = known.positives
  for (const { audits, unlabelled } of strata) {
    const scale = unlabelled.items / Math.max(1, audits.length)
    hits += unlabelled.positivePredicted
    positives += unlabelled.positive
    predicted += unlabelled.predicted
    for (const audit of audits) {
      const r = residualOf(audit)
      positives += scale * r
      if (audit.isPredicted) hits += scale * r
    }
  }
  const size = Math.max(predicted + Math.max(positives, known.positives), Number.MIN_VALUE)
  const value = Math.min(1, Math.max(0, (2 * hits) / size))
  let variance = 0
  for (const { audits, unlabelled } of strata) {
    const parts = audits.map((audit) => residualOf(audit) * ((audit.isPredicted ? 2 : 0) - value))
    variance += unlabelled.items ** 2 * meanOf(parts, level).error
  }
  return estimateOf(strata, level, { value, least: 0, error: Math.sqrt(variance) / size })
}

/** y − p. */
const residualOf = ({ isPositive, positive }: Audit): number => Number(isPositive) - positive

/** The intervals of a value; the whole range with few audits. */
const estimateOf = (
  strata: readonly Stratum[],
  level: number,
  { value, least, error }: { value: number; least: number; error: number },
): Estimate => {
  const audits = totalAudits(strata)
  if (totalOf(strata, ({ items }) => items) === 0)
    return { value: 1, anyTime: { low: 1, high: 1 }, fixedTime: { low: 1, high: 1 } }
  const range = { low: least, high: 1 }
  if (audits < MIN_AUDITS) return { value: undefined, anyTime: range, fixedTime: range }
  const interval = (reach: number): Interval =>
    within({ low: value - reach * error, high: value + reach * error }, value, least, 1)
  return {
    value,
    anyTime: interval(anyTimeReach(audits, level)),
    fixedTime: interval(fixedTimeReach(level)),
  }
}

/** λ: how much of the confidence to use, by the audits. */
const fittedWeight = (audits: readonly Audit[]): number => {
  const rights = audits.map(({ isRight }) => Number(isRight))
  const confidences = audits.map(({ confidence }) => confidence)
  const meanRight = average(rights)
  const meanConfidence = average(confidences)
  let covariance = 0
  let variance = 0
  audits.forEach((_, i) => {
    covariance += (rights[i] - meanRight) * (confidences[i] - meanConfidence)
    variance += (confidences[i] - meanConfidence) ** 2
  })
  return variance > 0 ? Math.min(1, Math.max(0, covariance / variance)) : 0
}

/** The mean and its squared standard error, with the made-up errors. */
const meanOf = (values: readonly number[], level: number): { mean: number; error: number } => {
  const { length } = values
  if (length === 0) return { mean: 0, error: 1 }
  const mean = average(values)
  const sum = values.reduce((total, value) => total + (value - mean) ** 2, 0)
  const variance = length > 1 ? sum / (length - 1) : 1
  return { mean, error: variance / length + madeUp(level) / length ** 2 }
}

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const totalOf = (strata: readonly Stratum[], of: (unlabelled: Unlabelled) => number): number =>
  strata.reduce((sum, { unlabelled }) => sum + of(unlabelled), 0)

export const totalAudits = (strata: readonly Stratum[]): number =>
  strata.reduce((sum, { audits }) => sum + audits.length, 0)

/** Merges strata in order until each has enough audits. */
export const mergedStrata = (strata: readonly Stratum[]): readonly Stratum[] => {
  const merged: Stratum[] = []
  for (const stratum of strata) {
    const last = merged.at(-1)
    if (last && last.audits.length < MIN_AUDITS) merged[merged.length - 1] = joined(last, stratum)
    else merged.push(stratum)
  }
  const last = merged.at(-1)
  if (merged.length > 1 && last && last.audits.length < MIN_AUDITS)
    merged.splice(-2, 2, joined(merged[merged.length - 2], last))
  return merged
}

const joined = (a: Stratum, b: Stratum): Stratum => ({
  audits: [...a.audits, ...b.audits],
  unlabelled: {
    items: a.unlabelled.items + b.unlabelled.items,
    confidence: a.unlabelled.confidence + b.unlabelled.confidence,
    positive: a.unlabelled.positive + b.unlabelled.positive,
    positivePredicted: a.unlabelled.positivePredicted + b.unlabelled.positivePredicted,
    predicted: a.unlabelled.predicted + b.unlabelled.predicted,
  },
})
