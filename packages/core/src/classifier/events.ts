import type { BudgetSpec } from '../budget/budget.js'
import type { DecisionReason } from '../parts.js'

/** Everything that can happen to a classifier, as plain JSON. The state is a fold over these. */
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

/** A row as plain JSON. */
export interface PlainRow {
  readonly index: readonly number[]
  readonly value: readonly number[]
}

/** A decision as it was made: it is never made again. */
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
  /** How probable it was, to all that was known, that the prediction is right. */
  readonly confidence: number
  /** The probability with which this item was asked about; all estimates are weighted by its inverse. */
  readonly probability: number
  readonly coin: number
  readonly asked: boolean
  readonly reason?: DecisionReason
  /** What the budget stood at. */
  readonly budget: { readonly spent: number; readonly rate: number; readonly dial: number | null }
  /** How many answers the model had learned. */
  readonly modelVersion: number
  /** What the shadow learner predicted, where there is one. */
  readonly shadow?: string
  /** What the rest of the state needs to know of the row. */
  readonly trace: Trace
}

/**
 * Of every item, asked about or not: some numbers. Of those asked about also the row, as the learner saw it; of all where
 * rows teach without labels.
 */
export interface Trace {
  /** What the rule looked at: margin, ‖x‖², variance, leverage, reach, residual². */
  readonly doubt: readonly number[]
  /** By how much the rule's probability was thinned. */
  readonly thinning: number
  /** The share of coins that asked whatever the row was. */
  readonly audit: number
  /** The count and the sum of the row lengths, to which an intercept may be fitted. */
  readonly lengths: readonly [number, number]
  readonly row?: PlainRow
  /** What the learner thought of a row that was asked about, where it wants to know that when the answer comes. */
  readonly opinion?: readonly number[]
  /** What the input learned from the item, where it learns from items without labels. */
  readonly input?: unknown
}

/** A label that was there without a question. The row is as the learner saw it; the rest is as in a trace. */
export interface Taught {
  readonly type: 'taught'
  readonly id: string
  readonly label: string
  readonly time: number
  readonly by?: string
  readonly row: PlainRow
  readonly lengths: readonly [number, number]
  readonly input?: unknown
}

export interface Answered {
  readonly type: 'answered'
  readonly id: string
  readonly label: string
  readonly time: number
  readonly by?: string
}

export interface Corrected {
  readonly type: 'corrected'
  readonly id: string
  readonly label: string
  readonly time: number
  readonly by?: string
}

/** A question that will not be answered. `unsure` was looked at by a person and is not given back to the budget. */
export interface Closed {
  readonly type: 'skipped' | 'unsure' | 'expired' | 'withdrawn'
  readonly id: string
  readonly time: number
  readonly by?: string
  /** Of one that was withdrawn: the probability with which it would have been asked then. */
  readonly probability?: number
}

/** An open question would be asked with a smaller probability now; that is the one to weigh its answer by. */
export interface Reviewed {
  readonly type: 'reviewed'
  readonly id: string
  readonly time: number
  readonly probability: number
}

/** An answer is taken out, and with it all that it taught. */
export interface Forgotten {
  readonly type: 'forgotten'
  readonly id: string
  readonly time: number
  readonly by?: string
}

/** An answer, or that there is none, is taken back: all is as if nothing had been said, and the question is open again. */
export interface Reopened {
  readonly type: 'reopened'
  readonly id: string
  readonly time: number
  readonly by?: string
}

/** The stream has changed. An alarm is a decision too: replaying the log raises none. */
export interface Drifted {
  readonly type: 'drifted'
  readonly time: number
  readonly kind: string
  readonly strength: number
  /** Answers that came before this round are forgotten; 0 forgets none. */
  readonly since: number
}

export interface Rebudgeted {
  readonly type: 'rebudgeted'
  readonly time: number
  readonly budget: BudgetSpec
}
