import type { Schemas } from '@askance/server/client'
import { say } from '../words/say.js'

type Config = Pick<
  Schemas['StreamConfig'],
  'title' | 'guidelines' | 'budget' | 'answersPerItem' | 'paused' | 'classes'
>
type Budget = Schemas['Budget']
type Change = Schemas['StreamChange']

/** The limits that the form knows. */
export const budgetKinds = ['ratio', 'total', 'perHour'] as const
export type BudgetKind = (typeof budgetKinds)[number]

/** What stands in the form. */
export interface Draft {
  readonly title: string
  readonly guidelines: string
  readonly kind: BudgetKind
  readonly value: string
  readonly answers: string
  readonly paused: boolean
  readonly added: readonly string[]
}

const kindOf = (budget: Budget): BudgetKind =>
  budgetKinds.find((kind) => budget[kind] !== undefined) ?? 'ratio'

const amountIn = (budget: Budget, kind: BudgetKind): string => {
  const value = budget[kind]
  if (value === undefined) return ''
  return String(kind === 'ratio' ? Number((100 * value).toPrecision(12)) : value)
}

/** The form as a stream fills it. */
export const draftOf = ({ title = '', guidelines = '', budget, answersPerItem, paused }: Config): Draft => ({
  title,
  guidelines,
  kind: kindOf(budget),
  value: amountIn(budget, kindOf(budget)),
  answers: String(answersPerItem),
  paused,
  added: [],
})

/** Whether a budget says more than the form can. */
export const hasFurtherLimits = (budget: Budget): boolean => Object.keys(budget).length > 1

/**
 * The number in a field; nothing if there is none above 0.
 *
 * @example
 * numberIn('2,5') // => 2.5
 * numberIn('0') // => undefined
 */
export const numberIn = (text: string): number | undefined => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && value > 0 ? value : undefined
}

/** What is wrong, by field. */
export type Faults = Readonly<Partial<Record<'value' | 'answers', string>>>

/** What is wrong with the form. */
export const faultsIn = ({ kind, value, answers }: Draft): Faults => {
  const amount = numberIn(value)
  const isShare = kind === 'ratio'
  const isAmount =
    amount !== undefined && (!isShare || amount <= 100) && (kind !== 'total' || amount % 1 === 0)
  const people = numberIn(answers)
  return {
    ...(!isAmount && { value: say(isShare ? 'dashboard.set.ratioFault' : 'dashboard.set.countFault') }),
    ...((people === undefined || people > 100 || people % 1 !== 0) && {
      answers: say('dashboard.set.answersFault'),
    }),
  }
}

/** A budget with another limit of the same kind keeps what else it says; one of another kind begins anew. */
const budgetFrom = ({ kind, value }: Draft, before: Budget): Budget => {
  const amount = (numberIn(value) ?? 0) / (kind === 'ratio' ? 100 : 1)
  return before[kind] === undefined ? { [kind]: amount } : { ...before, [kind]: amount }
}

/** What is to be changed: only what differs from the stream. The form must have no faults. */
export const changeFrom = (draft: Draft, config: Config): Change => {
  const before = draftOf(config)
  return {
    ...(draft.title.trim() !== before.title && draft.title.trim() !== '' && { title: draft.title.trim() }),
    ...(draft.guidelines !== before.guidelines && { guidelines: draft.guidelines }),
    ...((draft.kind !== before.kind || draft.value.trim() !== before.value) && {
      budget: budgetFrom(draft, config.budget),
    }),
    ...(draft.answers.trim() !== before.answers && { answersPerItem: numberIn(draft.answers) ?? 1 }),
    ...(draft.paused !== before.paused && { paused: draft.paused }),
    ...(draft.added.length > 0 && { classes: [...config.classes, ...draft.added] }),
  }
}
