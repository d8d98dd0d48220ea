import { powers } from '../parameters.js'
import { firstOrder } from './first-order.js'
import { stepSize } from './parameters.js'

const margins = [0, ...powers(10, -2, 2)]

/**
 * Perceptron algorithm with uneven margins (Li, Zaragoza, Herbrich, Shawe-Taylor & Kandola 2002):
 * w ← w + η y x whenever y p ≤ τ_y.
 *
 * @example
 * const learner = paum.build({ marginPositive: 1, marginNegative: 0.1, stepSize: 0.5 }, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 2
 */
export const paum = firstOrder({
  name: 'PAUM',
  summary: 'a Perceptron with a margin of its own for each class',
  cite: ['li-2002'],
  parameters: [
    {
      name: 'marginPositive',
      symbol: 'τ₊',
      type: 'number',
      default: 1,
      min: 0,
      grid: margins,
      summary: 'the margin the positive class must reach',
    },
    {
      name: 'marginNegative',
      symbol: 'τ₋',
      type: 'number',
      default: 0.1,
      min: 0,
      grid: margins,
      summary: 'the margin the negative class must reach',
    },
    stepSize,
  ],
  forms: ['linear', 'kernel'],
  multiclass: false,
  step:
    ({ marginPositive, marginNegative, stepSize: η }) =>
    (fit) =>
      fit.margin <= (fit.y > 0 ? marginPositive : marginNegative) ? η : 0,
})
