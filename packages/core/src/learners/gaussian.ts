import type { GaussianModel } from '../models/gaussian.js'
import { GaussianDiagonal } from '../models/gaussian-diagonal.js'
import { GaussianFull } from '../models/gaussian-full.js'
import type { Parameters } from '../parameters.js'
import { type Learner, Reading } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'
import type { LearnerDeclaration } from './declaration.js'
import { Fit } from './fit.js'

/** Moves the Gaussian for the row read last, v = xᵀΣx > 0; true when it did. */
export type GaussianStep = (model: GaussianModel, x: Row, fit: Fit, v: number) => boolean

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

class GaussianLearner implements Learner {
  readonly reading = new Reading(1)
  readonly #fit = new Fit()
  readonly #model: GaussianModel
  readonly #step: GaussianStep

  constructor(model: GaussianModel, step: GaussianStep) {
    this.#model = model
    this.#step = step
  }

  get dimension(): number {
    return this.#model.dimension
  }

  read(x: Row): void {
    this.#model.read(x, this.reading)
  }

  learn(x: Row, label: number): boolean {
    const { variance } = this.reading
    if (!(variance > 0 && variance < Number.POSITIVE_INFINITY)) return false
    this.#fit.see(this.reading, label)
    return this.#step(this.#model, x, this.#fit, variance)
  }

  contribution(x: Row, k: number): number {
    return this.#model.contribution(x, k)
  }

  save(): State {
    return this.#model.save()
  }

  load(state: State): void {
    this.#model.load(state)
  }
}
