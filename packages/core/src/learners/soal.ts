import { gaussian } from './gaussian.js'
import { regularization, stepSize } from './parameters.js'

/**
 * The update of SOAL (Hao et al. 2017): Σ ← Σ − Σx xᵀΣ/(γ + v) first, then μ ← μ + η y Σx with
 * the new Σ. (AROW does it the other way round.)
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
      model.narrowThenMove(x, η * fit.y, 1 / (γ + v))
      return true
    },
})
