import type { BudgetSpec } from '../budget/budget.js'
import { type LinearParts, linearParts } from '../export/parts.js'
import { isSelfTuning, type SelfReport } from '../parts.js'
import type { Row } from '../rows/row.js'
import { type Explanation, explain } from './explain.js'
import type { Fold } from './fold.js'
import type { Input } from './input.js'
import type { ClassifierConfig } from './options.js'
import { type Confusion, computedQuality, type Quality } from './quality-tracker.js'
import type { Question } from './question.js'
import { type Response, responseOf } from './response.js'
import { type TopFeatures, topFeatures } from './top-features.js'
import { type AnsweredQuestion, answeredQuestions } from './training-history.js'
import type { Counts } from './when.js'

/** A label, and the probability of every label. */
type Forecast = Pick<Explanation, 'predicted' | 'probabilities'>

/** The read-only part of a classifier. */
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

  /** One more than the highest feature index that was learned: how many weights a class has. */
  get dimension(): number {
    return this.state.learned.learner.dimension
  }

  /** The current budget. */
  get budget(): BudgetSpec {
    return this.state.deciding.budget
  }

  get counts(): Counts {
    return this.state.counts
  }

  /** The open questions, oldest first. */
  get open(): Iterable<Readonly<Question>> {
    return this.state.questions.open
  }

  /** The question or example with this id, open or not; undefined if there is none. */
  question(id: string): Readonly<Question> | undefined {
    return this.state.questions.find(id)
  }

  /** The number of questions that were withdrawn because the model would no longer ask them. */
  get withdrawn(): number {
    return this.state.questions.withdrawn
  }

  /** The answered questions with their labels, in the order of their answers. */
  get answered(): Iterable<AnsweredQuestion> {
    return answeredQuestions(this.state.training.all, this.classes)
  }

  /** Whether it has learned labels of at least two classes. Before that, predictions mean nothing. */
  get ready(): boolean {
    return this.state.isReady
  }

  /**
   * With two classes: the probability of the positive class from which it is predicted. It is not ½ in general: `auto` chooses it for
   * its objective, such as F1.
   */
  get threshold(): number | undefined {
    return this.state.threshold
  }

  /** Predicts the label of an item. */
  predict(item: Item): string {
    const { learner } = this.state.learned
    learner.read(this.state.look(item))
    return this.classes[learner.reading.predicted]
  }

  /** Predicts the probability of every label. */
  predictProba(item: Item): Readonly<Record<string, number>> {
    return this.forecast(item).probabilities
  }

  /** Predicts the label and the probability of every label; the row of the item is made once. */
  forecast(item: Item): Forecast {
    return this.#forecastRow(this.state.look(item))
  }

  /** Predicts the item of a question as the model is now. */
  predictQuestion(id: string): Forecast {
    return this.#forecastRow(this.state.questions.get(id).row)
  }

  #forecastRow(row: Row): Forecast {
    const { learner } = this.state.learned
    learner.read(row)
    const predicted = this.classes[learner.reading.predicted]
    const probabilities = this.probabilities()
    return {
      predicted,
      probabilities: Object.fromEntries(this.classes.map((label, k) => [label, probabilities[k]])),
    }
  }

  /** Estimates the quality of the predictions over all items from the answers, with intervals. */
  quality(level?: number): Quality {
    return computedQuality(this.estimates(level))
  }

  /**
   * As `quality`, but each estimate is computed when it is first read, from what is known then: faster if you need only some. Read it
   * before you observe or answer again.
   */
  estimates(level?: number): Quality {
    const { quality, training, counts } = this.state
    return quality.estimates(this.config.shadow, this.#response, training.all, counts.taught, level)
  }

  /**
   * Estimates the confusion matrix and the share of each class from the answers. With more than `maxClasses` classes
   * (default 50), only the largest are returned.
   */
  confusion(level?: number, maxClasses?: number): Confusion {
    const { quality, training } = this.state
    const estimates = quality.confusion(this.#response, training.all, level, maxClasses)
    return { ...estimates, classes: estimates.classes.map((label) => this.classes[label]) }
  }

  get #response(): Response {
    const { questions, training, counts } = this.state
    return responseOf(questions, training.all, counts.items)
  }

  /**
   * The features with the largest weights for each class. With two classes there is one weight vector, and its negative
   * weights count for the first class. Empty if the learner has no feature weights.
   */
  topFeatures(count = 10, labels = this.classes): readonly TopFeatures[] {
    return topFeatures(this.state, count, labels)
  }

  /** What `auto` has chosen; undefined for other algorithms. */
  report(): SelfReport | undefined {
    const { learner } = this.state.learned
    return isSelfTuning(learner) ? learner.report() : undefined
  }

  /** Explains the current prediction of a question's item, and why it was asked about. */
  explain(id: string): Explanation {
    const { row, reason } = this.state.questions.get(id)
    return explain(this.state, row, reason)
  }

  /** Explains the prediction of an item. */
  explainItem(item: Item): Explanation {
    return explain(this.state, this.state.look(item))
  }

  /** The probabilities for the row that was read last. */
  protected probabilities(): Float64Array {
    return this.state.learned.probabilities(new Float64Array(this.classes.length))
  }

  /** The weights and everything else needed to predict as it does now; throws if the model is not linear. */
  linear(): LinearParts {
    const { algorithm, preparation } = this.config
    const { classes, preparer, input, learned } = this.state
    return linearParts({
      algorithm,
      classes,
      normalize: preparation.normalize,
      weights: (label) => learned.learner.weights(label),
      prepare: (x) => preparer.prepare(x, false),
      nameOf: (index) => input.nameOf?.(index),
    })
  }
}
