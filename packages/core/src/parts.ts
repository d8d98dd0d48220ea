import type { DriftAlarm } from './drift/alarm.js'
import type { Row } from './rows/row.js'
import type { State } from './state/state.js'

/** What a learner says of the row it read last. One fixed shape for all, so that the hot calls stay monomorphic. */
export class Reading {
  /** Binary: the signed score. Several classes: the margin. */
  score = 0
  /** How far the prediction is from tipping over: |score|, or best − second best. */
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

  /** Predicts from a signed score; sign(0) = +1. What cannot be told apart from nothing (NaN) counts as 0. */
  settle(score: number): void {
    const told = Number.isNaN(score) ? 0 : score
    this.score = told
    this.scores[0] = told
    this.predicted = told >= 0 ? 1 : 0
    this.margin = Math.abs(told)
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
  /** Whether the score is w·x itself. If not, it is that up to a positive factor, which leaves the sign as it is. */
  readonly exact: boolean
}

/** A model and its update rule. */
export interface Learner {
  readonly reading: Reading
  /** What the query rule is to look at, where that is not the reading. */
  readonly doubt?: Reading
  /** How much of what was learned still holds, from 0 to 1; all of it where that is not measured. */
  readonly lasting?: number
  /** Scores the row into `reading`. Changes nothing else. */
  read(x: Row): void
  /**
   * Learns the label (a class index) of the row that was read last; true when the model changed.
   * A late answer is a `read` of the row with the model as it is then, followed by `learn`, with the `opinion` of the time
   * of asking where the learner has opinions.
   */
  learn(x: Row, label: number, opinion?: Float64Array): boolean
  /** What entry k of the row that was read last adds to the score of a class; undefined where features have no weights. */
  contribution(x: Row, k: number, label: number): number | undefined
  /** The weights of a class, in a copy; undefined where scores are no linear function of the row. */
  weights(label: number): Weights | undefined
  /** One more than the highest feature index the model has met. */
  readonly dimension: number
  save(): State
  load(state: State): void
}

/** What the query rule is to look at, of the row that was read last. */
export const doubtOf = (learner: Learner): Reading => learner.doubt ?? learner.reading

/** What rows tell without their labels. All learners of a stream stand on the same ground. */
export interface StreamStatistics {
  /** How many rows it was told of. */
  readonly rows: number
  /** Is told every row of the stream, before it is read. */
  observe(x: Row): void
  /** Is told what was predicted of that row, and how probable it was that this is right. */
  recordPrediction(predicted: number, confidence: number): void
  save(): State
  load(state: State): void
}

/** What a learner that tunes itself has chosen. */
export interface SelfReport {
  /** Its members by name. */
  readonly members: readonly string[]
  /** From the beginning until now. */
  readonly moments: readonly Moment[]
  /** The rounds in which the stream was found to have changed. */
  readonly alarms: readonly number[]
  /** How many different features were met, and how many of them are in more than a quarter of the rows. */
  readonly features: { readonly seen: number; readonly dense: number }
}

/** How things stood at some round. */
export interface Moment {
  readonly round: number
  /** How many answers it learned from. */
  readonly answers: number
  /** How much each member counted, in their order; the sum is 1. */
  readonly weights: readonly number[]
  /** From which probability on the positive class was predicted; with more than two classes it has no meaning. */
  readonly threshold: number
}

/** A learner that tunes itself: it learns from rows without labels too, and knows how far it can be trusted. */
export interface SelfTuning extends Learner {
  readonly statistics: StreamStatistics
  /** What the query rule is to look at. */
  readonly doubt: Reading
  /** How many classes it knows; it takes more. */
  readonly classes: number
  addClass(): void
  /** Does what was to be done until this round. Rounds count the rows that the ground was told of. */
  advance(round: number): void
  /** What it thinks of the row that was read last: to be kept until the answer comes. */
  opinion(): Float64Array
  /** The probability of every class, of the row that was read last. */
  probabilities(out: Float64Array): Float64Array
  /** What it adds to the score of a class that cannot be told by single features, of the row that was read last. */
  nonlinear(label: number): number
  /**
   * Tells of every feature it has met what that adds to the score of a class, as far as single features do, where it is a
   * deviation above its mean; before rows are brought to one length.
   */
  featureWeights(label: number, told: (index: number, pull: number) => void): void
  /** What it has chosen so far, and what came of it. */
  report(): SelfReport
  /** Whether the last answer showed that the stream has changed. It has forgotten what it should, and wants more answers. */
  readonly alarm: DriftAlarm | undefined
  /** What it holds now, for `restore`: cheaper than `save`, but only for this process. */
  snapshot(): unknown
  restore(snapshot: unknown): void
}

export const isSelfTuning = (learner: Learner): learner is SelfTuning => 'statistics' in learner

/** What happened so far: all a query rule may know besides the reading. */
export class Tally {
  /** Rounds, the present one included. */
  rounds = 0
  asked = 0
  /** Wrong predictions on asked labels: the others nobody knows. */
  mistakes = 0
  updates = 0
}

/** Why an item was asked about. */
export type Reason = 'always' | 'random' | 'uncertain' | 'unfamiliar'

/** Why a decision asked: the rule's reason, the share that measures whatever the row, or that little was known yet. */
export type DecisionReason = Reason | 'audit' | 'warm-up'

/** The probability of asking, from what the learner says of the row. Stateless: the coin is thrown elsewhere. */
export interface QueryRule {
  probability(reading: Reading, tally: Tally): number
  reason(reading: Reading): Reason
}
