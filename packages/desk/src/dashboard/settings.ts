import type { Schemas } from '@askance/server/client'
import { type BudgetDraft, budgetError, draftFromBudget, parseBudget } from '../parts/budget-draft.js'
import { parseNumber } from '../parts/parse-number.js'
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
  readonly budget: BudgetDraft
  readonly answers: string
  readonly paused: boolean
  readonly added: readonly string[]
}

/** The form as a stream fills it. */
export const toDraft = ({ title = '', guidelines = '', budget, answersPerItem, paused }: Config): Draft => ({
  title,
  guidelines,
  budget: draftFromBudget(budget),
  answers: String(answersPerItem),
  paused,
  added: [],
})

/** Whether a budget says more than the form can. */
export const hasFurtherLimits = (budget: Budget): boolean => Object.keys(budget).length > 1

/** What is wrong, by field. */
export type DraftErrors = Readonly<Partial<Record<'budget' | 'answers', string>>>

/** What is wrong with the form. */
export const validateDraft = ({ budget, answers }: Draft): DraftErrors => {
  const error = budgetError(budget)
  const people = parseNumber(answers)
  return {
    ...(error !== undefined && { budget: error }),
    ...(!(Number.isInteger(people) && people >= 1 && people <= 100) && {
      answers: say('dashboard.settingsForm.answersError'),
    }),
  }
}

/** A budget with another limit of the same kind keeps what else it says; one of another kind begins anew. */
const changedBudget = (sentence: BudgetDraft, before: Budget): Budget =>
  before[sentence.unit] === undefined ? parseBudget(sentence) : { ...before, ...parseBudget(sentence) }

/** What is to be changed: only what differs from the stream. The form must have no errors. */
export const draftChanges = (draft: Draft, config: Config): Change => {
  const before = toDraft(config)
  return {
    ...(draft.title.trim() !== before.title && draft.title.trim() !== '' && { title: draft.title.trim() }),
    ...(draft.guidelines !== before.guidelines && { guidelines: draft.guidelines }),
    ...((draft.budget.unit !== before.budget.unit || draft.budget.amount.trim() !== before.budget.amount) && {
      budget: changedBudget(draft.budget, config.budget),
    }),
    ...(draft.answers.trim() !== before.answers && { answersPerItem: parseNumber(draft.answers) }),
    ...(draft.paused !== before.paused && { paused: draft.paused }),
    ...(draft.added.length > 0 && { classes: [...config.classes, ...draft.added] }),
  }
}
