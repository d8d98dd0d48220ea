import { Reliability, type ReliabilityBin } from '../calibration/reliability.js'
import type { Costs } from '../metrics/metrics.js'
import {
  type ConfusionEstimates,
  type DifferenceEstimates,
  DifferenceEstimator,
  type Gain,
  GainEstimator,
  type QualityEstimates,
  QualityEstimator,
  WindowedQuality,
} from '../quality/index.js'
import { type State, stateIn } from '../state/state.js'
import type { LabelStep, TrainingStep } from './training-history.js'

/** The estimated quality of the predictions over all items, from the answers. */
export interface Quality {
  /** Over all items so far. */
  readonly all: QualityEstimates
  /** Over the latest items. */
  readonly recent: QualityEstimates
  /** The difference to the shadow model, which learned from audits alone and so from fewer labels. */
  readonly gainOverRandom?: DifferenceEstimates
  /** What further labels would improve. */
  readonly gain: Gain
  /** How well confidence matches accuracy. */
  readonly reliability: { readonly bins: readonly ReliabilityBin[]; readonly error: number }
}

/** The estimated confusion matrix, with labels instead of class indices. */
export type Confusion = Omit<ConfusionEstimates, 'classes'> & { readonly classes: readonly string[] }

/** What is known about every item without its label. */
export interface QualityObservation {
  readonly predicted: number
  /** −1 without a shadow model. */
  readonly shadow: number
  readonly probability: number
  /** The number of answers the model had learned. */
  readonly labels: number
}

class Estimators {
  readonly all: QualityEstimator
  readonly recent: WindowedQuality
  readonly difference: DifferenceEstimator
  readonly gain = new GainEstimator()

  constructor(classes: number, positive: number, window: number, costs: Costs) {
    this.all = new QualityEstimator(classes, positive, costs)
    this.recent = new WindowedQuality(window, classes, positive, costs)
    this.difference = new DifferenceEstimator(positive)
  }

  observe({ predicted, shadow, probability, labels }: QualityObservation): void {
    this.all.observe(predicted, probability)
    this.recent.observe(predicted, probability)
    if (shadow >= 0) this.difference.observe(predicted, shadow, probability)
    this.gain.observe(labels, probability)
  }

  addClass(): void {
    this.all.addClass()
    this.recent.addClass()
  }

  save(): State {
    const { all, recent, difference, gain } = this
    return { all: all.save(), recent: recent.save(), difference: difference.save(), gain: gain.save() }
  }

  load(state: State): void {
    this.all.load(stateIn(state, 'all'))
    this.recent.load(stateIn(state, 'recent'))
    this.difference.load(stateIn(state, 'difference'))
    this.gain.load(stateIn(state, 'gain'))
  }
}

/**
 * Keeps two sets of estimators: with and without the answers. When an answer is forgotten or corrected, the remaining answers
 * are added again to the estimators without answers, as if it had been so from the start.
 */
export class QualityTracker {
  readonly #new: () => Estimators
  readonly #unanswered: Estimators
  #answered: Estimators
  #reliability = new Reliability()
  #classes: number

  constructor(classes: number, positive: number, window: number, costs: Costs = {}) {
    this.#classes = classes
    this.#new = () => new Estimators(this.#classes, positive, window, costs)
    this.#unanswered = this.#new()
    this.#answered = this.#new()
  }

  observe(seen: QualityObservation): void {
    this.#unanswered.observe(seen)
    this.#answered.observe(seen)
  }

  learn(step: TrainingStep): void {
    if (step.kind === 'answer') this.#enter(step, true)
    else if (step.kind === 'drift') for (const { gain } of [this.#answered, this.#unanswered]) gain.reset()
  }

  #enter({ question, label }: LabelStep, gains: boolean): void {
    const { all, recent, difference, gain } = this.#answered
    const { predicted, shadow, probability, labels, confidence, t } = question
    all.answer(predicted, label, probability)
    recent.answer(t, label)
    if (shadow >= 0) difference.answer(predicted, shadow, label, probability)
    if (gains) gain.answer(labels, predicted !== label, probability)
    this.#reliability.add(confidence, predicted === label, probability)
  }

  addClass(): void {
    this.#classes++
    this.#unanswered.addClass()
    this.#answered.addClass()
  }

  /** Adds all answers again, to the estimators without answers. */
  rebuild(steps: readonly TrainingStep[]): void {
    this.#answered = this.#new()
    this.#answered.load(this.#unanswered.save())
    this.#reliability = new Reliability()
    // The gain of further labels is estimated since the last drift.
    const drift = steps.findLastIndex(({ kind }) => kind === 'drift')
    steps.forEach((step, k) => {
      if (step.kind === 'answer') this.#enter(step, k > drift)
    })
  }

  quality(hasShadow: boolean, level?: number): Quality {
    const { all, recent, difference, gain } = this.#answered
    const curve = this.#reliability
    return {
      all: all.estimate(level),
      recent: recent.estimate(level),
      ...(hasShadow && { gainOverRandom: difference.estimate(level) }),
      gain: gain.estimate(level),
      reliability: { bins: curve.curve(), error: curve.error() },
    }
  }

  confusion(level?: number, maxClasses?: number): ConfusionEstimates {
    return this.#answered.all.confusion(level, maxClasses)
  }

  save(): State {
    return {
      unanswered: this.#unanswered.save(),
      books: this.#answered.save(),
      reliability: this.#reliability.save(),
    }
  }

  load(state: State): void {
    this.#unanswered.load(stateIn(state, 'unanswered'))
    this.#answered.load(stateIn(state, 'books'))
    this.#reliability.load(stateIn(state, 'reliability'))
  }
}
