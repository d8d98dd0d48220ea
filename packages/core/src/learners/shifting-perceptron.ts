import { powers } from '../parameters.js'
import { firstOrder } from './first-order.js'

/**
 * Shifting Perceptron (Cavallanti, Cesa-Bianchi & Gentile 2007): what was learned fades, ever more slowly.
 * On the mistake with k mistakes before it: λₖ = λ/(λ + k), w ← (1 − λₖ) w + y x. λ = 0 would be the Perceptron.
 *
 * @example
 * const learner = shiftingPerceptron.build({ shift: 1 }, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -4
 */
export const shiftingPerceptron = firstOrder({
  name: 'ShiftingPerceptron',
  summary: 'a Perceptron whose old mistakes fade: λₖ = λ/(λ + k)',
  cite: ['cavallanti-2007'],
  parameters: [
    {
      name: 'shift',
      symbol: 'λ',
      type: 'number',
      default: 1,
      above: 0,
      summary: 'how fast old mistakes fade; the larger, the faster',
      grid: powers(10, -4, 2, 0.5),
    },
  ],
  forms: ['linear', 'kernel'],
  multiclass: false,
  step:
    ({ shift }) =>
    (fit) => {
      if (!fit.mistake) return 0
      fit.keep = 1 - shift / (shift + fit.updates)
      return 1
    },
})
