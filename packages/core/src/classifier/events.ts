import type { BudgetSpec } from '../budget/budget.js'
import type { DecisionReason, ThresholdCounts } from '../parts.js'

/** Everything that can happen to a classifier, as plain JSON. The state is a fold over these events. */
export type ClassifierEvent =
  | Observed
  | Taught
  | Answered
  | Corrected
  | Closed
  | Reviewed
  | Forgotten
  | Reopened
  | Drifted
  | Rebudgeted
  | PoolEvent

/** A row as plain JSON. */
export interface PlainRow {
  readonly index: readonly number[]
  readonly value: readonly number[]
  /** Its vector: numbers in single precision, little-endian, as base64. */
  readonly vector?: string
}

/** A recorded decision. Replaying it decides nothing again. */
export interface Observed {
  readonly type: 'observed'
  /** The round, counted from 1. */
  readonly t: number
  readonly id: string
  readonly time: number
  /** The predicted label. */
  readonly predicted: string
  /** One score per class; a binary learner has a single signed one. */
  readonly scores: readonly number[]
  /** Binary: the signed score. Several classes: best − second best. */
  readonly margin: number
  /** The estimated probability that the prediction is right. */
  readonly confidence: number
  /** With two classes: the probability of the positive class from which it was predicted. Older logs have none. */
  readonly threshold?: number
  /** False if the model had not learned labels of two classes, so that the prediction means nothing. */
  readonly ready?: false
  /** The probability of asking; all estimates are weighted by its inverse. */
  readonly probability: number
  readonly coin: number
  readonly asked: boolean
  readonly reason?: DecisionReason
  /** The budget at the time of the decision. */
  readonly budget: { readonly spent: number; readonly rate: number; readonly dial: number | null }
  /** How many answers the model had learned. */
  readonly modelVersion: number
  /** The prediction of the shadow model, if there is one. */
  readonly shadow?: string
  /** What a replay needs to know about the row. */
  readonly trace: Trace
  /** A replay needs the item, because the log has it instead of `row` and `input`; see `logsItems`. Always the last field. */
  readonly item?: true
}

/**
 * What was made from an item. A log that has the item itself may omit `row` and `input`; a replay makes them again from the item
 * that is passed to `apply`.
 */
export interface LoggedRow {
  readonly row?: PlainRow
  /** The count and the sum of the row lengths, from which the intercept may be scaled. */
  readonly lengths: readonly [number, number]
  /** What the input learned from the item, if it learns from unlabelled items. */
  readonly input?: unknown
}

/**
 * Every item leaves some numbers. Items that the learner or the shadow model asks about also leave their prepared row; so do all
 * items if the learner learns from unlabelled rows.
 */
export interface Trace extends LoggedRow {
  /** The inputs of the rule: margin, ‖x‖², variance, leverage, reach, residual². */
  readonly doubt: readonly number[]
  /** The factor by which the rule's probability was thinned. */
  readonly thinning: number
  /** The probability of asking to measure. Older logs have only `audit`, which was the same then. */
  readonly measure?: number
  /** The part of `measure` that is the same for all items: a coin below it makes the question an audit. */
  readonly audit: number
  /** Whether the shadow model, which asks at random, asks about the item; set if there is one. */
  readonly random?: boolean
  /** The learner's scores at the time of asking, if it needs them when the answer arrives. */
  readonly opinion?: readonly number[]
}

/** An example: a label without a question. */
export interface Taught extends LoggedRow {
  readonly type: 'taught'
  readonly id: string
  readonly label: string
  readonly time: number
  readonly by?: string
}

export interface Answered {
  readonly type: 'answered'
  readonly id: string
  readonly label: string
  readonly time: number
  readonly by?: string
}

interface Corrected {
  readonly type: 'corrected'
  readonly id: string
  readonly label: string
  readonly time: number
  readonly by?: string
}

