import { isFeatureless, type Row, squaredNorm } from '../rows/row.js'
import type { OpenQuestions } from './open-questions.js'

/** So many of the latest open questions are compared with. */
const MOST = 64

/**
 * How like a row is to the most similar one that is being asked about: cos² of their angle, 0 where none is. A row that
 * is nearly the same would ask the same question twice while the first waits.
 */
export const likeness = (row: Row, open: OpenQuestions): number => {
  const own = squaredNorm(row)
  if (own === 0) return 0
  let most = 0
  for (const { row: other } of open.latest(MOST)) {
    const product = dot(row, other)
    if (product > 0) most = Math.max(most, product ** 2 / (own * squaredNorm(other)))
  }
  return Math.min(1, most)
}

/** A row without features teaches nothing, and one like another that is being asked about teaches little. */
export const worthOf = (row: Row, open: OpenQuestions, isCompared: boolean): number => {
  if (isFeatureless(row)) return 0
  return isCompared ? 1 - likeness(row, open) : 1
}

/** Both have rising indices. */
const dot = (x: Row, z: Row): number => {
  let sum = 0
  let k = z.start
  for (let j = x.start; j < x.end; j++) {
    while (k < z.end && z.index[k] < x.index[j]) k++
    if (k === z.end) break
    if (z.index[k] === x.index[j]) sum += x.value[j] * z.value[k]
  }
  return sum
}
