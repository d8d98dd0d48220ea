import type { DecisionReason } from '../parts.js'
import type { Row } from '../rows/row.js'

export type QuestionState = 'open' | 'answered' | 'skipped' | 'unsure' | 'expired' | 'withdrawn' | 'forgotten'

/** A question with the data of its decision, or an example, which was not asked about. */
export interface Question {
  readonly id: string
  /** The round and the time of asking. */
  readonly t: number
  readonly time: number
  /** The prepared row. */
  readonly row: Row
  readonly coin: number
  readonly reason: DecisionReason | 'taught'
  /** The probability of being asked about to measure, and the part of it that is the same for all items. */
  readonly measure: number
  readonly audit: number
  /** Whether the shadow model, which asks at random, asks about it too. */
  readonly random: boolean
  /** The predicted class and the prediction of the shadow model (−1 without one). */
  readonly predicted: number
  readonly shadow: number
  readonly scores: Float64Array
  /** The learner's scores at the time of asking, if it needs them when the answer arrives. */
  readonly opinion?: Float64Array
  /** The number of answers the model had learned when it predicted. */
  readonly labels: number
  /** The calibrated probability of the prediction. */
  readonly confidence: number
  /** The smallest probability of asking while the question was open. */
  probability: number
  state: QuestionState
}

/** Whether the question is an audit. Audits are a uniform sample of all items. */
export const isAudit = ({ coin, audit }: Question): boolean => coin < audit

/** Whether the question was asked to measure quality. Such questions are never withdrawn. */
export const isMeasuring = ({ coin, measure }: Question): boolean => coin < measure

/** Whether it is an example: it cost no budget and was not sampled by the query rule. */
export const isTaught = ({ reason }: Question): boolean => reason === 'taught'

/** Whether a labeller has responded, with a label, a skip or an unsure. */
export const isClosedByLabeller = (question: Question): boolean =>
  !isTaught(question) && ['answered', 'unsure', 'skipped'].includes(question.state)

/** Whether it was refunded to the budget. */
export const isRefunded = ({ state }: Question): boolean =>
  state === 'skipped' || state === 'expired' || state === 'withdrawn'