/** A question closed without an answer. `unsure` was seen by a person and is not refunded. */
export interface Closed {
  readonly type: 'skipped' | 'unsure' | 'expired' | 'withdrawn'
  readonly id: string
  readonly time: number
  readonly by?: string
  /** If withdrawn: the probability with which it would have been asked at that time. */
  readonly probability?: number
}

/** An open question would be asked with a smaller probability now; its answer is weighted by this one. */
export interface Reviewed {
  readonly type: 'reviewed'
  readonly id: string
  readonly time: number
  readonly probability: number
}

/** An answer was removed from the model. */
export interface Forgotten {
  readonly type: 'forgotten'
  readonly id: string
  readonly time: number
  readonly by?: string
}

/** An answer, a skip or an unsure was undone, and the question is open again. */
interface Reopened {
  readonly type: 'reopened'
  readonly id: string
  readonly time: number
  readonly by?: string
}

/** Drift was detected. The alarm is recorded, so replaying the log detects nothing again. */
export interface Drifted {
  readonly type: 'drifted'
  readonly time: number
  readonly kind: string
  readonly strength: number
  /** Answers that came before this round are forgotten; 0 forgets none. */
  readonly since: number
}

interface Rebudgeted {
  readonly type: 'rebudgeted'
  readonly time: number
  readonly budget: BudgetSpec
}

/** What happens to a pool only. */
type PoolEvent = Added | Measured | Chosen | RefitBegun | RefitFinished | Finished | Recorded

const poolEvents: ReadonlySet<string> = new Set<PoolEvent['type']>([
  'added',
  'measured',
  'chosen',
  'refit-begun',
  'refit-finished',
  'finished',
  'recorded',
])

export const isPoolEvent = (event: ClassifierEvent): event is PoolEvent => poolEvents.has(event.type)

/**
 * An item was added to a pool. Only an item of the working set leaves a row. In a pool with more items than the working set,
 * `place` is the one whose item it replaced.
 */
export interface Added extends Partial<LoggedRow> {
  readonly type: 'added'
  readonly id: string
  readonly time: number
  readonly place?: number
}

/** The scales of a self-tuning learner were computed from all rows of the pool. */
export interface Measured {
  readonly type: 'measured'
  readonly time: number
}

/**
 * A re-fit began: `auto` swept over its answers, and computes from those it has now how to combine its members. Answers go on in the
 * meantime.
 */
interface RefitBegun {
  readonly type: 'refit-begun'
  readonly time: number
  /** The number of answers and examples. */
  readonly labels: number
  readonly sweeps: number
}

/** The re-fit that began last took effect. */
interface RefitFinished {
  readonly type: 'refit-finished'
  readonly time: number
}

/** The model is ready to label all items: it was re-fitted, and the threshold was set over all of them. */
export interface Finished {
  readonly type: 'finished'
  readonly time: number
  readonly threshold?: ThresholdCounts
  /** The expected share of every class among the items with features: the probabilities of an item without any. */
  readonly shares?: readonly number[]
}

/** The predicted classes of every `stride`-th item of the working set, to tell how much later answers change. */
interface Recorded {
  readonly type: 'recorded'
  readonly time: number
  readonly answers: number
  readonly stride: number
  readonly predicted: readonly number[]
}

/** A question was chosen in a pool. It has the fields of a decision that asked; `t` counts questions. */
export interface Chosen extends Omit<Observed, 'type' | 'trace'> {
  readonly type: 'chosen'
  readonly asked: true
  /** For whom it was chosen. */
  readonly by?: string
  /** The number of items it was chosen from. An audit was drawn from all that were left. */
  readonly candidates: number
  readonly trace: ChosenTrace
}

interface ChosenTrace {
  /** 1 for an audit, 0 otherwise. The coin is always 0, so that an audit is below its share. */
  readonly audit: number
  readonly opinion?: readonly number[]
  /** The counts that the threshold follows from, if the learner has one. */
  readonly threshold?: ThresholdCounts
}
