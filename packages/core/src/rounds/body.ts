import { type Ground, isSelfTuning, type Learner, Reading, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import { type AskerOptions, partsOf } from './create.js'

/** What learns in a live classifier: one learner, or one for each class where the algorithm is binary and the classes are many. */
export interface Body extends Learner {
  /** What the query rule is to look at, of the row that was read last. */
  readonly doubt: Reading
  /** How much of what was learned still holds, from 0 to 1; all of it where that is not measured. */
  readonly lasting?: number
}

/** A body that knows nothing yet. */
export const newBody = (options: Omit<AskerOptions, 'coins'>, ground?: Ground): Body => {
  const { algorithm, newLearner } = partsOf(options)
  const isOneVsAll = algorithm.task === 'binary' && options.classes > 2
  if (isOneVsAll) return new ManyBody(options.classes, () => newLearner())
  const learner = newLearner(ground)
  return isSelfTuning(learner) ? learner : new SingleBody(learner)
}

class SingleBody implements Body {
  readonly #learner: Learner
  readonly reading: Reading
  readonly doubt: Reading

  constructor(learner: Learner) {
    this.#learner = learner
    this.reading = learner.reading
    this.doubt = learner.reading
  }

  get dimension(): number {
    return this.#learner.dimension
  }

  read(x: Row): void {
    this.#learner.read(x)
  }

  learn(x: Row, label: number): boolean {
    return this.#learner.learn(x, label)
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.#learner.contribution(x, k, label)
  }

  weights(label: number): Weights | undefined {
    return this.#learner.weights(label)
  }

  save(): State {
    return this.#learner.save()
  }

  load(state: State): void {
    this.#learner.load(state)
  }
}

/**
 * One learner for each class, "this class or not". A label that was paid for teaches all of them. The rule looks at the one
 * that is least sure: were any of them to ask, it would.
 */
class ManyBody implements Body {
  readonly #learners: readonly Learner[]
  readonly reading: Reading

  constructor(classes: number, newLearner: () => Learner) {
    this.#learners = Array.from({ length: classes }, newLearner)
    this.reading = new Reading(classes)
  }

  get doubt(): Reading {
    let least = this.#learners[0].reading
    for (const { reading } of this.#learners) if (reading.margin < least.margin) least = reading
    return least
  }

  get dimension(): number {
    return Math.max(...this.#learners.map((learner) => learner.dimension))
  }

  read(x: Row): void {
    for (let c = 0; c < this.#learners.length; c++) {
      this.#learners[c].read(x)
      this.reading.scores[c] = this.#learners[c].reading.score
    }
    this.reading.settleClasses()
  }

  learn(x: Row, label: number): boolean {
    let changed = false
    for (let c = 0; c < this.#learners.length; c++)
      if (this.#learners[c].learn(x, c === label ? 1 : 0)) changed = true
    return changed
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    return this.#learners[label].contribution(x, k, 1)
  }

  weights(label: number): Weights | undefined {
    return this.#learners[label].weights(1)
  }

  save(): State {
    return Object.fromEntries(this.#learners.map((learner, c) => [String(c), learner.save()]))
  }

  load(state: State): void {
    this.#learners.forEach((learner, c) => {
      learner.load(stateIn(state, String(c)))
    })
  }
}
