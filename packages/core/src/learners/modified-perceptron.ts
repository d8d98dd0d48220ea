import { firstOrder } from './first-order.js'

/**
 * Modified Perceptron (Blum, Frieze, Kannan & Vempala 1998): w has length 1 after the first label; every mistake removes
 * from w its part along the row. With u = x/‖x‖: w ← w − (w·u) u on a mistake. Twice that step would be the reflection
 * of Dasgupta, Kalai & Monteleoni 2005.
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
  cite: ['blum-1998'],
  parameters: [],
  forms: ['linear', 'kernel'],
  multiclass: false,
  step: () => (fit) => {
    if (fit.updates === 0) return 1 / Math.sqrt(fit.normSq)
    return fit.mistake ? -fit.margin / fit.normSq : 0
  },
})
