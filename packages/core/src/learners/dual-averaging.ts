import type { Parameters } from '../parameters.js'
import { type AdaptiveStep, adaptive } from './adaptive.js'

const step =
  ({ stepSize: η, ridge: δ }: Parameters): AdaptiveStep =>
  (model, x, vector, sign) => {
    const { index, value, start, end } = x
    const { cells, squares, thetas, vectors } = model
    for (let k = start; k < end; k++) {
      const i = Math.imul(index[k], vectors) + vector
      const v = value[k]
      const square = squares[i] + v * v
      const theta = thetas[i] + sign * v
      const inverse = 1 / (δ + Math.sqrt(square))
      squares[i] = square
      thetas[i] = theta
      cells[2 * i] = -η * theta * inverse
      cells[2 * i + 1] = inverse
    }
  }

/**
 * Adaptive dual averaging (Duchi, Hazan & Singer 2011, as Zhai, Koriche, Gao, Zhu & Li 2022 use it):
 * s²ᵢ += gᵢ², θᵢ += gᵢ, Hᵢ = δ + sᵢ, wᵢ = −η θᵢ/Hᵢ.
 *
 * @example
 * const learner = dualAveraging.build({ stepSize: 1, ridge: 1 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 1.3333333333333333
 */
export const dualAveraging = adaptive({
  name: 'DA',
  summary: 'adaptive dual averaging: weights from the sum of all gradients, scaled feature by feature',
  cite: ['duchi-2011', 'zhai-2022'],
  sums: true,
  step,
})

/**
 * Cost-sensitive adaptive dual averaging: the positive class must reach a margin of ρ, the negative one of 1, as in Lu, Zhao &
 * Hoi 2016; the step is unchanged. ℓ = max(0, ρ_y − y p), g = −y x when ℓ > 0. With ρ = 1 it is DA.
 *
 * @example
 * const learner = costDualAveraging.build({ rho: 2, stepSize: 1, ridge: 1 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.learn(row, 1) // => true
 */
export const costDualAveraging = adaptive({
  name: 'CS-DA',
  summary: 'adaptive dual averaging that wants a margin of ρ for the positive class',
  cite: ['zhai-2022', 'lu-2016'],
  sums: true,
  costSensitive: true,
  step,
})
