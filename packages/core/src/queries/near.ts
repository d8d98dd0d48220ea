import type { Reading } from '../parts.js'
import type { QueryDeclaration } from './declaration.js'
import { smoothing } from './parameters.js'

const MIN_SCALE = 1e-60
const MAX_SCALE = 1e40

/**
 * P = 1/(1 + (p/b)²): the margin rule, sharper.
 *
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 3 })
 * const tally = Object.assign(new Tally(), {})
 * near.build({ smoothing: 1 }).probability(reading, tally) // => 0.1
 */
export const near: QueryDeclaration = {
  name: 'near',
  formula: '1/(1 + (p/b)²)',
  summary: 'the margin rule, sharper: far from the boundary it falls with the square of the distance',
  cite: ['askance'],
  parameters: [smoothing],
  dial: { parameter: 'smoothing', more: 'up' },
  late: 'no bound in any case; the probabilities are those recorded, so that estimates stay honest',
  sum: (b, squares, count, enough) => {
    const s = b * b
    // Beyond, products may overflow.
    if (!(s > MIN_SCALE && s < MAX_SCALE)) return Number.NaN
    let sum = 0
    let k = 0
    // s/x + s/y = s(x + y)/(xy): one division for four items.
    for (; k + 3 < count && sum <= enough; k += 4) {
      const x = s + squares[k]
      const y = s + squares[k + 1]
      const z = s + squares[k + 2]
      const w = s + squares[k + 3]
      const xy = x * y
      const zw = z * w
      sum += (s * ((x + y) * zw + (z + w) * xy)) / (xy * zw)
    }
    for (; k < count && sum <= enough; k++) sum += s / (s + squares[k])
    return sum
  },
  build: ({ smoothing: b }) => ({
    probability: ({ margin }: Reading) => 1 / (1 + (margin / b) ** 2),
    reason: () => 'uncertain',
  }),
}
