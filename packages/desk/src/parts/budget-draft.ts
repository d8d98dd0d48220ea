import { defaultBurst } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import { say } from '../words/say.js'
import { parseNumber } from './parse-number.js'

export const units = ['ratio', 'perHour', 'total'] as const
export type Unit = (typeof units)[number]

/** A budget as typed in a form. */
export interface BudgetDraft {
  readonly amount: string
  readonly unit: Unit
  readonly horizon: string
}

const HUGE = 1e15
const SECONDS_PER_ANSWER = 10

const parseHorizon = ({ horizon, unit }: BudgetDraft): { horizon?: number } =>
  horizon.trim() === '' || unit === 'perHour' ? {} : { horizon: parseNumber(horizon) }

/**
 * Converts a budget to a draft, using its first limit.
 *
 * @example
 * draftFromBudget({ ratio: 0.07, credit: 5 }) // => { amount: '7', unit: 'ratio', horizon: '' }
 */
export const draftFromBudget = (budget: Schemas['Budget']): BudgetDraft => {
  const unit = units.find((one) => budget[one] !== undefined) ?? 'ratio'
  const value = budget[unit]
  return { amount: value === undefined ? '' : amountText(value, unit), unit, horizon: '' }
}

const amountText = (value: number, unit: Unit): string =>
  String(unit === 'ratio' ? Number((100 * value).toPrecision(12)) : value)

/**
 * Converts a draft to a budget.
 *
 * @example
 * parseBudget({ amount: '5', unit: 'ratio', horizon: '' }) // => { ratio: 0.05 }
 * parseBudget({ amount: '1,000', unit: 'total', horizon: '20000' }) // => { total: 1000, horizon: 20000 }
 */
export const parseBudget = (draft: BudgetDraft): Schemas['Budget'] => {
  const amount = parseNumber(draft.amount)
  // Rounds away binary noise: 0.07 * 100 is not exactly 7.
  const value = draft.unit === 'ratio' ? Number((amount / 100).toPrecision(12)) : amount
  return { [draft.unit]: value, ...parseHorizon(draft) }
}

/** Returns the error in the amount, if any. */
export const budgetError = ({ amount, unit }: BudgetDraft): string | undefined => {
  const value = parseNumber(amount)
  if (Number.isNaN(value)) return say('common.budget.number')
  if (unit === 'ratio') return value > 0 && value <= 100 ? undefined : say('common.budget.percent')
  if (unit === 'perHour') return value > 0 && value <= HUGE ? undefined : say('common.budget.positive')
  return Number.isInteger(value) && value >= 0 && value <= HUGE ? undefined : say('common.budget.wholeNumber')
}

/** Formats the time needed for a number of answers. */
const answeringTime = (answers: number): string => {
  const seconds = answers * SECONDS_PER_ANSWER
  if (seconds < 90) return say('common.budget.meaning.seconds', { count: Math.round(seconds) })
  if (seconds < 2 * 3600) return say('common.budget.meaning.minutes', { count: Math.round(seconds / 60) })
  return say('common.budget.meaning.hours', { count: Math.round(seconds / 3600) })
}

/**
 * Explains a budget.
 *
 * @example
 * budgetMeaning({ amount: '100', unit: 'ratio', horizon: '' }) // => 'Asks about every item.'
 */
export const budgetMeaning = (draft: BudgetDraft): string => {
  if (budgetError(draft) !== undefined) return say('common.budget.meaning.unknown')
  const { ratio, perHour, total, horizon } = parseBudget(draft)
  if (ratio !== undefined) return shareMeaning(ratio, horizon)
  if (perHour !== undefined)
    return say('common.budget.meaning.perHour', {
      burst: defaultBurst(perHour),
      time: answeringTime(perHour),
    })
  return total === 0
    ? say('common.budget.meaning.nothing')
    : say('common.budget.meaning.total', { time: answeringTime(total ?? 0) })
}

const shareMeaning = (ratio: number, horizon: number | undefined): string => {
  if (ratio === 1) return say('common.budget.meaning.all')
  return horizon === undefined || !Number.isInteger(horizon)
    ? say('common.budget.meaning.oneIn', { count: Math.max(2, Math.round(1 / ratio)) })
    : say('common.budget.meaning.oneInKnown', { count: Math.floor(ratio * horizon + 1e-9), items: horizon })
}
