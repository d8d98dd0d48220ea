import type { Schemas } from '@askance/server/client'
import { type BudgetSentence, budgetFault, budgetFrom, sentenceOf } from '../parts/budget-sentence.js'
import { numberFrom } from '../parts/typed.js'
import { say } from '../words/say.js'

type Config = Pick<
  Schemas['StreamConfig'],
  'title' | 'guidelines' | 'budget' | 'answersPerItem' | 'paused' | 'classes'
>
type Budget = Schemas['Budget']
type Change = Schemas['StreamChange']

/** What stands in the form. */
export interface Draft {
  readonly title: string
  readonly guidelines: string
  readonly budget: BudgetSentence
  readonly answers: string
  readonly paused: boolean
  readonly added: readonly string[]
}

/** The form as a stream fills it. */
export const draftOf = ({ title = '', guidelines = '', budget, answersPerItem, paused }: Config): Draft => ({
  title,
  guidelines,
  budget: sentenceOf(budget),
  answers: String(answersPerItem),
  paused,
  added: [],
})

/** Whether a budget says more than the form can. */
export const hasFurtherLimits = (budget: Budget): boolean => Object.keys(budget).length > 1

/** What is wrong, by field. */
export type Faults = Readonly<Partial<Record<'budget' | 'answers', string>>>

/** What is wrong with the form. */
export const faultsIn = ({ budget, answers }: Draft): Faults => {
  const fault = budgetFault(budget)
  const people = numberFrom(answers)
  return {
    ...(fault !== undefined && { budget: fault }),
    ...(!(Number.isInteger(people) && people >= 1 && people <= 100) && {
      answers: say('dashboard.set.answersFault'),
    }),
  }
}

/** A budget with another limit of the same kind keeps what else it says; one of another kind begins anew. */
const changedBudget = (sentence: BudgetSentence, before: Budget): Budget =>
  before[sentence.unit] === undefined ? budgetFrom(sentence) : { ...before, ...budgetFrom(sentence) }

/** What is to be changed: only what differs from the stream. The form must have no faults. */
export const changeFrom = (draft: Draft, config: Config): Change => {
  const before = draftOf(config)
  return {
    ...(draft.title.trim() !== before.title && draft.title.trim() !== '' && { title: draft.title.trim() }),
    ...(draft.guidelines !== before.guidelines && { guidelines: draft.guidelines }),
    ...((draft.budget.unit !== before.budget.unit || draft.budget.amount.trim() !== before.budget.amount) && {
      budget: changedBudget(draft.budget, config.budget),
    }),
    ...(draft.answers.trim() !== before.answers && { answersPerItem: numberFrom(draft.answers) }),
    ...(draft.paused !== before.paused && { paused: draft.paused }),
    ...(draft.added.length > 0 && { classes: [...config.classes, ...draft.added] }),
  }
}
