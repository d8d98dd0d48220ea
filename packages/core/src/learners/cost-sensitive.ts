import { firstOrder } from './first-order.js'
import { aggressiveness, rho } from './parameters.js'

const family = {
  parameters: [rho, aggressiveness],
  forms: ['linear', 'kernel'],
  multiclass: false,
  costSensitive: true,
} as const

/**
 * Cost-sensitive PA (Lu, Zhao & Hoi 2016): the positive class must reach a margin of ρ, the negative one of 1.
 * ℓ = max(0, ρ_y − y p), τ = min(C, ℓ/‖x‖²); the paper's min(C, ℓ) is the case ‖x‖ = 1.
 *
 * @example
 * const learner = cspa.build({ rho: 2, aggressiveness: 10 }, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 2
 */
export const cspa = firstOrder({
  ...family,
  name: 'CSPA',
  summary: 'PA-I that wants a margin of ρ for the positive class',
  cite: ['lu-2016'],
  step:
    ({ aggressiveness: C }) =>
    (fit) =>
      Math.min(C, Math.max(0, fit.cost - fit.margin) / fit.normSq),
})

/**
 * Prediction-based cost-sensitive PA (Crammer et al. 2006, section 9, for two classes): on a mistake
 * ℓ = |p| + √ρ_y, τ = min(C, ℓ/‖x‖²).
 *
 * @example
 * const learner = cpa.build({ rho: 4, aggressiveness: 10 }, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -1
 */
export const cpa = firstOrder({
  ...family,
  name: 'CPA',
  summary: 'on mistakes, PA-I with the loss |p| + √ρ',
  cite: ['crammer-2006'],
  step:
    ({ aggressiveness: C }) =>
    (fit) =>
      fit.mistake ? Math.min(C, (Math.abs(fit.margin) + Math.sqrt(fit.cost)) / fit.normSq) : 0,
})
