import { type State, stateIn } from '../state/state.js'
import { Metrics } from './metrics.js'
import { ratio } from './ratio.js'

/** What is counted over all pairs of an item and a class. */
export interface MultiLabelValues {
  readonly items: number
  /** Items times classes. */
  readonly pairs: number
  /** Pairs that were asked about, and pairs that changed a part. */
  readonly asked: number
  readonly updated: number
  /** F1 over all pairs: 2·tp/(2·tp + fp + fn). */
  readonly microF1: number
  /** The mean of the F1 of the classes. */
  readonly macroF1: number
  /** The share of pairs with a wrong prediction. */
  readonly hammingLoss: number
  readonly queryRatio: number
  readonly updateRatio: number
}

const NEGATIVE = 0
const POSITIVE = 1

/**
 * Counts outcomes of several labels per item: a binary `Metrics` for each class, in which class 1 means that the item has
 * the label. A ratio whose divisor is 0 is 0.
 *
 * @example
 * const metrics = new MultiLabelMetrics(2)
 * metrics.add(0, true, true, true, true)
 * metrics.add(1, true, false, false, false)
 * metrics.values().hammingLoss // => 0.5
 * metrics.values().microF1 // => 2 / 3
 * metrics.values().macroF1 // => 0.5
 */
export class MultiLabelMetrics {
  /** The counts of each class. */
  readonly parts: readonly Metrics[]

  constructor(classes: number) {
    this.parts = Array.from({ length: classes }, () => new Metrics(2, POSITIVE))
  }

  /** One pair: whether the class was predicted, whether the item has it, and whether it was asked about and learned. */
  add(part: number, predicted: boolean, truth: boolean, asked: boolean, updated: boolean): void {
    this.parts[part].add(classOf(predicted), classOf(truth), asked, updated)
  }

  values(): MultiLabelValues {
    return multiLabelValues(this.parts)
  }

  save(): State {
    return Object.fromEntries(this.parts.map((part, k) => [String(k), part.save()]))
  }

  load(state: State): void {
    this.parts.forEach((part, k) => {
      part.load(stateIn(state, String(k)))
    })
  }
}

const classOf = (has: boolean): number => (has ? POSITIVE : NEGATIVE)

/** The values over all classes, from the binary counts of each. */
export const multiLabelValues = (
  parts: readonly Pick<Metrics, 'confusion' | 'values'>[],
): MultiLabelValues => {
  let [hits, wrong, pairs, asked, updated, macro] = [0, 0, 0, 0, 0, 0]
  for (const part of parts) {
    // Row: truth, column: prediction.
    const [trueNegatives, falsePositives, falseNegatives, truePositives] = part.confusion()
    const values = part.values()
    hits += truePositives
    wrong += falsePositives + falseNegatives
    pairs += trueNegatives + falsePositives + falseNegatives + truePositives
    asked += values.asked
    updated += values.updated
    macro += values.f1
  }
  return {
    items: parts.length > 0 ? pairs / parts.length : 0,
    pairs,
    asked,
    updated,
    microF1: ratio(2 * hits, 2 * hits + wrong),
    macroF1: ratio(macro, parts.length),
    hammingLoss: ratio(wrong, pairs),
    queryRatio: ratio(asked, pairs),
    updateRatio: ratio(updated, pairs),
  }
}
