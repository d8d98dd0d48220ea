import { Random } from '@askance/core/internals'
import type { Rows } from '../streams.js'
import type { Outcome } from './outcome.js'

/** PAA-II with everything in one function. */
export const fusedPaa2 = ({ table, dimension, two }: Rows, b: number, C: number, seed: number): Outcome => {
  const { starts, index, value, length } = table
  const coins = new Random(seed, 'coin')
  const weights = new Float64Array(dimension + 1)
  let asked = 0
  let mistakes = 0
  for (let t = 0; t < length; t++) {
    const start = starts[t]
    const end = starts[t + 1]
    let score = 0
    let normSq = 0
    for (let k = start; k < end; k++) {
      const v = value[k]
      score += weights[index[k]] * v
      normSq += v * v
    }
    const label = two[t]
    if ((score >= 0 ? 1 : 0) !== label) mistakes++
    if (!(coins.uniform() < b / (b + Math.abs(score)))) continue
    asked++
    const y = label === 1 ? 1 : -1
    const loss = 1 - y * score
    if (!(loss > 0 && normSq > 0)) continue
    const step = (y * loss) / (normSq + 1 / (2 * C))
    for (let k = start; k < end; k++) weights[index[k]] += step * value[k]
  }
  return { asked, mistakes }
}
