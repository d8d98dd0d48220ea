import { normalQuantile } from '../normal.js'
import { gaussian } from './gaussian.js'

/**
 * Exact convex confidence-weighted learning, diagonal (Crammer, Dredze & Pereira 2008; the idea: Dredze, Crammer & Pereira 2008):
 * the least change of the Gaussian that classifies x rightly with probability η. With φ = Φ⁻¹(η), m = y p,
 * ψ = 1 + φ²/2 and ζ = 1 + φ²:
 *   α = max(0, (−mψ + √(m²φ⁴/4 + vφ²ζ))/(vζ)),  u = ¼(−αvφ + √(α²v²φ² + 4v))²,  β = αφ/(√u + vαφ);
 *   μ ← μ + α y Σx,  Σ ← Σ − β Σx xᵀΣ.
 *
 * @example
 * const learner = confidenceWeighted.build({ confidence: 0.85 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 1.4392846266771693
 */
export const confidenceWeighted = gaussian({
  name: 'CW',
  summary: 'confidence-weighted: the least change that makes the row right with a given probability',
  cite: ['crammer-2008', 'dredze-2008'],
  parameters: [
    {
      name: 'confidence',
      symbol: 'η',
      type: 'number',
      default: 0.7,
      above: 0.5,
      below: 1,
      grid: [0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
      summary: 'the probability with which a learned row must come out right',
    },
  ],
  forms: ['diagonal'],
  step: ({ confidence }) => {
    const φ = normalQuantile(confidence)
    const ψ = 1 + φ ** 2 / 2
    const ζ = 1 + φ ** 2
    return (model, x, fit, v) => {
      const m = fit.margin
      const α = (-m * ψ + Math.sqrt((m ** 2 * φ ** 4) / 4 + v * φ ** 2 * ζ)) / (v * ζ)
      if (!(α > 0 && α < Number.POSITIVE_INFINITY)) return false
      const u = (-α * v * φ + Math.sqrt(α ** 2 * v ** 2 * φ ** 2 + 4 * v)) ** 2 / 4
      const β = (α * φ) / (Math.sqrt(u) + v * α * φ)
      if (!(β < Number.POSITIVE_INFINITY)) return false
      model.moveThenNarrow(x, α * fit.y, β)
      return true
    }
  },
})
