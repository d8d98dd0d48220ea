import type { Reading } from '../parts.js'
import type { QueryDeclaration } from './declaration.js'
import { smoothing } from './parameters.js'

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
  build: ({ smoothing: b }) => ({
    probability: ({ margin }: Reading) => 1 / (1 + (margin / b) ** 2),
    reason: () => 'uncertain',
  }),
}
