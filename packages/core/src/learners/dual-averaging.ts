import { adaptive } from './adaptive.js'

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
  step:
    ({ stepSize: η, ridge: δ }) =>
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
    },
})
