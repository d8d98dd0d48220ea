import { Random } from '@askance/core/internals'
import type { Rows } from '../streams.js'
import type { Outcome } from './outcome.js'

const CLASSES = 10

/** MD-AMD over ten classes with everything in one function. */
export const fusedMdAmd = (
  { table, dimension, ten }: Rows,
  b: number,
  eta: number,
  delta: number,
  seed: number,
): Outcome => {
  const { starts, index, value, length } = table
  const coins = new Random(seed, 'coin')
  const cells = new Float64Array(2 * CLASSES * (dimension + 1))
  const squares = new Float64Array(CLASSES * (dimension + 1))
  for (let i = 1; i < cells.length; i += 2) cells[i] = 1 / delta
  const scores = new Float64Array(CLASSES)
  const variances = new Float64Array(CLASSES)
  const bestBut = (values: Float64Array, without: number): number => {
    let best = without === 0 ? 1 : 0
    for (let c = best + 1; c < CLASSES; c++) if (c !== without && values[c] > values[best]) best = c
    return best
  }
  let asked = 0
  let mistakes = 0
  for (let t = 0; t < length; t++) {
    const start = starts[t]
    const end = starts[t + 1]
    scores.fill(0)
    variances.fill(0)
    let normSq = 0
    for (let k = start; k < end; k++) {
      const v = value[k]
      const square = v * v
      const from = 2 * CLASSES * index[k]
      normSq += square
      for (let c = 0; c < CLASSES; c++) {
        scores[c] += cells[from + 2 * c] * v
        variances[c] += cells[from + 2 * c + 1] * square
      }
    }
    const predicted = bestBut(scores, -1)
    const margin = scores[predicted] - scores[bestBut(scores, predicted)]
    const variance = variances[predicted] + variances[bestBut(variances, predicted)]
    const q = Math.max(0, margin - (eta / 2 / Math.max(1, normSq)) * variance)
    const label = ten[t]
    if (predicted !== label) mistakes++
    if (!(coins.uniform() < b / (b + q))) continue
    asked++
    const rival = bestBut(scores, label)
    if (!(1 + scores[rival] - scores[label] > 0 && normSq > 0)) continue
    for (let k = start; k < end; k++) {
      const v = value[k]
      const from = CLASSES * index[k]
      for (let side = 0; side < 2; side++) {
        const i = from + (side === 0 ? label : rival)
        const square = squares[i] + v * v
        const inverse = 1 / (delta + Math.sqrt(square))
        squares[i] = square
        cells[2 * i] += (side === 0 ? eta : -eta) * v * inverse
        cells[2 * i + 1] = inverse
      }
    }
  }
  return { asked, mistakes }
}
