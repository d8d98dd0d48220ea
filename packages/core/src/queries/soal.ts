import type { Reading } from '../parts.js'
import type { QueryDeclaration } from './declaration.js'
import { chanceAt } from './margin.js'
import { smoothing } from './parameters.js'

/**
 * SOAL (Hao et al. 2017): the margin less what one update could move it, ρ = p − ηγv/(2(γ + v)).
 * P = 1 if ρ ≤ 0, else δ/(δ + ρ).
 *
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 1.25, variance: 1 })
 * const tally = Object.assign(new Tally(), {})
 * soalRule.build({ smoothing: 1, stepSize: 1, regularization: 1 }).probability(reading, tally) // => 0.5
 */
export const soalRule: QueryDeclaration = {
  name: 'SOAL',
  formula: 'δ/(δ + max(0, ρ)), ρ = p − ηγv/(2(γ + v))',
  summary: 'the margin rule, asking more about rows whose features are little known',
  cite: ['hao-2017'],
  parameters: [{ ...smoothing, symbol: 'δ' }],
  borrows: ['stepSize', 'regularization'],
  needs: 'variance',
  dial: { parameter: 'smoothing', more: 'up' },
  late: 'no mistake bound; rows with the same unfamiliar features are asked about until the first answer comes',
  build: ({ smoothing: δ, stepSize: η, regularization: γ }) => {
    const doubt = (v: number): number =>
      v < Number.POSITIVE_INFINITY ? (η * γ * v) / (2 * (γ + v)) : (η * γ) / 2
    return {
      probability: (reading: Reading) => chanceAt(δ, Math.max(0, reading.margin - doubt(reading.variance))),
      reason: (reading: Reading) => (reading.margin > doubt(reading.variance) ? 'uncertain' : 'unfamiliar'),
    }
  },
}
