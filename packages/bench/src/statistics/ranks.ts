/** Whether a greater or a smaller value is the better one. */
export type Direction = 'up' | 'down'

/**
 * The ranks of a row of values, 1 for the best; equal values share the mean of the ranks they take up together.
 *
 * @example
 * midRanks([0.9, 0.7, 0.9, 0.8]) // => [1.5, 4, 1.5, 3]
 * midRanks([0.9, 0.7, 0.9, 0.8], 'down') // => [3.5, 1, 3.5, 2]
 */
export const midRanks = (values: readonly number[], direction: Direction = 'up'): number[] => {
  if (values.some(Number.isNaN)) throw new RangeError('A value that is not a number has no rank.')
  const sign = direction === 'up' ? -1 : 1
  const order = values.map((_, k) => k).sort((a, b) => sign * compare(values[a]!, values[b]!))
  const ranks = new Array<number>(values.length)
  for (let first = 0; first < order.length; ) {
    let end = first + 1
    while (end < order.length && values[order[end]!] === values[order[first]!]) end++
    for (let k = first; k < end; k++) ranks[order[k]!] = (first + 1 + end) / 2
    first = end
  }
  return ranks
}

/** Not by subtraction: the difference of two infinities is no number. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
