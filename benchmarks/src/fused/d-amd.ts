import { Random } from '@askance/core/internals'
import type { Rows } from '../streams.js'
import type { Outcome } from './outcome.js'

/** D-AMD with everything in one function. */
export const fusedDAmd = (
  { table, dimension, two }: Rows,
  b: number,
  eta: number,
  delta: number,
  seed: number,
): Outcome => {
  const { starts, index, value, length } = table
  const coins = new Random(seed, 'coin')
  const cells = new Float64Array(2 * (dimension + 1))
  const squares = new Float64Array(dimension + 1)
  for (let i = 0; i <= dimension; i++) cells[2 * i + 1] = 1 / delta
  let asked = 0
  let mistakes = 0
  for (let t = 0; t < length; t++) {
    const start = starts[t]
    const end = starts[t + 1]
    let score = 0
    let variance = 0
    let normSq = 0
    for (let k = start; k < end; k++) {
      const v = value[k]
      const square = v * v
      const at = 2 * index[k]
      score += cells[at] * v
      variance += cells[at + 1] * square
      normSq += square
    }
    const q = Math.max(0, Math.abs(score) - (eta / 2 / Math.max(1, normSq)) * variance)
    const label = two[t]
    if ((score >= 0 ? 1 : 0) !== label) mistakes++
    if (!(coins.uniform() < b / (b + q))) continue
    asked++
    const y = label === 1 ? 1 : -1
    if (!(1 - y * score > 0 && normSq > 0)) continue
    for (let k = start; k < end; k++) {
      const i = index[k]
      const v = value[k]
      const square = squares[i] + v * v
      const inverse = 1 / (delta + Math.sqrt(square))
      squares[i] = square
      cells[2 * i] += eta * y * v * inverse
      cells[2 * i + 1] = inverse
    }
  }
  return { asked, mistakes }
}
