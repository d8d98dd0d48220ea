import { firstOrder } from './first-order.js'

/**
 * w ← w + y x on a mistake (Rosenblatt 1958). With several classes the true class gains x and the predicted one loses it
 * (the max-score rule of Crammer & Singer 2003).
 *
 * @example
 * const learner = perceptron.build({}, { form: 'linear', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -4
 */
export const perceptron = firstOrder({
  name: 'Perceptron',
  summary: 'adds y·x to the weights on every mistake',
  cite: ['rosenblatt-1958', 'crammer-2003'],
  parameters: [],
  forms: ['linear', 'kernel'],
  multiclass: true,
  step: () => (fit) => (fit.mistake ? 1 : 0),
})

/**
 * A Perceptron whose stored rows never exceed `capacity`: at capacity a random one is removed
 * (Cavallanti, Cesa-Bianchi & Gentile 2007).
 *
 * @example
 * const learner = randomizedBudgetPerceptron.build({ capacity: 1 }, { form: 'kernel', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -4
 */
export const randomizedBudgetPerceptron = firstOrder({
  ...perceptron,
  name: 'RandomizedBudgetPerceptron',
  summary: 'a kernel Perceptron that drops a random stored row when its store is full',
  cite: ['cavallanti-2007'],
  parameters: [
    {
      name: 'capacity',
      symbol: 'B',
      default: 100,
      min: 1,
      type: 'whole',
      summary: 'how many rows are stored at most',
    },
  ],
  forms: ['kernel'],
  multiclass: false,
  eviction: 'random',
  step: () => (fit) => (fit.mistake ? 1 : 0),
})
