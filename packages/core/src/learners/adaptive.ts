import { AdaptiveModel } from '../models/adaptive.js'
import { type Parameters, powers } from '../parameters.js'
import type { Row } from '../rows/row.js'
import type { LearnerDeclaration } from './declaration.js'
import { Fit } from './fit.js'
import { ModelLearner } from './model-learner.js'
import { ridge, stepSize } from './parameters.js'

/** Moves one weight vector against the gradient g = sign·x. */
export type AdaptiveStep = (model: AdaptiveModel, x: Row, vector: number, sign: number) => void

/**
 * The ridge sets the least share of rows that the discrimination rule can ask about, and the best ridge is often the one
 * that can just reach the share wanted: steps of about 1.5 where it matters, longer ones outside.
 */
const ridges = [...powers(10, -5, -3.5, 0.5), ...powers(10, -3, -1, 1 / 6), ...powers(10, -0.5, 2, 0.5)]

/** The declaration of a learner with a step size for every feature: its data, and its step. */
export const adaptive = ({
  step,
  sums = false,
  ...declaration
}: Pick<LearnerDeclaration, 'name' | 'summary' | 'cite'> & {
  step(parameters: Parameters): AdaptiveStep
  /** Whether the step needs the sums θ of all gradients. */
  sums?: boolean
}): LearnerDeclaration => ({
  ...declaration,
  parameters: [
    { ...stepSize, default: 0.1, grid: powers(10, -4, 2, 0.5) },
    {
      ...ridge,
      symbol: 'δ',
      type: 'number',
      default: 0.01,
      summary: 'the least divisor of a step; small means bold first steps',
      grid: ridges,
    },
  ],
  forms: ['diagonal'],
  multiclass: true,
  gives: 'variance',
  build: (parameters, { classes = 1 }) =>
    new AdaptiveLearner(new AdaptiveModel(classes, parameters.ridge, sums), step(parameters)),
})

class AdaptiveLearner extends ModelLearner<AdaptiveModel> {
  readonly #fit = new Fit()
  readonly #step: AdaptiveStep

  constructor(model: AdaptiveModel, step: AdaptiveStep) {
    super(model, model.vectors)
    this.#step = step
  }

  /** Learns whenever the hinge is above 0: g = −y x, with several classes −x for the true one and x for its rival. */
  override learn(x: Row, label: number): boolean {
    if (!(this.reading.normSq > 0)) return false
    const fit = this.#fit
    const { model } = this
    fit.see(this.reading, label)
    if (!(fit.hinge > 0)) return false
    model.meet(x)
    if (model.vectors === 1) this.#step(model, x, 0, -fit.y)
    else {
      this.#step(model, x, label, -1)
      this.#step(model, x, fit.rival, 1)
    }
    return true
  }
}
