import { ClassWeights } from '../models/class-weights.js'
import type { FirstOrderModel } from '../models/first-order.js'
import { type Eviction, KernelExpansion } from '../models/kernel-expansion.js'
import { LinearModel } from '../models/linear.js'
import type { Parameters } from '../parameters.js'
import type { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { LearnerDeclaration, Setting } from './declaration.js'
import { Fit } from './fit.js'
import { ModelLearner } from './model-learner.js'

/** τ in w ← keep·w + τ y x; 0 means no update. All that tells the first-order learners apart. */
export type Step = (fit: Fit) => number

/** The declaration of a first-order learner: its data, and its step. */
export const firstOrder = ({
  step,
  eviction = 'oldest',
  ...declaration
}: Omit<LearnerDeclaration, 'build'> & {
  step(parameters: Parameters): Step
  eviction?: Eviction
}): LearnerDeclaration => ({
  ...declaration,
  build: (parameters, setting) =>
    new FirstOrderLearner(modelFor(setting, eviction), setting.classes ?? 1, step(parameters)),
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

  constructor(model: FirstOrderModel, scores: number, step: Step) {
    super(model, scores)
    this.#step = step
  }

  override learn(x: Row, label: number): boolean {
    if (!(this.reading.normSq > 0)) return false
    const fit = this.#fit
    fit.see(this.reading, label)
    const tau = this.#step(fit)
    // Neither nothing nor a step beyond what a number can hold.
    if (!(tau > 0 && tau < Number.POSITIVE_INFINITY)) return false
    if (fit.keep !== 1) this.model.shrink(fit.keep)
    this.model.move(x, label, fit.rival, tau)
    fit.updates++
    return true
  }

  override save(): State {
    return { updates: this.#fit.updates, model: super.save() }
  }

  override load(state: State): void {
    this.#fit.updates = numberIn(state, 'updates')
    super.load(stateIn(state, 'model'))
  }
}
