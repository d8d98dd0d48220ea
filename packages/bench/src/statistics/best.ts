import { mean } from './describe.js'
import { pairedT } from './paired-t.js'
import type { Direction } from './ranks.js'

/** The values of an algorithm, one for each run; undefined where the run is missing. */
export type Runs = readonly (number | undefined)[]

export interface Best {
  /** The algorithm with the best mean, the first of equal ones; undefined if none has a value. */
  readonly best: number | undefined
  /** The others that are not significantly different from it. */
  readonly comparable: readonly number[]
}

/**
 * Which algorithm is best by its mean, and which others a paired t-test over the runs they share with it cannot tell
 * from it: the ones that papers print in bold. With a single run in common no test is possible, and only an equal
 * value is comparable.
 *
 * @example
 * bestOf([[0.9, 0.8, 0.9], [0.8, 0.9, 0.8], [0.1, 0.05, 0.1]]) // => { best: 0, comparable: [1] }
 * bestOf([[3, undefined], [2, 2], [undefined, undefined]], 'down') // => { best: 1, comparable: [] }
 */
export const bestOf = (algorithms: readonly Runs[], direction: Direction = 'up', level = 0.95): Best => {
  if (algorithms.some((runs) => runs.length !== algorithms[0]?.length))
    throw new RangeError('Every algorithm must have an entry for each run, be it undefined.')
  const sign = direction === 'up' ? 1 : -1
  let best: number | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  algorithms.forEach((runs, k) => {
    const present = runs.filter((value) => value !== undefined)
    const score = present.length === 0 ? Number.NEGATIVE_INFINITY : sign * mean(present)
    if (score > bestScore) [best, bestScore] = [k, score]
  })
  const winner = best === undefined ? [] : algorithms[best]!
  const comparable = algorithms.flatMap((runs, k) => (k !== best && same(winner, runs, level) ? [k] : []))
  return { best, comparable }
}

const same = (first: Runs, second: Runs, level: number): boolean => {
  const a: number[] = []
  const b: number[] = []
  first.forEach((value, k) => {
    const other = second[k]
    if (value === undefined || other === undefined) return
    a.push(value)
    b.push(other)
  })
  const test = pairedT(a, b)
  return test === undefined ? a.length === 1 && a[0] === b[0] : test.p > 1 - level
}
