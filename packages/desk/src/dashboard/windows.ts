import type { TimelineWindow } from './api.js'

/** Several windows taken together. */
export interface Merged {
  readonly to: number
  readonly items: number
  readonly asked: number
  readonly reasons: Readonly<Record<string, number>>
  readonly hasDrift: boolean
}

/** The reasons of asking, in the order in which they are drawn from below. */
export const reasons = ['uncertain', 'unfamiliar', 'audit', 'random', 'always', 'warm-up'] as const
export type Reason = (typeof reasons)[number]

/** Whether it is a reason that we have words for. */
export const isReason = (reason: string): reason is Reason => reasons.some((known) => known === reason)

/** Neighbouring windows together, so that there are at most so many, each with about as many items. */
export const mergeWindows = (windows: readonly TimelineWindow[], most: number): readonly Merged[] => {
  const total = windows.reduce((sum, { items }) => sum + items, 0)
  const groups: TimelineWindow[][] = []
  let before = 0
  let at = -1
  for (const window of windows) {
    const place = Math.min(most - 1, Math.floor(((before + window.items / 2) * most) / Math.max(1, total)))
    // A window in which only answers came has no share of its own.
    if (at < 0 || (place !== at && window.items > 0)) groups.push([])
    groups.at(-1)?.push(window)
    before += window.items
    at = place
  }
  return groups.map(mergeGroup)
}

const mergeGroup = (group: readonly TimelineWindow[]): Merged => {
  const sums: Record<string, number> = {}
  for (const window of group)
    for (const [reason, count] of Object.entries(window.reasons ?? {}))
      sums[reason] = (Object.hasOwn(sums, reason) ? (sums[reason] ?? 0) : 0) + count
  return {
    to: group.at(-1)?.to ?? 0,
    items: group.reduce((sum, { items }) => sum + items, 0),
    asked: group.reduce((sum, { asked }) => sum + asked, 0),
    reasons: sums,
    hasDrift: group.some(({ drift }) => drift.length > 0),
  }
}

/** How many answers took less than each of the bounds, and longer, over all windows. */
export const delayCounts = (windows: readonly TimelineWindow[]): readonly number[] =>
  delayBounds.map((_, k) => windows.reduce((sum, { delays }) => sum + (delays?.[k] ?? 0), 0))

/** The bounds of the delays; the last has none. */
export const delayBounds = ['10 s', '1 min', '10 min', '1 h', '6 h', '1 day', undefined] as const

/**
 * The place among counts within which a share of all is reached; −1 where there is nothing.
 *
 * @example
 * quantileBin([1, 2, 7], 0.5) // => 2
 * quantileBin([5, 5, 0], 0.5) // => 0
 * quantileBin([0, 0], 0.5) // => -1
 */
export const quantileBin = (counts: readonly number[], share: number): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return -1
  let sum = 0
  return counts.findIndex((count) => {
    sum += count
    return sum >= share * total
  })
}
