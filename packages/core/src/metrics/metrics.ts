import { floatsIn, numberIn, type State } from '../state/state.js'
import { ratio } from './ratio.js'

/** What an error costs, for `sum` and `cost` of the cost-sensitive papers. */
export interface CostWeights {
  /** ηp and ηn in sum = ηp·sensitivity + ηn·specificity. */
  readonly sensitivityWeight?: number
  readonly specificityWeight?: number
  /** cp and cn in cost = cp·(false negatives) + cn·(false positives). */
  readonly falseNegative?: number
  readonly falsePositive?: number
}

/** The weights, or `balance`: cp = T_n/T and cn = T_p/T, so that the errors of both classes weigh the same (Lu, Zhao & Hoi 2016). */
export type Costs = CostWeights | 'balance'

/**
 * All weights of `costs`, by default 1 or ½; `positives` is the share of positive items.
 *
 * @example
 * const { falseNegative, falsePositive } = weightsOf('balance', 0.25)
 * falseNegative // => 0.75
 * falsePositive // => 0.25
 */
export const weightsOf = (costs: Costs, positives: number): Required<CostWeights> => ({
  sensitivityWeight: 0.5,
  specificityWeight: 0.5,
  falseNegative: 1,
  falsePositive: 1,
  ...(costs === 'balance' ? { falseNegative: 1 - positives, falsePositive: positives } : costs),
})

/** Everything that is counted, as fractions and numbers. */
export interface MetricValues {
  readonly items: number
  readonly asked: number
  readonly updated: number
  readonly mistakes: number
  readonly accuracy: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** The means of the precision, recall and F1 of all classes. */
  readonly macroPrecision: number
  readonly macroRecall: number
  readonly macroF1: number
  readonly sensitivity: number
  readonly specificity: number
  readonly sum: number
  readonly cost: number
  readonly queryRatio: number
  readonly updateRatio: number
}

/**
 * Counts outcomes over all rounds, asked or not. Precision, recall and F1 are those of the positive class. A ratio
 * whose divisor is 0 is 0.
 *
 * @example
 * const metrics = new Metrics(2, 1)
 * metrics.add(1, 1, true, true)
 * metrics.add(1, 0, false, false)
 * metrics.values().accuracy // => 0.5
 * metrics.values().recall // => 1
 */
export class Metrics {
  readonly classes: number
  readonly positive: number
  readonly #costs: Costs
  /** Row: truth, column: prediction. */
  #confusion: Float64Array
  #asked = 0
  #updated = 0

  constructor(classes: number, positive: number, costs: Costs = {}) {
    this.classes = classes
    this.positive = positive
    this.#costs = costs
    this.#confusion = new Float64Array(classes * classes)
  }

  /** One round; `times` = −1 takes it back. */
  add(predicted: number, truth: number, asked: boolean, updated: boolean, times = 1): void {
    this.#confusion[truth * this.classes + predicted] += times
    if (asked) this.#asked += times
    if (updated) this.#updated += times
  }

  values(): MetricValues {
    const { classes, positive } = this
    const { truths, predictions, items, right } = this.#counts()
    const truePositives = this.#confusion[positive * classes + positive]
    const falseNegatives = truths[positive] - truePositives
    const falsePositives = predictions[positive] - truePositives
    const trueNegatives = items - truePositives - falseNegatives - falsePositives
    const recall = ratio(truePositives, truths[positive])
    const specificity = ratio(trueNegatives, trueNegatives + falsePositives)
    const weights = weightsOf(this.#costs, ratio(truths[positive], items))
    const { sensitivityWeight, specificityWeight, falseNegative, falsePositive } = weights
    /** 2·tp/(2·tp + fp + fn). */
    const f1 = (c: number) => ratio(2 * this.#confusion[c * classes + c], truths[c] + predictions[c])
    const mean = (of: (c: number) => number): number => {
      let sum = 0
      for (let c = 0; c < classes; c++) sum += of(c)
      return sum / classes
    }
    return {
      items,
      asked: this.#asked,
      updated: this.#updated,
      mistakes: items - right,
      accuracy: ratio(right, items),
      precision: ratio(truePositives, predictions[positive]),
      recall,
      f1: f1(positive),
      macroPrecision: mean((c) => ratio(this.#confusion[c * classes + c], predictions[c])),
      macroRecall: mean((c) => ratio(this.#confusion[c * classes + c], truths[c])),
      macroF1: mean(f1),
      sensitivity: recall,
      specificity,
      sum: sensitivityWeight * recall + specificityWeight * specificity,
      cost: falseNegative * falseNegatives + falsePositive * falsePositives,
      queryRatio: ratio(this.#asked, items),
      updateRatio: ratio(this.#updated, items),
    }
  }

  /** The confusion matrix: row = truth, column = prediction. */
  confusion(): Float64Array {
    return this.#confusion.slice()
  }

  /** How often each class was the truth and the prediction. */
  #counts() {
    const { classes } = this
    const truths = new Float64Array(classes)
    const predictions = new Float64Array(classes)
    let items = 0
    let right = 0
    for (let truth = 0; truth < classes; truth++)
      for (let predicted = 0; predicted < classes; predicted++) {
        const count = this.#confusion[truth * classes + predicted]
        truths[truth] += count
        predictions[predicted] += count
        items += count
        if (truth === predicted) right += count
      }
    return { truths, predictions, items, right }
  }

  save(): State {
    return { confusion: this.#confusion.slice(), asked: this.#asked, updated: this.#updated }
  }

  load(state: State): void {
    this.#confusion = floatsIn(state, 'confusion')
    this.#asked = numberIn(state, 'asked')
    this.#updated = numberIn(state, 'updated')
  }
}
