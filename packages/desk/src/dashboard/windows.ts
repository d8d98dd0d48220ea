import type { TimelineWindow } from './api.js'

/** Several merged windows. */
interface Merged {
  readonly to: number
  readonly items: number
  readonly asked: number
  readonly reasons: Readonly<Record<string, number>>
  readonly hasDrift: boolean
}

/** Merges neighbouring windows into at most `max` groups of similar size. */
export const mergeWindows = (windows: readonly TimelineWindow[], max: number): readonly Merged[] => {
  const total = windows.reduce((sum, { items }) => sum + items, 0)
  const groups: TimelineWindow[][] = []
  let before = 0
  let at = -1
  for (const window of windows) {
    const place = Math.min(max - 1, Math.floor(((before + window.items / 2) * max) / Math.max(1, total)))
    // Windows without items have no share.
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

/** Returns the number of answers in each delay bin, over all windows. */
export const delayCounts = (windows: readonly TimelineWindow[]): readonly number[] =>
  delayBounds.map((_, k) => windows.reduce((sum, { delays }) => sum + (delays?.[k] ?? 0), 0))

/** Upper bounds of the delay bins; the last bin is open. */
export const delayBounds = ['10 s', '1 min', '10 min', '1 h', '6 h', '1 day', undefined] as const

/**
 * Returns the index of the bin that contains a quantile, or −1 if there is no data.
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
