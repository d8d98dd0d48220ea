import { adaptive } from './adaptive.js'

/**
 * Adaptive mirror descent (Duchi, Hazan & Singer 2011, as Zhai, Koriche, Gao, Zhu & Li 2022 use it):
 * s²ᵢ += gᵢ², Hᵢ = δ + sᵢ, wᵢ ← wᵢ − η gᵢ/Hᵢ.
 */
export const mirrorDescent = adaptive({
  name: 'MD',
  summary: 'adaptive mirror descent: every feature has its own, shrinking step size',
  cite: ['duchi-2011', 'zhai-2022'],
  step:
    ({ stepSize: η, ridge: δ }) =>
    (model, x, vector, sign) => {
      const { index, value, start, end } = x
      const { cells, squares, vectors } = model
      for (let k = start; k < end; k++) {
        const i = index[k] * vectors + vector
        const g = sign * value[k]
        squares[i] += g * g
        const inverse = 1 / (δ + Math.sqrt(squares[i]))
        cells[2 * i] -= η * g * inverse
        cells[2 * i + 1] = inverse
      }
    },
})
