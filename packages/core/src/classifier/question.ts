import type { DecisionReason } from '../parts.js'
import type { Row } from '../rows/row.js'

export type QuestionState = 'open' | 'answered' | 'skipped' | 'unsure' | 'expired' | 'withdrawn' | 'forgotten'

/** A question that was asked, as its decision had it; or an item that was taught, of which nothing was asked. */
export interface Question {
  readonly id: string
  /** The round and the time of asking. */
  readonly t: number
  readonly time: number
  /** The row as the learner saw it. */
  readonly row: Row
  readonly coin: number
  readonly reason: DecisionReason | 'taught'
  /** The share of coins that asked whatever the row was; a coin below it made this question an audit. */
  readonly audit: number
  /** The predicted class, and what the shadow learner predicted (−1 without one). */
  readonly predicted: number
  readonly shadow: number
  readonly scores: Float64Array
  /** What the learner thought then, where it wants to know that when the answer comes. */
  readonly opinion?: Float64Array
  /** How many answers the model had learned when it predicted. */
  readonly labels: number
  /** The calibrated probability of the prediction. */
  readonly confidence: number
  /** The smallest probability of being asked that it met while it was open. */
  probability: number
  state: QuestionState
}

/** Whether it was asked whatever the row is: these are a uniform sample of all items. */
export const isAudit = ({ coin, audit }: Question): boolean => coin < audit

/** Whether its label came without a question: it cost nothing, and it was drawn by nobody knows what. */
export const isTaught = ({ reason }: Question): boolean => reason === 'taught'

/** Whether somebody was asked and has said something: a label, or that there is none. */
export const isAnsweredByPerson = (question: Question): boolean =>
  !isTaught(question) && ['answered', 'unsure', 'skipped'].includes(question.state)

/** Whether it was given back to the budget. */
export const isGivenBack = ({ state }: Question): boolean =>
  state === 'skipped' || state === 'expired' || state === 'withdrawn'
