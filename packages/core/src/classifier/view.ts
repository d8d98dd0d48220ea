import type { BudgetSpec } from '../budget/budget.js'
import type { LinearParts } from '../export/parts.js'
import { isSelfTuning, type SelfReport } from '../parts.js'
import { type Explanation, explain } from './explain.js'
import type { Fold } from './fold.js'
import type { Input } from './input.js'
import { linearPartsOf } from './linear.js'
import type { ClassifierConfig } from './options.js'
import type { Confusion, Quality } from './quality-tracker.js'
import type { Question } from './question.js'
import { type TopFeatures, topFeatures } from './top-features.js'
import { type AnsweredQuestion, answeredQuestions } from './training-history.js'
import type { Counts } from './when.js'

/** All that can be asked of a classifier. Nothing here changes it. */
export abstract class ClassifierView<Item> {
  readonly config: ClassifierConfig
  protected readonly state: Fold<Item>

  constructor(config: ClassifierConfig, state: Fold<Item>) {
    this.config = config
    this.state = state
  }

  get input(): Input<Item> {
    return this.state.input
  }

  get classes(): readonly string[] {
    return this.state.classes
  }

  /** What may be asked now. */
  get budget(): BudgetSpec {
    return this.state.deciding.budget
  }

  get counts(): Counts {
    return this.state.counts
  }

  /** The open questions, in the order of asking. */
  get open(): Iterable<Readonly<Question>> {
    return this.state.questions.open
  }

  /** The question about an item, open or not, or what was taught under this id; undefined if it is neither. */
  question(id: string): Readonly<Question> | undefined {
    return this.state.questions.find(id)
  }

  /** How many questions are withdrawn, because the model had learned meanwhile what they were to tell. */
  get withdrawn(): number {
    return this.state.questions.withdrawn
  }

  /** The questions that were answered, with the label of each, in the order of their answers. */
  get answered(): Iterable<AnsweredQuestion> {
    return answeredQuestions(this.state.training.all, this.classes)
  }

  /** The label that the item would get. Changes nothing. */
  predict(item: Item): string {
    const { learner } = this.state.learned
    learner.read(this.state.look(item))
    return this.classes[learner.reading.predicted]
  }

  /** The probability of every label. Changes nothing. */
  predictProba(item: Item): Readonly<Record<string, number>> {
    this.predict(item)
    const probabilities = this.probabilities()
    return Object.fromEntries(this.classes.map((label, k) => [label, probabilities[k]]))
  }

  /** How good the predictions are over all items, estimated from the answers, with intervals. */
  quality(level?: number): Quality {
    return this.state.qualityTracker.quality(this.config.shadow, level)
  }

  /**
   * How many of the items predicted as one class are of another, estimated from the answers, and which share of all items is
   * of each class. With more than `most` classes (50 if not given) those with the most items are told.
   */
  confusion(level?: number, most?: number): Confusion {
    const told = this.state.qualityTracker.confusion(level, most)
    return { ...told, classes: told.classes.map((label) => this.classes[label]) }
  }

  /**
   * The features that speak most for each class now, by their weights in its score: of two classes the one vector, whose negative
   * weights speak for the first; of more that of the class itself. Empty where there are no such weights.
   */
  topFeatures(count = 10, labels = this.classes): readonly TopFeatures[] {
    return topFeatures(this.state, count, labels)
  }

  /** What `auto` has chosen; nothing with another algorithm. */
  report(): SelfReport | undefined {
    const { learner } = this.state.learned
    return isSelfTuning(learner) ? learner.report() : undefined
  }

  /** Why the item of a question is predicted as it is now, and why it was asked about. */
  explain(id: string): Explanation {
    const { row, reason } = this.state.questions.get(id)
    return explain(this.state, row, reason)
  }

  /** Why an item would be predicted as it would. */
  explainItem(item: Item): Explanation {
    return explain(this.state, this.state.look(item))
  }

  /** Of the row that was read last. */
  protected probabilities(): Float64Array {
    return this.state.learned.probabilities(new Float64Array(this.classes.length))
  }

  /** Its weights and all else that predicts like it now; refused where it is not linear. */
  linear(): LinearParts {
    return linearPartsOf(this.config, this.state)
  }
}
