import type { Costs } from '../metrics/metrics.js'
import {
  CurrentEstimator,
  GainEstimator,
  OverRandom,
  QualityEstimator,
  WindowedQuality,
} from '../quality/index.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import type { Question } from './question.js'

/** What is known about every item without its label. */
export interface QualityObservation {
  readonly predicted: number
  /** −1 without a shadow model. */
  readonly shadow: number
  readonly probability: number
  readonly confidence: number
  /** The number of answers the model had learned. */
  readonly labels: number
  /** Whether the shadow model learned the prediction. */
  readonly isGuess: boolean
}

/** Everything that estimates the quality of the predictions, from the items and their answers. */
export class Estimators {
  readonly all: QualityEstimator
  readonly recent: WindowedQuality
  readonly overRandom = new OverRandom()
  readonly gain = new GainEstimator()
  readonly now: CurrentEstimator
  /** The number of items, and of those before the last drift. */
  items = 0
  from = 0

  constructor(classes: number, positive: number, window: number, costs: Costs) {
    this.all = new QualityEstimator(classes, positive, costs)
    this.recent = new WindowedQuality(window, classes, positive, costs)
    this.now = new CurrentEstimator(classes, window)
  }

  observe({ predicted, shadow, probability, labels, confidence, isGuess }: QualityObservation): void {
    this.items++
    this.all.observe(predicted, probability, confidence)
    this.recent.observe(predicted, probability, confidence)
    if (shadow >= 0) this.overRandom.observe(predicted, shadow, probability, confidence, isGuess)
    this.gain.observe(labels, probability, confidence)
    this.now.observe(predicted, confidence, probability)
  }

  answer(question: Question, label: number): void {
    this.#enter(question, label, 1)
    this.recent.answer(question.t, label)
  }

  /** An answer counts as one of probability P/factor, because it also stands for open questions. */
  raise(question: Question, label: number, factor: number): void {
    this.#enter(question, label, -1)
    this.#enter({ ...question, probability: question.probability / factor }, label, 1)
  }

  #enter(question: Question, label: number, times: number): void {
    const { predicted, shadow, probability, labels, confidence, t } = question
    const isRight = predicted === label
    this.all.answer(predicted, label, probability, confidence, t, times)
    if (shadow >= 0) this.overRandom.answer(question, label, times)
    this.now.answer(t, predicted, confidence, isRight, probability, times)
    // The curve of the labels starts again after drift.
    if (t > this.from) this.gain.answer(labels, isRight, probability, confidence, times)
  }

  drifted(): void {
    this.from = this.items
    this.gain.reset()
    this.now.restart()
  }

  addClass(): void {
    this.all.addClass()
    this.recent.addClass()
    this.now.addClass()
  }

  save(): State {
    const { all, recent, overRandom, gain, now } = this
    return {
      all: all.save(),
      recent: recent.save(),
      difference: overRandom.save(),
      gain: gain.save(),
      now: now.save(),
      items: this.items,
      from: this.from,
    }
  }

  /** Files of older versions have no count of items; what they lack starts with the next item. */
  load(state: State, items: number): void {
    const isNew = 'now' in state
    this.items = isNew ? numberIn(state, 'items') : items
    this.from = isNew ? numberIn(state, 'from') : items
    this.all.load(stateIn(state, 'all'), items)
    this.recent.load(stateIn(state, 'recent'))
    this.overRandom.load(stateIn(state, 'difference'))
    this.gain.load(stateIn(state, 'gain'))
    if (isNew) this.now.load(stateIn(state, 'now'))
    else this.now.startAfter(items)
  }
}
