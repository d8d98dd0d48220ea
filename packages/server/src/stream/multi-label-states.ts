import type { Outcome, QuestionState } from '@askance/core'

/** The state of a question about an item is the first of these that one of its classes has. */
export const STATES: readonly QuestionState[] = [
  'open',
  'answered',
  'unsure',
  'skipped',
  'forgotten',
  'expired',
  'withdrawn',
]

/** The outcome of an answer is the first of these that one of its classes has. */
export const OUTCOMES: readonly Outcome[] = ['learned', 'corrected', 'late', 'duplicate']

export const firstOf = <Value>(order: readonly Value[], found: readonly Value[]): Value =>
  order.find((value) => found.includes(value)) as Value
