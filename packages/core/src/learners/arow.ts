import { gaussian } from './gaussian.js'
import { regularization } from './parameters.js'

/**
 * AROW (Crammer, Kulesza & Dredze 2009): β = 1/(v + r), μ ← μ + ℓ β y Σx with the old Σ, then Σ ← Σ − β Σx xᵀΣ.
 *
 * @example
 * const learner = arow.build({ regularization: 1 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 0.8
 */
export const arow = gaussian({
  name: 'AROW',
  summary:
    'adaptive regularisation of weights: a Gaussian over the weights that narrows where rows were seen',
  cite: ['crammer-2009'],
  parameters: [{ ...regularization, symbol: 'r' }],
  forms: ['full', 'diagonal'],
  step:
    ({ regularization: r }) =>
    (model, x, fit, v) => {
      const loss = fit.hinge
      if (!(loss > 0)) return false
      const beta = 1 / (v + r)
      model.moveThenNarrow(x, loss * beta * fit.y, beta)
      return true
    },
})
