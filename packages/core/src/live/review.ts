import { Tally } from '../parts.js'
import type { Closed, Reviewed } from './events.js'
import type { Fold } from './fold.js'
import type { Question } from './question.js'

/** How things stand for a rule that looks at the past; `ahead` counts rounds that are about to come. */
export const tallyOf = <Item>({ deciding, learned }: Fold<Item>, ahead: number): Tally => {
  const { asked, mistakes, updates } = learned
  return Object.assign(new Tally(), { rounds: deciding.items + ahead, asked, mistakes, updates })
}

/** The probability with which an open question would be asked now. */
export const probabilityNow = <Item>(state: Fold<Item>, { row, audit }: Question): number => {
  const { deciding, learned } = state
  learned.body.read(row)
  return deciding.again(learned.body.doubt, tallyOf(state, 0), audit)
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
