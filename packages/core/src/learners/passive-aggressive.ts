import { firstOrder } from './first-order.js'
import { aggressiveness } from './parameters.js'

/**
 * The least change of w that gives x a margin of 1 (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer 2006).
 * With the hinge ℓ: PA τ = ℓ/‖x‖²; PA-I τ = min(C, ℓ/‖x‖²); PA-II τ = ℓ/(‖x‖² + 1/(2C)).
 * With several classes ‖x‖² becomes 2‖x‖² and ℓ = max(0, 1 − (s_y − s_r)).
 */
const family = {
  cite: ['crammer-2006'],
  forms: ['linear', 'kernel'],
  multiclass: true,
} as const

/**
 * @example
 * const learner = pa.build({}, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 1
 */
export const pa = firstOrder({
  ...family,
  name: 'PA',
  summary: 'the least change of the weights that gives the row a margin of 1',
  parameters: [],
  step: () => (fit) => fit.hinge / fit.normSq,
})

/**
 * @example
 * const learner = pa1.build({ aggressiveness: 0.1 }, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 0.4
 */
export const pa1 = firstOrder({
  ...family,
  name: 'PA-I',
  summary: 'PA with steps of at most C',
  parameters: [aggressiveness],
  step:
    ({ aggressiveness: C }) =>
    (fit) =>
      Math.min(C, fit.hinge / fit.normSq),
})

/**
 * @example
 * const learner = pa2.build({ aggressiveness: 1 }, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 0.8888888888888888
 */
export const pa2 = firstOrder({
  ...family,
  name: 'PA-II',
  summary: 'PA with steps softened by C',
  parameters: [aggressiveness],
  step:
    ({ aggressiveness: C }) =>
    (fit) =>
      fit.hinge / (fit.normSq + 1 / (2 * C)),
})
