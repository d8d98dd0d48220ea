import type { Closed, Reviewed } from './events.js'
import type { Fold } from './fold.js'
import type { ClassifierConfig } from './options.js'
import { isAudit, type Question } from './question.js'

/**
 * The probability with which an open question would be asked now. While nothing was learned since it was asked it is what it
 * was: then only the pace of asking may have changed, and the model has not moved on.
 */
export const probabilityNow = <Item>(
  { deciding, learned: { learner, tally } }: Fold<Item>,
  { row, audit, labels, probability }: Question,
): number => {
  if (labels === tally.asked) return probability
  learner.read(row)
  tally.rounds = deciding.items
  return deciding.again(learner, tally, audit)
}

/** The coin of a question is thrown against what the model says now: what would not be asked any more is taken back. */
export const reviewOf = (
  { id, coin, probability: before }: Question,
  probability: number,
  time: number,
): Closed | Reviewed | undefined => {
  if (coin >= probability) return { type: 'withdrawn', id, time, probability }
  return probability < before ? { type: 'reviewed', id, time, probability } : undefined
}

/** The oldest open question, where it is too old by now and nobody is looking at it. */
export const overdueIn = <Item>(
  { questions }: Fold<Item>,
  { expireAfter = Number.POSITIVE_INFINITY }: ClassifierConfig,
  now: number,
  isHeld: (id: string) => boolean,
): Question | undefined => {
  const old = questions.oldest()
  return old && now - old.time > expireAfter && !isHeld(old.id) ? old : undefined
}

/** The open question whose turn it is to be looked at again; none where it is not to be taken back. */
export const inTurnIn = <Item>(
  { questions, deciding }: Fold<Item>,
  { withdraw }: ClassifierConfig,
  isHeld: (id: string) => boolean,
): Question | undefined => {
  const question = withdraw ? questions.inTurn(deciding.items) : undefined
  return question && !isAudit(question) && !isHeld(question.id) ? question : undefined
}
