import type { DriftAlarm } from './drift/alarm.js'
import type { Row } from './rows/row.js'
import type { State } from './state/state.js'

/** What a learner computed for the row it read last. One fixed shape for all learners keeps the hot calls monomorphic. */
export class Reading {
  /** Binary: the signed score. Several classes: the margin. */
  score = 0
  /** The distance of the prediction from the decision boundary: |score|, or best − second best. */
  margin = 0
  /** The predicted class, as an index into the stream's classes. In the binary case 1 is the positive class. */
  predicted = 0
  /** ‖x‖², with a kernel K(x, x). */
  normSq = 0
  /** v: xᵀΣx (Gaussian learners), Σ xᵢ²/Hᵢ (adaptive learners; several classes: v_ŷ + max over the others). */
  variance = 0
  /** r, s and ‖q‖² of the BBQ papers (least-squares learners, x counted in the matrix). */
  leverage = 0
  reach = 0
  residualSq = 0
  /** One score per class; a binary learner has a single signed one. */
  readonly scores: Float64Array

  constructor(scores: number) {
    this.scores = new Float64Array(scores)
  }

  /** Predicts from a signed score; sign(0) = +1, and NaN counts as 0. */
  settle(score: number): void {
    const finite = Number.isNaN(score) ? 0 : score
    this.score = finite
    this.scores[0] = finite
    this.predicted = finite >= 0 ? 1 : 0
    this.margin = Math.abs(finite)
  }

  /** Predicts the class with the highest of `scores`; ties go to the lowest index. */
  settleClasses(): void {
    const { scores } = this
    for (let c = 0; c < scores.length; c++) if (Number.isNaN(scores[c])) scores[c] = 0
    const best = highest(scores, -1)
    const second = highest(scores, best)
    this.predicted = best
    const margin = scores[best] - scores[second]
    this.margin = Number.isNaN(margin) ? 0 : margin
    this.score = this.margin
  }
}

/** The index of the highest score, `without` left out; ties go to the lowest index. */
export const highest = (scores: Float64Array, without: number): number => {
  let best = without === 0 ? 1 : 0
  for (let c = best + 1; c < scores.length; c++) if (c !== without && scores[c] > scores[best]) best = c
  return best
}

/** The weights of a class, by feature index. */
export interface Weights {
  readonly weights: Float64Array
  /** Whether the score equals w·x. Otherwise it equals w·x times a positive factor, which keeps the sign. */
  readonly exact: boolean
}

/** A model and its update rule. */
export interface Learner {
  readonly reading: Reading
  /** What the query rule reads, if it is not `reading`. */
  readonly doubt?: Reading
  /** How much of what was learned is still valid, from 0 to 1; 1 if it is not measured. */
  readonly lasting?: number
  /** Scores the row into `reading`. Changes nothing else. */
  read(x: Row): void
  /**
   * Learns the label (a class index) of the row that was read last; returns whether the model changed.
   * For a late answer, `read` the row with the current model and then `learn`, with the `opinion` from the time of asking if
   * the learner has one. `probability` is that of asking; 1 if the label came without a question.
   */
  learn(x: Row, label: number, opinion?: Float64Array, probability?: number): boolean
  /** The contribution of entry k of the row read last to the score of a class; undefined without feature weights. */
  contribution(x: Row, k: number, label: number): number | undefined
  /** A copy of the weights of a class; undefined if scores are not linear in the row. */
  weights(label: number): Weights | undefined
  /** One more than the highest feature index seen. */
  readonly dimension: number
  save(): State
  load(state: State): void
}

/** What the query rule reads for the row that was read last. */
export const doubtOf = (learner: Learner): Reading => learner.doubt ?? learner.reading

/** Statistics of unlabelled rows, shared by all learners of a stream. */
export interface StreamStatistics {
  /** The number of rows observed. */
  readonly rows: number
  /** Called with every row of the stream before it is read. */
  observe(x: Row): void
  /** Called with the same row while the order matters: true once, when it is clear that neighbouring rows are alike. */
  findsOrder(x: Row): boolean
  /** Whether it seems so, but is not clear yet. */
  readonly seemsOrdered: boolean
  /** Called with the prediction for that row and its confidence. */
  recordPrediction(predicted: number, confidence: number): void
  /** Computes new scales from all rows so far; returns their index. Learners use them when they `adopt` them. */
  measure(): number
  /** Does a slice of the work of the next `measure`; returns whether there is more. */
  prepare(): boolean
  /** The threshold between two classes. */
  readonly threshold: SettledThreshold
  save(): State
  load(state: State): void
}

