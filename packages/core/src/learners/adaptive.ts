import { AdaptiveModel } from '../models/adaptive.js'
import { type Parameters, powers } from '../parameters.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'
import { Balance } from './balance.js'
import type { LearnerDeclaration } from './declaration.js'
import { Fit } from './fit.js'
import { ModelLearner } from './model-learner.js'
import { rho, ridge, stepSize } from './parameters.js'

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
  costSensitive = false,
  ...declaration
}: Pick<LearnerDeclaration, 'name' | 'summary' | 'cite'> & {
  step(parameters: Parameters): AdaptiveStep
  /** Whether the step needs the sums θ of all gradients. */
  sums?: boolean
  /** Whether the positive class must reach a margin of ρ: two classes only. */
  costSensitive?: boolean
}): LearnerDeclaration => ({
  ...declaration,
  parameters: [
    ...(costSensitive ? [rho] : []),
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
  multiclass: !costSensitive,
  gives: 'variance',
  build: (parameters, { classes = 1 }) =>
    new AdaptiveLearner(
      new AdaptiveModel(classes, parameters.ridge, sums),
      step(parameters),
      costSensitive ? new Balance(parameters.rho) : undefined,
    ),
})

class AdaptiveLearner extends ModelLearner<AdaptiveModel> {
  readonly #fit = new Fit()
  readonly #step: AdaptiveStep
  readonly #balance: Balance | undefined

  constructor(model: AdaptiveModel, step: AdaptiveStep, balance: Balance | undefined) {
    super(model, model.vectors)
    this.#step = step
    this.#balance = balance
  }

  /**
   * Learns whenever ρ_y − y·p is above 0, where ρ_y is 1 unless costs are uneven: g = −y x, with several classes −x for the
   * true one and x for its rival.
   */
  override learn(x: Row, label: number, _?: Float64Array, probability = 1): boolean {
    this.#balance?.count(label, probability)
    if (!(this.reading.normSq > 0)) return false
    const fit = this.#fit
    const { model } = this
    fit.see(this.reading, label)
    if (this.#balance !== undefined) fit.rho = this.#balance.rho
    if (!(fit.cost - fit.margin > 0)) return false
    model.meet(x)
    if (model.vectors === 1) this.#step(model, x, 0, -fit.y)
    else {
      this.#step(model, x, label, -1)
      this.#step(model, x, fit.rival, 1)
    }
    return true
  }

  override save(): State {
    return { ...super.save(), ...this.#balance?.save() }
  }

  override load(state: State): void {
    super.load(state)
    this.#balance?.load(state)
  }
}
