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

/** The form state. */
export interface Draft {
  readonly title: string
  readonly guidelines: string
  readonly budget: BudgetDraft
  readonly answers: string
  readonly paused: boolean
  readonly added: readonly string[]
}

/** Fills the form from a stream. */
export const toDraft = ({ title = '', guidelines = '', budget, answersPerItem, paused }: Config): Draft => ({
  title,
  guidelines,
  budget: draftFromBudget(budget),
  answers: String(answersPerItem),
  paused,
  added: [],
})

/** Whether a budget has limits that the form does not show. */
export const hasFurtherLimits = (budget: Budget): boolean => Object.keys(budget).length > 1

/** Errors by field. */
export type DraftErrors = Readonly<Partial<Record<'budget' | 'answers', string>>>

/** Validates the form. */
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

/** Changing the amount keeps the other limits; changing the unit resets them. */
const changedBudget = (sentence: BudgetDraft, before: Budget): Budget =>
  before[sentence.unit] === undefined ? parseBudget(sentence) : { ...before, ...parseBudget(sentence) }

/** Returns only the changed fields. The form must be valid. */
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
