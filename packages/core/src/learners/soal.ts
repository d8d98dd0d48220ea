import { gaussian } from './gaussian.js'
import { regularization, stepSize } from './parameters.js'

/**
 * The update of SOAL (Hao et al. 2017): Σ ← Σ − Σx xᵀΣ/(γ + v) first, then μ ← μ + η y Σx with
 * the new Σ. (AROW does it the other way round.)
 *
 * @example
 * const learner = soal.build({ stepSize: 1, regularization: 1 }, { form: 'full', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 0.8
 */
export const soal = gaussian({
  name: 'SOAL',
  summary: 'second-order online learning: narrows the Gaussian first, then moves by the narrowed one',
  cite: ['hao-2017'],
  parameters: [stepSize, regularization],
  forms: ['full', 'diagonal'],
  step:
    ({ stepSize: η, regularization: γ }) =>
    (model, x, fit, v) => {
      if (!(fit.hinge > 0)) return false
      model.narrowThenMove(x, η * fit.y, 1 / (γ + v), γ / (γ + v))
      return true
    },
})
