import type { GaussianModel } from '../models/gaussian.js'
import { GaussianDiagonal } from '../models/gaussian-diagonal.js'
import { GaussianFull } from '../models/gaussian-full.js'
import type { Parameters } from '../parameters.js'
import type { Row } from '../rows/row.js'
import type { LearnerDeclaration } from './declaration.js'
import { Fit } from './fit.js'
import { ModelLearner } from './model-learner.js'

/** Moves the Gaussian for the row read last, v = xᵀΣx > 0; true when it did. */
type GaussianStep = (model: GaussianModel, x: Row, fit: Fit, v: number) => boolean

/** The declaration of a learner that keeps a Gaussian over the weights: its data, and its step. */
export const gaussian = ({
  step,
  ...declaration
}: Omit<LearnerDeclaration, 'build' | 'multiclass' | 'gives'> & {
  step(parameters: Parameters): GaussianStep
}): LearnerDeclaration => ({
  ...declaration,
  multiclass: false,
  gives: 'variance',
  build: (parameters, { form }) =>
    new GaussianLearner(form === 'full' ? new GaussianFull() : new GaussianDiagonal(), step(parameters)),
})

class GaussianLearner extends ModelLearner<GaussianModel> {
  readonly #fit = new Fit()
  readonly #step: GaussianStep

  constructor(model: GaussianModel, step: GaussianStep) {
    super(model, 1)
    this.#step = step
  }

  override learn(x: Row, label: number): boolean {
    const { variance } = this.reading
    if (!(variance > 0 && variance < Number.POSITIVE_INFINITY)) return false
    this.#fit.see(this.reading, label)
    return this.#step(this.model, x, this.#fit, variance)
  }
}
