import type { Reading } from '../parts.js'
import type { QueryDeclaration } from './declaration.js'
import { chanceAt } from './margin.js'
import { smoothing } from './parameters.js'

/** a: how much the features' discrimination counts. */
type Share = (normSq: number) => number

/**
 * The discrimination rule (Zhai, Koriche, Gao, Zhu & Li 2022): the margin less what the row's features could still teach,
 * q = p − (η/2)·a·v with v = Σ xᵢ²/Hᵢ and H as it is before the round's update; P = b/(b + max(0, q)).
 */
const discriminationBy = (name: string, a: string, summary: string, share: Share): QueryDeclaration => ({
  name,
  formula: `b/(b + max(0, p − (η/2)·a·v)), a = ${a}`,
  summary,
  cite: ['zhai-2022'],
  parameters: [smoothing],
  borrows: ['stepSize'],
  needs: 'variance',
  dial: { parameter: 'smoothing', more: 'up' },
  late: 'no mistake bound; rows with the same unfamiliar features are asked about until the first answer comes',
  build: ({ smoothing: b, stepSize: η }) => {
    const certainty = (reading: Reading): number => {
      const q = reading.margin - (η / 2) * share(reading.normSq) * reading.variance
      // Infinity − Infinity tells nothing: NaN counts as 0.
      return q >= 0 ? q : 0
    }
    return {
      probability: (reading: Reading) => chanceAt(b, certainty(reading)),
      reason: (reading: Reading) => (certainty(reading) > 0 ? 'uncertain' : 'unfamiliar'),
    }
  },
})

/**
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 2, normSq: 4, variance: 8 })
 * const tally = Object.assign(new Tally(), {})
 * discrimination.build({ smoothing: 1, stepSize: 1 }).probability(reading, tally) // => 0.5
 */
export const discrimination = discriminationBy(
  'discrimination',
  '1/max(1, ‖x‖²)',
  'the margin rule, asking more about rows with rare features; long rows count as if of length 1',
  (normSq) => 1 / Math.max(1, normSq),
)

/**
 * @example
 * const reading = Object.assign(new Reading(1), { margin: 2, normSq: 4, variance: 2 })
 * const tally = Object.assign(new Tally(), {})
 * fullDiscrimination.build({ smoothing: 1, stepSize: 1 }).probability(reading, tally) // => 0.5
 */
export const fullDiscrimination = discriminationBy(
  'full discrimination',
  '1',
  'the margin rule, asking more about rows with rare features',
  () => 1,
)
