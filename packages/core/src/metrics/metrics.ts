import { floatsIn, numberIn, type State } from '../state/state.js'

/** What an error costs, for `sum` and `cost` of the cost-sensitive papers. */
export interface Costs {
  /** ηp and ηn in sum = ηp·sensitivity + ηn·specificity. */
  readonly sensitivityWeight?: number
  readonly specificityWeight?: number
  /** cp and cn in cost = cp·(false negatives) + cn·(false positives). */
  readonly falseNegative?: number
  readonly falsePositive?: number
}

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
  readonly macroF1: number
  readonly sensitivity: number
  readonly specificity: number
  readonly sum: number
  readonly cost: number
  readonly queryRatio: number
  readonly updateRatio: number
}

/**
 * Counts outcomes over all rounds, asked or not. Precision, recall and their kin speak of the positive class. A ratio
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
  readonly #costs: Required<Costs>
  /** Row: truth, column: prediction. */
  #confusion: Float64Array
  #asked = 0
  #updated = 0

  constructor(classes: number, positive: number, costs: Costs = {}) {
    this.classes = classes
    this.positive = positive
    this.#costs = {
      sensitivityWeight: 0.5,
      specificityWeight: 0.5,
      falseNegative: 1,
      falsePositive: 1,
      ...costs,
    }
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
    const items = this.#total(() => true)
    const right = this.#total((truth, predicted) => truth === predicted)
    const falseNegatives = this.#total((truth, predicted) => truth === positive && predicted !== positive)
    const falsePositives = this.#total((truth, predicted) => truth !== positive && predicted === positive)
    const truePositives = this.#total((truth, predicted) => truth === positive && predicted === positive)
    const trueNegatives = items - truePositives - falseNegatives - falsePositives
    const recall = ratio(truePositives, truePositives + falseNegatives)
    const specificity = ratio(trueNegatives, trueNegatives + falsePositives)
    const { sensitivityWeight, specificityWeight, falseNegative, falsePositive } = this.#costs
    let macro = 0
    for (let c = 0; c < classes; c++) macro += this.#f1(c)
    return {
      items,
      asked: this.#asked,
      updated: this.#updated,
      mistakes: items - right,
      accuracy: ratio(right, items),
      precision: ratio(truePositives, truePositives + falsePositives),
      recall,
      f1: this.#f1(positive),
      macroF1: macro / classes,
      sensitivity: recall,
      specificity,
      sum: sensitivityWeight * recall + specificityWeight * specificity,
      cost: falseNegative * falseNegatives + falsePositive * falsePositives,
      queryRatio: ratio(this.#asked, items),
      updateRatio: ratio(this.#updated, items),
    }
  }

  /** How often each prediction met each truth: row = truth, column = prediction. */
  confusion(): Float64Array {
    return this.#confusion.slice()
  }

  /** 2·tp/(2·tp + fp + fn). */
  #f1(label: number): number {
    const both = this.#confusion[label * this.classes + label]
    const either = this.#total((truth, predicted) => truth === label || predicted === label)
    return ratio(2 * both, both + either)
  }

  #total(counts: (truth: number, predicted: number) => boolean): number {
    let total = 0
    for (let truth = 0; truth < this.classes; truth++)
      for (let predicted = 0; predicted < this.classes; predicted++)
        if (counts(truth, predicted)) total += this.#confusion[truth * this.classes + predicted]
    return total
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

const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
