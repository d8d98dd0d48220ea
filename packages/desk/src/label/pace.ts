const MIN_VALUES = 3

/**
 * Returns the median, or undefined for fewer than three values.
 *
 * @example
 * median([9, 1, 5]) // => 5
 * median([9, 1]) // => undefined
 */
export const median = (values: readonly number[]): number | undefined => {
  if (values.length < MIN_VALUES) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

interface ItemCountAt {
  readonly time: number
  readonly items: number
}

const MIN_OBSERVED = 20_000

/** Returns the items per hour between two counts, or undefined within the first 20 seconds. */
export const itemsPerHour = (
  first: ItemCountAt | undefined,
  last: ItemCountAt | undefined,
): number | undefined => {
  if (!first || !last || last.time - first.time < MIN_OBSERVED) return undefined
  return Math.round(((last.items - first.items) * 3_600_000) / (last.time - first.time))
}
