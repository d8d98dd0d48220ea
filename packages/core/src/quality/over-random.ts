import { floatsIn, numberIn, type State, stateIn } from '../state/state.js'
import { BINS, binOf } from './cells.js'
import { type DifferenceEstimates, DifferenceEstimator } from './difference.js'
import type { Estimate, Interval } from './interval.js'

/** How much more accurate the predictions are than they would be with random asking and as many labels. */
export interface GainOverRandom extends DifferenceEstimates {
  /** The labels that the model and the shadow model learned from, examples included. */
  readonly labels: number
  readonly randomLabels: number
  /** How many of `randomLabels` are predictions of the model, because nobody was asked about the item. */
  readonly guesses: number
  /** The share of `randomLabels` that are expected to be wrong guesses. */
  readonly wrongGuesses: number
}

/** What the comparison depends on, besides the two models. */
interface Circumstances {
  /** The recalibrated confidence of each bin. */
  readonly confidence: Float64Array
  readonly answers: number
  readonly taught: number
  readonly response: number
}

/** The shadow model is compared if it has at least this share of the labels. */
const COMPARABLE = 0.8
/** With fewer answers, or a wider interval, the difference says nothing. */
const MIN_ANSWERS = 50
const MAX_WIDTH = 0.1
/** What a share ε of wrong labels costs in accuracy, in units of ε: in the estimate, and at most. */
const COST_OF_WRONG = 0.5
const MAX_COST_OF_WRONG = 1

/**
 * Compares the model with random asking on the same items. The shadow model asks at the pace of the budget with the coin of the
 * round, so its items are a uniform sample. If the model asked too, it learns the answer, else the prediction, which is right most
 * often: the model did not ask because it was sure. So both have the same number of labels.
 *
 * A wrong guess makes the shadow model worse than random asking. With ε the expected share of wrong guesses among its labels, ε/2 is
 * subtracted from the difference, ε from its lower bounds, nothing from the upper ones. That does
 * not account for the threshold, which `auto` shares with its shadow model (`npm run quality -- --part random`).
 */
export class OverRandom {
  readonly #difference = new DifferenceEstimator()
  /** Guesses by the bin of their confidence. */
  #guesses: Float64Array = new Float64Array(BINS)
  /** Answers that the shadow model learned too. */
  #answers = 0

  /** Every item, and whether the shadow model learned its prediction. */
  observe(first: number, shadow: number, probability: number, confidence: number, isGuess: boolean): void {
    this.#difference.observe(first, shadow, probability, confidence)
    if (isGuess) this.#guesses[binOf(confidence)]++
  }

  /** `times` is −1 if an answer is taken back. */
  answer(question: Compared, truth: number, times = 1): void {
    const { predicted, shadow, probability, confidence, random } = question
    this.#difference.answer(predicted, shadow, truth, probability, confidence, times)
    if (random) this.#answers += times
  }

  review({ predicted, shadow, confidence, probability }: Compared, lowered: number): void {
    this.#difference.review(predicted, shadow, confidence, probability, lowered)
  }

  /** Undefined if the two are not comparable, or if too little is known. */
  estimate(given: Circumstances, level = 0.95): GainOverRandom | undefined {
    const { confidence, taught, response } = given
    let [guesses, wrong] = [0, 0]
    this.#guesses.forEach((count, bin) => {
      guesses += count
      wrong += count * (1 - confidence[bin])
    })
    const labels = given.answers + taught
    const randomLabels = this.#answers + guesses + taught
    if (given.answers < MIN_ANSWERS || randomLabels < COMPARABLE * labels) return undefined
    const wrongGuesses = wrong / randomLabels
    const difference = this.#difference.estimate(level, response)
    const accuracy = lowered(difference.accuracy, wrongGuesses)
    const { low, high } = accuracy.fixedTime
    if (accuracy.value === undefined || high - low > MAX_WIDTH) return undefined
    return { ...difference, accuracy, labels, randomLabels, guesses, wrongGuesses }
  }

  save(): State {
    return { difference: this.#difference.save(), guesses: this.#guesses.slice(), answers: this.#answers }
  }

  /** Files of older versions compared with another shadow model: the comparison starts again. */
  load(state: State): void {
    if (!('guesses' in state)) return
    this.#difference.load(stateIn(state, 'difference'))
    this.#guesses = floatsIn(state, 'guesses')
    this.#answers = numberIn(state, 'answers')
  }
}

/** What is compared of a question. */
interface Compared {
  readonly predicted: number
  readonly shadow: number
  readonly probability: number
  readonly confidence: number
  readonly random: boolean
}

const lowered = ({ value, anyTime, fixedTime }: Estimate, wrong: number): Estimate => {
  const down = ({ low, high }: Interval): Interval => ({
    low: Math.max(-1, low - MAX_COST_OF_WRONG * wrong),
    high,
  })
  return {
    value: value === undefined ? undefined : Math.max(-1, value - COST_OF_WRONG * wrong),
    anyTime: down(anyTime),
    fixedTime: down(fixedTime),
  }
}
