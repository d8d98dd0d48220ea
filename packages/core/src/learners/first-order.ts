import { ClassWeights } from '../models/class-weights.js'
import type { FirstOrderModel } from '../models/first-order.js'
import { type Eviction, KernelExpansion } from '../models/kernel-expansion.js'
import { LinearModel } from '../models/linear.js'
import type { Parameters } from '../parameters.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { Balance } from './balance.js'
import type { LearnerDeclaration, Setting } from './declaration.js'
import { Fit } from './fit.js'
import { ModelLearner } from './model-learner.js'

/** τ in w ← keep·w + τ y x; 0 means no update. All that tells the first-order learners apart. */
export type Step = (fit: Fit) => number

/** The declaration of a first-order learner: its data, and its step. */
export const firstOrder = ({
  step,
  eviction = 'oldest',
  costSensitive = false,
  ...declaration
}: Omit<LearnerDeclaration, 'build'> & {
  step(parameters: Parameters): Step
  eviction?: Eviction
  /** Whether the step depends on ρ, one of the parameters. */
  costSensitive?: boolean
}): LearnerDeclaration => ({
  ...declaration,
  build: (parameters, setting) =>
    new FirstOrderLearner(
      modelFor(setting, eviction),
      setting.classes ?? 1,
      step(parameters),
      costSensitive ? new Balance(parameters.rho) : undefined,
    ),
})

const modelFor = (
  { form, classes, kernel, capacity, seed }: Setting,
  eviction: Eviction,
): FirstOrderModel => {
  if (classes !== undefined) return new ClassWeights(classes)
  if (form === 'linear') return new LinearModel()
  return new KernelExpansion(
    kernel ?? { type: 'linear' },
    capacity ?? Number.POSITIVE_INFINITY,
    eviction,
    seed,
  )
}

class FirstOrderLearner extends ModelLearner<FirstOrderModel> {
  readonly #fit = new Fit()
  readonly #step: Step
  readonly #balance: Balance | undefined

  constructor(model: FirstOrderModel, scores: number, step: Step, balance: Balance | undefined) {
    super(model, scores)
    this.#step = step
    this.#balance = balance
  }

  override learn(x: Row, label: number, _?: Float64Array, probability = 1): boolean {
    this.#balance?.count(label, probability)
    if (!(this.reading.normSq > 0)) return false
    const fit = this.#fit
    fit.see(this.reading, label)
    if (this.#balance !== undefined) fit.rho = this.#balance.rho
    const tau = this.#step(fit)
    // Neither nothing nor a step beyond what a number can hold.
    if (!(tau > 0 && tau < Number.POSITIVE_INFINITY)) return false
    if (fit.keep !== 1) this.model.shrink(fit.keep)
    this.model.move(x, label, fit.rival, tau)
    fit.updates++
    return true
  }

  override save(): State {
    return { updates: this.#fit.updates, model: super.save(), ...this.#balance?.save() }
  }

  override load(state: State): void {
    this.#fit.updates = numberIn(state, 'updates')
    super.load(stateIn(state, 'model'))
    this.#balance?.load(state)
  }
}
