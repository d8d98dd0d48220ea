import { DEFAULT_CREDIT, defaultBurst } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import { type Key, say } from '../words/say.js'

type Budget = Schemas['Budget']

const HOUR = 3_600_000
/** Tolerance for binary noise: 0.29 · 100 is slightly below 29. */
const NOISE = 1e-9

const minDefined = (...limits: readonly (number | undefined)[]): number | undefined => {
  const given = limits.filter((limit) => limit !== undefined)
  return given.length === 0 ? undefined : Math.floor(Math.min(...given) + NOISE)
}

/** The final limit, if there is one. */
const totalAllowed = ({ ratio, total, horizon }: Budget): number | undefined =>
  minDefined(total, ratio === undefined || horizon === undefined ? undefined : ratio * horizon)

/** The limit of a ratio budget without a horizon after a number of items. */
const allowedByRatio = (
  { ratio, horizon, credit = DEFAULT_CREDIT }: Budget,
  items: number,
): number | undefined =>
  ratio === undefined || horizon !== undefined ? undefined : minDefined(ratio * items + credit)

/**
 * Returns the number of allowed questions after a number of items and milliseconds, or undefined without a
 * limit. For hourly budgets this is an upper bound, because unused questions accumulate only up to the burst.
 *
 * @example
 * allowedAfter({ ratio: 0.1 }, 1000, 0) // => 120
 * allowedAfter({ ratio: 0.1, horizon: 500 }, 1000, 0) // => 50
 * allowedAfter({ total: 40, perHour: 10, burst: 5 }, 1000, 7_200_000) // => 25
 * allowedAfter({}, 1000, 0) // => undefined
 */
export const allowedAfter = (budget: Budget, items: number, milliseconds: number): number | undefined => {
  const { perHour, burst = defaultBurst(perHour ?? 0) } = budget
  const hourly = perHour === undefined ? undefined : burst + (perHour * milliseconds) / HOUR
  return minDefined(totalAllowed(budget), allowedByRatio(budget, items), hourly)
}

interface SpentCounts {
  readonly items: number
  readonly spent: number
}

/**
 * Counts for a budget: in a multi-label stream, every class of an item can be asked about, and each counts.
 *
 * @example
 * const config = { classes: ['a', 'b', 'c'], multiLabel: true }
 * questionCounts({ config }, { items: 10, spent: 6 }) // => { items: 30, spent: 6 }
 */
export const questionCounts = <Counts extends SpentCounts>(
  {
    config: { multiLabel, classes },
  }: {
    readonly config: Pick<Schemas['StreamConfig'], 'multiLabel' | 'classes'>
  },
  counts: Counts,
): Counts => (multiLabel ? { ...counts, items: counts.items * classes.length } : counts)

/**
 * Counts for those who answer: open questions of a pool were only prepared for somebody, so they do not count yet.
 *
 * @example
 * const pool = { config: { classes: ['a', 'b'] }, status: { pool: {} } }
 * deskCounts(pool, { items: 900, spent: 30, open: 10 }) // => { items: 900, spent: 20, open: 10 }
 */
export const deskCounts = <Counts extends SpentCounts & { readonly open: number }>(
  stream: Parameters<typeof questionCounts>[0] & { readonly status: { readonly pool?: unknown } },
  counts: Counts,
): Counts =>
  stream.status.pool ? { ...counts, spent: counts.spent - counts.open } : questionCounts(stream, counts)

/**
 * The budget by items instead of questions: in a multi-label stream, the ratio counts every class of an item, and every
 * class can have a question at once.
 */
export const itemBudget = (
  {
    config: { multiLabel, classes },
  }: {
    readonly config: Pick<Schemas['StreamConfig'], 'multiLabel' | 'classes'>
  },
  budget: Budget,
): Budget => {
  if (!multiLabel) return budget
  const { ratio, perHour, burst = defaultBurst(perHour ?? 0, classes.length) } = budget
  return {
    ...budget,
    ...(ratio !== undefined && { ratio: ratio * classes.length }),
    ...(perHour !== undefined && { burst }),
  }
}

/** Use of a budget by its tightest limit. */
export interface BudgetUse {
  readonly by: 'total' | 'ratio' | 'perHour' | 'none'
  readonly allowed?: number
  /** From 0 to 1. */
  readonly share?: number
  /** Whether no further question is possible. */
  readonly isSpent: boolean
}

/**
 * Computes the use of a budget. A ratio grows with the items, so it is never finally spent.
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

/** Message key and values for the labels spent. */
export const spentMessage = (budget: Budget, counts: SpentCounts) => {
  const { by, allowed = 0 } = budgetUse(budget, counts)
  const isFull = (by === 'total' || by === 'ratio') && counts.spent >= allowed
  const key: Key = `common.budget.${isFull ? 'allSpent' : by}`
  return { key, values: { spent: counts.spent, allowed, perHour: budget.perHour ?? 0 } }
}

/**
 * The labels spent as plain text.
 *
 * @example
 * spentText({ total: 200 }, { items: 900, spent: 50 }) // => '50 of 200 total'
 * spentText({ perHour: 60 }, { items: 900, spent: 50 }) // => '50, at most 60 per hour'
 */
export const spentText = (budget: Budget, counts: SpentCounts): string => {
  const { key, values } = spentMessage(budget, counts)
  return say(key, values).replaceAll('*', '')
}
