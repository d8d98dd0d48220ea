import type { Schemas } from '@askance/server/client'
import { type Key, say } from '../words/say.js'

type Budget = Schemas['Budget']

/** What a ratio without a horizon may be ahead, where nothing is said about it, as the core has it. */
const DEFAULT_CREDIT = 20
const HOUR = 3_600_000
/** 0.29 · 100 is a little below 29. */
const NOISE = 1e-9

const minDefined = (...limits: readonly (number | undefined)[]): number | undefined => {
  const given = limits.filter((limit) => limit !== undefined)
  return given.length === 0 ? undefined : Math.floor(Math.min(...given) + NOISE)
}

/** The most that is ever allowed. */
const totalAllowed = ({ ratio, total, horizon }: Budget): number | undefined =>
  minDefined(total, ratio === undefined || horizon === undefined ? undefined : ratio * horizon)

/** What a share of the items allows after so many of them, where nobody knows how many will come. */
const allowedByRatio = (
  { ratio, horizon, credit = DEFAULT_CREDIT }: Budget,
  items: number,
): number | undefined =>
  ratio === undefined || horizon !== undefined ? undefined : minDefined(ratio * items + credit)

/**
 * How many questions the budget allows after so many items and so many milliseconds; nothing where it has no limit. Of
 * questions an hour it is an upper bound: what nobody asked for does not heap up beyond the burst.
 *
 * @example
 * allowedAfter({ ratio: 0.1 }, 1000, 0) // => 120
 * allowedAfter({ ratio: 0.1, horizon: 500 }, 1000, 0) // => 50
 * allowedAfter({ total: 40, perHour: 10, burst: 5 }, 1000, 7_200_000) // => 25
 * allowedAfter({}, 1000, 0) // => undefined
 */
export const allowedAfter = (budget: Budget, items: number, milliseconds: number): number | undefined => {
  const { perHour, burst = 1 } = budget
  const hourly = perHour === undefined ? undefined : burst + (perHour * milliseconds) / HOUR
  return minDefined(totalAllowed(budget), allowedByRatio(budget, items), hourly)
}

interface SpentCounts {
  readonly items: number
  readonly spent: number
}

/** How far a budget is used, by the limit that comes first. */
export interface BudgetUse {
  readonly by: 'total' | 'ratio' | 'perHour' | 'none'
  readonly allowed?: number
  /** From 0 to 1, where there is a number. */
  readonly share?: number
  /** Whether there will never be another question. */
  readonly isSpent: boolean
}

/**
 * How far a budget is used. A share of the items grows with them, so that it is never used up for long.
 *
 * @example
 * budgetUse({ total: 60 }, { spent: 30, items: 900 }) // => { by: 'total', allowed: 60, share: 0.5, isSpent: false }
 * budgetUse({ ratio: 0.1 }, { spent: 9, items: 100 }).allowed // => 30
 */
export const budgetUse = (budget: Budget, { items, spent }: SpentCounts): BudgetUse => {
  const end = totalAllowed(budget)
  const share = allowedByRatio(budget, items)
  const allowed = minDefined(end, share)
  if (allowed === undefined) return { by: budget.perHour === undefined ? 'none' : 'perHour', isSpent: false }
  const by = allowed === end ? 'total' : 'ratio'
  return {
    by,
    allowed,
    share: allowed > 0 ? Math.min(1, spent / allowed) : 1,
    isSpent: by === 'total' && spent >= allowed,
  }
}

/** What was spent against what is allowed, to be said. */
export const spentMessage = (budget: Budget, counts: SpentCounts) => {
  const { by, allowed = 0 } = budgetUse(budget, counts)
  const isFull = (by === 'total' || by === 'ratio') && counts.spent >= allowed
  const key: Key = `common.budget.${isFull ? 'allSpent' : by}`
  return { key, values: { spent: counts.spent, allowed, perHour: budget.perHour ?? 0 } }
}

/**
 * The same as plain text.
 *
 * @example
 * spentText({ total: 200 }, { items: 900, spent: 50 }) // => '50 of 200 total'
 * spentText({ perHour: 60 }, { items: 900, spent: 50 }) // => '50, at most 60 per hour'
 */
export const spentText = (budget: Budget, counts: SpentCounts): string => {
  const { key, values } = spentMessage(budget, counts)
  return say(key, values).replaceAll('*', '')
}
