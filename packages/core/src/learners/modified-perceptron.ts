import { firstOrder } from './first-order.js'

/**
 * Modified Perceptron (Dasgupta, Kalai & Monteleoni 2005): w has length 1 after the first label and then turns away from
 * every mistake by a reflection that never lengthens it. With u = x/‖x‖: w ← w − (w·u) u on a mistake.
 *
 * @example
 * const learner = modifiedPerceptron.build({}, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -2
 */
export const modifiedPerceptron = firstOrder({
  name: 'ModifiedPerceptron',
  summary: 'starts as the first row and removes from w its part along every mistake',
  cite: ['dasgupta-2005'],
  parameters: [],
  forms: ['linear', 'kernel'],
  multiclass: false,
  step: () => (fit) => {
    if (fit.updates === 0) return 1 / Math.sqrt(fit.normSq)
    return fit.mistake ? -fit.margin / fit.normSq : 0
  },
})