/** A threshold that a pool sets from the probabilities of its items. */
export interface SettledThreshold {
  /** As log odds of the second class. */
  readonly odds: number
  /** Everything it depends on. */
  counts: ThresholdCounts
  /**
   * Sets it from the probabilities of the positive class of some unlabelled items, each of which stands for `weight` items, and
   * from the numbers of known items and positives.
   */
  settle(probabilities: Float64Array, weight: number, known: { items: number; positives: number }): void
}

/** The rounds, and the expected hits, positives and predicted positives among them. */
export type ThresholdCounts = readonly [number, number, number, number]

/** What a self-tuning learner has chosen. */
export interface SelfReport {
  /** The names of its members. */
  readonly members: readonly string[]
  /** From the start until now. */
  readonly moments: readonly Moment[]
  /** The rounds in which drift was detected. */
  readonly alarms: readonly number[]
  /** The number of different features seen, and how many of them are in more than a quarter of the rows. */
  readonly features: { readonly seen: number; readonly dense: number }
}

/** The choices at some round. */
export interface Moment {
  readonly round: number
  /** The number of answers it learned from. */
  readonly answers: number
  /** The weight of each member; the sum is 1. */
  readonly weights: readonly number[]
  /** The probability from which the positive class is predicted; meaningless with more than two classes. */
  readonly threshold: number
}

/** A row as a self-tuning learner represents it. */
export interface Representation {
  readonly row: Row
}

/**
 * A self-tuning learner: it also learns from unlabelled rows and computes calibrated probabilities. It keeps the rows that it learns, so that
 * they must not change afterwards.
 */
export interface SelfTuning extends Learner {
  readonly statistics: StreamStatistics
  /** What the query rule reads. */
  readonly doubt: Reading
  /** The number of classes so far. */
  readonly classes: number
  addClass(): void
  /** Does the work due until this round. Rounds count the rows that the statistics observed. */
  advance(round: number): void
  /** Represents a row, to read it again quickly; returns `old` if that is still right. Otherwise `old` must be dropped. */
  represented(x: Row, old?: Representation): Representation
  /** Reads a row by its representation. To learn it, `read` it. */
  readRepresented(representation: Representation): void
  /** Writes the result for the row read last, two numbers per class, to `out` from `at` on. */
  keepResult(out: Float64Array, at: number): void
  /** Restores a result, as long as nothing was learned since. */
  restoreResult(from: Float64Array, at: number): void
  /** Switches at once to the scales with this index. */
  adopt(version: number): void
  /** Begins a re-fit of how it combines its members, with sweeps over what it has learned. */
  beginRefit(sweeps: number): void
  /** Computes a slice of the re-fit; returns whether there is more. */
  stepRefit(): boolean
  /** Ends the re-fit, which takes effect now. */
  finishRefit(): void
  /** Reads a learned row as if it had not been learned, by the number of labels before it; false if it is not known. */
  readOutOfFold(answer: number): boolean
  /** Its scores for the row that was read last, to keep until the answer arrives. */
  opinion(): Float64Array
  /** The probability of every class for the row that was read last. */
  probabilities(out: Float64Array): Float64Array
  /** The part of a class's score for the row read last that no single feature explains. */
  nonlinear(label: number): number
  /**
   * Calls `onFeature` with every feature seen and its linear contribution to the score of a class: for a sparse feature where it
   * is present, for a dense one a standard deviation above its mean; before rows are scaled to length 1.
   */
  featureWeights(label: number, onFeature: (index: number, weight: number) => void): void
  /** What it has chosen so far. */
  report(): SelfReport
  /** Set if the last answer revealed drift. The learner has forgotten old answers and needs new ones. */
  readonly alarm: DriftAlarm | undefined
  /** The current state, for `restore` within this process; cheaper than `save`. */
  snapshot(): unknown
  restore(snapshot: unknown): void
}

export const isSelfTuning = (learner: Learner): learner is SelfTuning => 'statistics' in learner

/** The counts so far: all that a query rule may use in addition to the reading. */
export class Tally {
  /** Rounds, including the current one. */
  rounds = 0
  asked = 0
  /** Wrong predictions among the answered items. */
  mistakes = 0
  updates = 0
}

/** Why an item was asked about. */
export type Reason = 'always' | 'random' | 'uncertain' | 'unfamiliar'

/**
 * Why a decision asked: the rule's reason, the warm-up, in a pool a class with few answers, or to measure quality: an audit, with
 * the same probability for all items, or `measure`, with a probability that follows the spread of the confidence.
 */
export type DecisionReason = Reason | 'audit' | 'measure' | 'warm-up' | 'rare'

/** Computes the probability of asking from a reading. Stateless: the coin is tossed elsewhere. */
export interface QueryRule {
  probability(reading: Reading, tally: Tally): number
  reason(reading: Reading): Reason
}
