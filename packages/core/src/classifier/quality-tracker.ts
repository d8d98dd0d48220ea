import { Reliability, type ReliabilityBin } from '../calibration/reliability.js'
import { gainOverRandomText, gainText, type QualityText, qualityText } from '../format/quality.js'
import { lazy, once } from '../lazy.js'
import type { Costs } from '../metrics/metrics.js'
import {
  type ConfusionEstimates,
  type CurrentQuality,
  type Gain,
  type GainOverRandom,
  type QualityEstimates,
  recalibratedBins,
  recalibratedCells,
} from '../quality/index.js'
import { type State, stateIn } from '../state/state.js'
import { Estimators, type QualityObservation } from './estimators.js'
import type { Question } from './question.js'
import type { Response } from './response.js'
import type { LabelStep, TrainingStep } from './training-history.js'

/** The estimated quality of the predictions over all items, from the answers. */
export interface Quality {
  /** Over all items so far. */
  readonly all: QualityEstimates
  /** Over the latest items. */
  readonly recent: QualityEstimates
  /** The accuracy of the model as it is. */
  readonly now: CurrentQuality
  /** The share of the questions that were answered. Below 80 %, estimates may be flattered by people who skip difficult items. */
  readonly response: number
  /**
   * How much more accurate the predictions are than with random asking and as many labels, with a sentence that says it. Missing
   * below 50 answers and while the interval is wider than 10 points.
   */
  readonly gainOverRandom?: GainOverRandom & { readonly text: string }
  /** What further labels would improve, with a sentence that says it. */
  readonly gain: Gain & { readonly text: string }
  /** The main estimates in words, by the rules that commands and pages follow. */
  readonly text: QualityText
  /** How well confidence matches accuracy. */
  readonly reliability: { readonly bins: readonly ReliabilityBin[]; readonly error: number }
}

/** Computes every estimate, so that later items and answers do not change the report. */
export const computedQuality = ({
  all,
  recent,
  now,
  response,
  gainOverRandom,
  ...rest
}: Quality): Quality => ({
  all: { ...all },
  recent: { ...recent },
  now,
  response,
  ...(gainOverRandom && { gainOverRandom }),
  ...rest,
})

/** The estimated confusion matrix, with labels instead of class indices. */
export type Confusion = Omit<ConfusionEstimates, 'classes'> & { readonly classes: readonly string[] }

/** The number of items for the recent error of the gain. */
const RECENT = 200

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
    if (step.kind === 'answer') this.#enter(step)
  }

  #enter({ question, label }: LabelStep): void {
    this.#answered.answer(question, label)
    this.#reliability.add(question.confidence, question.predicted === label, question.probability)
  }

  /** The stream has changed: the gain of labels and the current accuracy are estimated from here on. */
  drifted(): void {
    this.#answered.drifted()
    this.#unanswered.drifted()
  }

  /** A review lowered the probability of an open question. */
  reviewed(question: Question, lowered: number): void {
    const { predicted, shadow, confidence, t, probability } = question
    for (const { all, overRandom } of [this.#answered, this.#unanswered]) {
      all.review(predicted, confidence, t, probability, lowered)
      if (shadow >= 0) overRandom.review(question, lowered)
    }
  }

  addClass(): void {
    this.#classes++
    this.#unanswered.addClass()
    this.#answered.addClass()
  }

  /** Adds all answers again, to the estimators without answers. */
  rebuild(steps: readonly TrainingStep[]): void {
    this.#answered = this.#copyOf(this.#unanswered)
    this.#reliability = new Reliability()
    for (const step of steps) if (step.kind === 'answer') this.#enter(step)
  }

  #copyOf(estimators: Estimators): Estimators {
    const copy = this.#new()
    copy.load(estimators.save(), estimators.items)
    return copy
  }

  /** The estimators with the weights of answers that also stand for open questions. */
  #raised({ factors }: Response, steps: readonly TrainingStep[]): Estimators {
    if (factors.size === 0) return this.#answered
    const raised = this.#copyOf(this.#answered)
    for (const step of steps) {
      const factor = step.kind === 'answer' ? factors.get(step.question) : undefined
      if (step.kind === 'answer' && factor !== undefined) raised.raise(step.question, step.label, factor)
    }
    return raised
  }

  /** Each estimate is computed when it is first read. `taught` is the number of examples that both models learned. */
  estimates(
    hasShadow: boolean,
    replies: Response,
    steps: readonly TrainingStep[],
    taught: number,
    level = 0.95,
  ): Quality {
    const { all, recent, overRandom, gain, now } = this.#raised(replies, steps)
    const { share, effective: response, factors } = replies
    const curve = this.#reliability
    const f = once(() => recalibratedCells(all.cells))
    const bins = once(() => recalibratedBins(all.cells, f()))
    const quality: Quality = lazy<Quality>({
      all: () => all.estimate(level, response),
      recent: () =>
        recent.estimate(level, response, new Map([...factors].map(([{ t }, factor]) => [t, factor]))),
      now: () => now.estimate(f(), recent.latest(now.window), response, level),
      response: () => share,
      gainOverRandom: () => {
        if (!hasShadow) return undefined
        const { answers } = quality.all
        const ahead = overRandom.estimate({ confidence: bins(), answers, taught, response }, level)
        return ahead && { ...ahead, text: gainOverRandomText(ahead) }
      },
      gain: () => {
        const estimated = gain.estimate(bins(), wrongShare(recent.latest(RECENT), f()), level)
        return { ...estimated, text: gainText(estimated) }
      },
      text: () => qualityText(quality.all, quality.now, level),
      reliability: () => ({ bins: curve.curve(), error: curve.error() }),
    })
    return quality
  }

  confusion(
    replies: Response,
    steps: readonly TrainingStep[],
    level?: number,
    maxClasses?: number,
  ): ConfusionEstimates {
    return this.#raised(replies, steps).all.confusion(level, maxClasses, replies.effective)
  }

  save(): State {
    return {
      unanswered: this.#unanswered.save(),
      books: this.#answered.save(),
      reliability: this.#reliability.save(),
    }
  }

  /** `items` is the number of items so far. */
  load(state: State, items: number): void {
    this.#unanswered.load(stateIn(state, 'unanswered'), items)
    this.#answered.load(stateIn(state, 'books'), items)
    this.#reliability.load(stateIn(state, 'reliability'))
  }
}

/** The share of items that are expected to be wrong. */
const wrongShare = (items: Float64Array, f: Float64Array): number => {
  let [all, wrong] = [0, 0]
  for (let c = 0; c < items.length; c++) {
    all += items[c]
    wrong += items[c] * (1 - f[c])
  }
  return all > 0 ? wrong / all : 0
}
