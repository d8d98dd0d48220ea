import type { Model } from '../models/model.js'
import { type Learner, Reading, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/** A learner that is a model and an update rule; families of learners add only how they learn. */
export abstract class ModelLearner<M extends Model> implements Learner {
  readonly reading: Reading
  protected readonly model: M

  /** `scores`: one per class, or a single signed one. */
  constructor(model: M, scores: number) {
    this.model = model
    this.reading = new Reading(scores)
  }

  get dimension(): number {
    return this.model.dimension
  }

  read(x: Row): void {
    this.model.read(x, this.reading)
  }

  abstract learn(x: Row, label: number, opinion?: Float64Array, probability?: number): boolean

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.model.contribution(x, k, label)
  }

  weights(label: number): Weights | undefined {
    return this.model.weights(label)
  }

  save(): State {
    return this.model.save()
  }

  load(state: State): void {
    this.model.load(state)
  }
}
