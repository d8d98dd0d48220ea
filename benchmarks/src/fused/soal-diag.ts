import { Random } from '@askance/core/internals'
import type { Rows } from '../streams.js'
import type { Outcome } from './outcome.js'

/** SOAL-diag with everything in one function. */
export const fusedSoalDiag = (
  { table, dimension, two }: Rows,
  b: number,
  eta: number,
  gamma: number,
  seed: number,
): Outcome => {
  const { starts, index, value, length } = table
  const coins = new Random(seed, 'coin')
  const cells = new Float64Array(2 * (dimension + 1))
  for (let i = 0; i <= dimension; i++) cells[2 * i + 1] = 1
  let asked = 0
  let mistakes = 0
  for (let t = 0; t < length; t++) {
    const start = starts[t]
    const end = starts[t + 1]
    let score = 0
    let variance = 0
    for (let k = start; k < end; k++) {
      const v = value[k]
      const at = 2 * index[k]
      score += cells[at] * v
      variance += cells[at + 1] * v * v
    }
    const rho = Math.max(0, Math.abs(score) - (eta * gamma * variance) / (2 * (gamma + variance)))
    const label = two[t]
    if ((score >= 0 ? 1 : 0) !== label) mistakes++
    if (!(coins.uniform() < b / (b + rho))) continue
    asked++
    const y = label === 1 ? 1 : -1
    if (!(1 - y * score > 0 && variance > 0)) continue
    const beta = 1 / (gamma + variance)
    for (let k = start; k < end; k++) {
      const at = 2 * index[k]
      const v = value[k]
      const old = cells[at + 1]
      const narrowed = old - beta * old * old * v * v
      cells[at] += eta * y * narrowed * v
      cells[at + 1] = narrowed
    }
  }
  return { asked, mistakes }
}
