import { adaptive } from './adaptive.js'

/**
 * Adaptive dual averaging (Duchi, Hazan & Singer 2011, as Zhai, Koriche, Gao, Zhu & Li 2022 use it):
 * s²ᵢ += gᵢ², θᵢ += gᵢ, Hᵢ = δ + sᵢ, wᵢ = −η θᵢ/Hᵢ.
 */
export const dualAveraging = adaptive({
  name: 'DA',
  summary: 'adaptive dual averaging: weights from the sum of all gradients, scaled feature by feature',
  cite: ['duchi-2011', 'zhai-2022'],
  step:
    ({ stepSize: η, ridge: δ }) =>
    (model, x, vector, sign) => {
      const { index, value, start, end } = x
      const { cells, squares, thetas, vectors } = model
      for (let k = start; k < end; k++) {
        const i = index[k] * vectors + vector
        const g = sign * value[k]
        squares[i] += g * g
        thetas[i] += g
        const inverse = 1 / (δ + Math.sqrt(squares[i]))
        cells[2 * i] = -η * thetas[i] * inverse
        cells[2 * i + 1] = inverse
      }
    },
})
