import type { Parameters } from '../parameters.js'
import { type AdaptiveStep, adaptive } from './adaptive.js'

const step =
  ({ stepSize: η, ridge: δ }: Parameters): AdaptiveStep =>
  (model, x, vector, sign) => {
    const { index, value, start, end } = x
    const { cells, squares, vectors } = model
    const step = η * sign
    for (let k = start; k < end; k++) {
      const i = Math.imul(index[k], vectors) + vector
      const v = value[k]
      const square = squares[i] + v * v
      squares[i] = square
      const inverse = 1 / (δ + Math.sqrt(square))
      cells[2 * i] -= step * v * inverse
      cells[2 * i + 1] = inverse
    }
  }

/**
 * Adaptive mirror descent (Duchi, Hazan & Singer 2011, as Zhai, Koriche, Gao, Zhu & Li 2022 use it):
 * s²ᵢ += gᵢ², Hᵢ = δ + sᵢ, wᵢ ← wᵢ − η gᵢ/Hᵢ.
 *
 * @example
 * const learner = mirrorDescent.build({ stepSize: 1, ridge: 1 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 1.3333333333333333
 */
export const mirrorDescent = adaptive({
  name: 'MD',
  summary: 'adaptive mirror descent: every feature has its own, shrinking step size',
  cite: ['duchi-2011', 'zhai-2022'],
  step,
})

/**
 * Cost-sensitive adaptive mirror descent: the positive class must reach a margin of ρ, the negative one of 1, as in Lu, Zhao &
 * Hoi 2016; the step is unchanged. ℓ = max(0, ρ_y − y p), g = −y x when ℓ > 0. With ρ = 1 it is MD.
 *
 * @example
 * const learner = costMirrorDescent.build({ rho: 2, stepSize: 1, ridge: 1 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.learn(row, 1) // => true
 */
export const costMirrorDescent = adaptive({
  name: 'CS-MD',
  summary: 'adaptive mirror descent that wants a margin of ρ for the positive class',
  cite: ['zhai-2022', 'lu-2016'],
  costSensitive: true,
  step,
})
