import { coreError } from '../errors.js'
import type { LeastSquaresModel } from '../models/least-squares.js'
import { LeastSquaresDiagonal } from '../models/least-squares-diagonal.js'
import { LeastSquaresFull } from '../models/least-squares-full.js'
import { LeastSquaresKernel } from '../models/least-squares-kernel.js'
import { powers } from '../parameters.js'
import type { Row } from '../rows/row.js'
import type { LearnerDeclaration, Setting } from './declaration.js'
import { ModelLearner } from './model-learner.js'
import { ridge } from './parameters.js'

const forms = ['full', 'diagonal', 'kernel'] as const

/**
 * Regularised least squares: every asked label is learned (Cesa-Bianchi, Gentile & Orabona 2009).
 *
 * @example
 * const learner = rls.build({ ridge: 1 }, { form: 'full', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 1) // => true
 * learner.read(row)
 * learner.reading.score // => 0.4444444444444444
 */
export const rls: LearnerDeclaration = {
  name: 'RLS',
  summary: 'ridge regression, learning every label it is given',
  cite: ['cesa-bianchi-2009'],
  parameters: [ridge],
  forms,
  multiclass: false,
  gives: 'leverage',
  build: ({ ridge: b }, setting) => new LeastSquaresLearner(modelFor(setting, 1 / b, 0), false),
}

/**
 * Second-order Perceptron: the same, learning mistakes only (Cesa-Bianchi, Conconi & Gentile 2005).
 *
 * @example
 * const learner = secondOrderPerceptron.build({ ridge: 1 }, { form: 'diagonal', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -0.4444444444444444
 */
export const secondOrderPerceptron: LearnerDeclaration = {
  ...rls,
  name: 'SOP',
  summary: 'the second-order Perceptron: ridge regression that learns from mistakes only',
  cite: ['cesa-bianchi-2005'],
  build: ({ ridge: b }, setting) => new LeastSquaresLearner(modelFor(setting, 1 / b, 0), true),
}

/**
 * LASEC: a second-order Perceptron whose target may drift; every update adds 1/c of doubt (Moroshko & Crammer 2014).
 *
 * @example
 * const learner = lasec.build({ ridge: 1, driftPenalty: 2 }, { form: 'full', seed: 0 })
 * const row = denseRow([2, 0])
 * learner.read(row)
 * learner.learn(row, 0) // => true
 * learner.read(row)
 * learner.reading.score // => -0.2105263157894737
 */
export const lasec: LearnerDeclaration = {
  name: 'LASEC',
  summary: 'the second-order Perceptron for a drifting target: every update widens the covariance by 1/c',
  cite: ['moroshko-2014'],
  parameters: [
    ridge,
    {
      name: 'driftPenalty',
      symbol: 'c',
      type: 'number',
      default: 100,
      above: 0,
      summary: 'how slowly the target is thought to drift; larger than the ridge',
      // With a ridge of 1e4 the target is hardly assumed to drift before 1e6.
      grid: powers(10, -1, 9),
    },
  ],
  forms,
  multiclass: false,
  check({ ridge: b, driftPenalty: c }) {
    if (!(c > b))
      throw coreError('parameter/conflict', {
        message: `driftPenalty = ${c} must be larger than ridge = ${b}`,
      })
  },
  build: ({ ridge: b, driftPenalty: c }, setting) =>
    new LeastSquaresLearner(modelFor(setting, 1 / b - 1 / c, 1 / c), true),
}

const modelFor = (setting: Setting, prior: number, noise: number): LeastSquaresModel => {
  const { form, kernel = { type: 'linear' }, capacity = Number.POSITIVE_INFINITY } = setting
  if (form === 'kernel') return new LeastSquaresKernel(prior, noise, kernel, capacity)
  return form === 'full' ? new LeastSquaresFull(prior, noise) : new LeastSquaresDiagonal(prior, noise)
}

class LeastSquaresLearner extends ModelLearner<LeastSquaresModel> {
  readonly #mistakesOnly: boolean

  constructor(model: LeastSquaresModel, mistakesOnly: boolean) {
    super(model, 1)
    this.#mistakesOnly = mistakesOnly
  }

  override learn(x: Row, label: number): boolean {
    const { normSq, predicted } = this.reading
    if (!(normSq > 0 && normSq < Number.POSITIVE_INFINITY)) return false
    if (this.#mistakesOnly && predicted === label) return false
    return this.model.learn(x, label === 1 ? 1 : -1)
  }
}
