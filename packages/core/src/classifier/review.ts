import type { Closed, Reviewed } from './events.js'
import type { Fold } from './fold.js'
import type { ClassifierConfig } from './options.js'
import { isMeasuring, type Question } from './question.js'

/**
 * The probability with which an open question would be asked now. It stays the same until something was learned: without that
 * only the pace of asking may have changed.
 */
export const probabilityNow = <Item>(
  { deciding, learned: { learner, tally } }: Fold<Item>,
  { row, measure, labels, probability }: Question,
): number => {
  if (labels === tally.asked) return probability
  learner.read(row)
  tally.rounds = deciding.items
  return deciding.again(learner, tally, measure)
}

/** Compares a question's coin with the current probability and withdraws it if it would no longer be asked. */
export const reviewOf = (
  { id, coin, probability: before }: Question,
  probability: number,
  time: number,
): Closed | Reviewed | undefined => {
  if (coin >= probability) return { type: 'withdrawn', id, time, probability }
  return probability < before ? { type: 'reviewed', id, time, probability } : undefined
}

/** The oldest open question if it has expired and is not leased. */
export const overdueIn = <Item>(
  { questions }: Fold<Item>,
  { expireAfter = Number.POSITIVE_INFINITY }: ClassifierConfig,
  now: number,
  isHeld: (id: string) => boolean,
): Question | undefined => {
  const old = questions.oldest()
  return old && now - old.time > expireAfter && !isHeld(old.id) ? old : undefined
}

/** The open question to review next, if it may be withdrawn. */
export const inTurnIn = <Item>(
  { questions, deciding }: Fold<Item>,
  { withdraw }: ClassifierConfig,
  isHeld: (id: string) => boolean,
): Question | undefined => {
  const question = withdraw ? questions.inTurn(deciding.items) : undefined
  return question && !isMeasuring(question) && !isHeld(question.id) ? question : undefined
}
