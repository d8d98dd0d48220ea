import type { Schemas } from '@askance/server/client'
import { allowedAfter } from '../parts/budget.js'
import type { TimelineWindow } from './api.js'

type Budget = Schemas['Budget']

/** Labels spent and allowed, by number of items. */
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

/** Returns the spending curve from the first item until now. */
export const spendingCurve = (
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
