import type { Schemas } from '@askance/server/client'
import type { TimelineWindow } from './api.js'

type Budget = Schemas['Budget']

/** What a ratio without a horizon may be ahead, where nothing is said about it. */
const USUAL_CREDIT = 20
const HOUR = 3_600_000

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
  const { ratio, credit = USUAL_CREDIT, total, horizon, perHour, burst = 1 } = budget
  const limits = [
    ratio === undefined ? undefined : horizon === undefined ? ratio * items + credit : ratio * horizon,
    total,
    perHour === undefined ? undefined : burst + (perHour * milliseconds) / HOUR,
  ].filter((limit) => limit !== undefined)
  return limits.length === 0 ? undefined : Math.floor(Math.min(...limits) + 1e-9)
}

/** Spent and allowed by rounds. */
export interface Spending {
  readonly rounds: readonly number[]
  readonly spent: readonly number[]
  readonly allowed: readonly (number | null)[]
}

interface Now {
  readonly items: number
  readonly spent: number
  readonly time: number
}

/** The curve of spending, from the first round until now. */
export const spendingOf = (
  windows: readonly TimelineWindow[],
  budget: Budget,
  created: number,
  now: Now,
): Spending => {
  const points = [{ round: 0, spent: 0, time: created }]
  let spent = 0
  for (const { to, asked, time } of windows) {
    spent += asked
    if (to < now.items) points.push({ round: to, spent, time })
  }
  if (now.items > 0) points.push({ round: now.items, spent: now.spent, time: now.time })
  return {
    rounds: points.map(({ round }) => round),
    spent: points.map((point) => point.spent),
    allowed: points.map(
      ({ round, time }) => allowedAfter(budget, round, Math.max(0, time - created)) ?? null,
    ),
  }
}
