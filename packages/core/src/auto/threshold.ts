import { weightsOf } from '../metrics/metrics.js'
import type { Objective } from '../objective.js'
import type { SettledThreshold, ThresholdCounts } from '../parts.js'
import { numberIn, type State } from '../state/state.js'
import type { Design } from './design.js'

const SETTLING_ROUNDS = 10

/**
 * The probability from which the positive class is predicted, chosen for the objective. It needs no labels: all counts are
 * expected counts over all rounds.
 *
 * - accuracy: ½.
 * - F1 = 2N/D, where N are the hits and D the true plus the predicted positives: one more positive prediction with
 *   probability p raises it iff p > N/D.
 * - cost = cp·(false negatives) + cn·(false positives): cn/(cp + cn).
 * - sum = ηp·sensitivity + ηn·specificity: the same with the costs ηp/π and ηn/(1 − π), π the share of positives.
 */
export class Threshold implements SettledThreshold {
  readonly #design: Design
  readonly #objective: Objective
  #rounds = 0
  /** Expected hits, positives and predicted positives; they start with half a hit. */
  #hits = 0.5
  #positives = 0.5
  #predicted = 0.5

  constructor(design: Design, objective: Objective) {
    this.#design = design
    this.#objective = objective
  }

  /** On the probability of the positive class. */
  get value(): number {
    const { measure, costs = {} } = this.#objective
    const share = (this.#positives + 0.5) / (this.#rounds + 2)
    const weights = weightsOf(costs, share)
    const { sensitivityWeight, specificityWeight, falseNegative, falsePositive } = weights
    switch (measure) {
      case 'accuracy':
        return 0.5
      case 'f1': {
        const { minThreshold, maxThreshold } = this.#design
        const ratio = this.#hits / Math.max(this.#positives + this.#predicted, Number.MIN_VALUE)
        return Math.min(Math.max(ratio, minThreshold), maxThreshold)
      }
      case 'cost':
        return this.#between(falsePositive, falseNegative)
      default:
        return this.#between(specificityWeight * share, sensitivityWeight * (1 - share))
    }
  }

  /** The threshold at which a false positive and a false negative have the same expected cost. */
  #between(falsePositive: number, falseNegative: number): number {
    const { minThreshold } = this.#design
    const value = falsePositive / (falsePositive + falseNegative)
    return Math.min(Math.max(value, minThreshold), 1 - minThreshold)
  }

  /** The threshold as log odds of the second class. */
  get odds(): number {
    const { value } = this
    const odds = Math.log(value / (1 - value))
    return this.#objective.positive === 0 ? -odds : odds
  }

  /** Counts a prediction and its confidence. */
  count(predicted: number, confidence: number): void {
    const isPositive = predicted === (this.#objective.positive ?? 1)
    const probability = isPositive ? confidence : 1 - confidence
    this.#rounds++
    this.#positives += probability
    if (!isPositive) return
    this.#hits += probability
    this.#predicted++
  }

  get counts(): ThresholdCounts {
    return [this.#rounds, this.#hits, this.#positives, this.#predicted]
  }

  set counts([rounds, hits, positives, predicted]: ThresholdCounts) {
    this.#rounds = rounds
    this.#hits = hits
    this.#positives = positives
    this.#predicted = predicted
  }

  /** Known items count as they are. The threshold for F1 depends on the predictions, which depend on it: a few rounds settle both. */
  settle(probabilities: Float64Array, weight: number, known: { items: number; positives: number }): void {
    let sum = 0
    for (const p of probabilities) sum += p
    let from = this.value
    this.#rounds = known.items + weight * probabilities.length
    this.#positives = known.positives + weight * sum
    for (let round = 0; round < SETTLING_ROUNDS; round++) {
      let hits = 0
      let predicted = 0
      for (const p of probabilities) {
        if (p < from) continue
        hits += p
        predicted++
      }
      this.#hits = known.positives + weight * hits
      this.#predicted = known.positives + weight * predicted
      const { value } = this
      if (value === from) return
      from = value
    }
  }

  save(): State {
    return {
      rounds: this.#rounds,
      hits: this.#hits,
      positives: this.#positives,
      predicted: this.#predicted,
    }
  }

  load(state: State): void {
    this.#rounds = numberIn(state, 'rounds')
    this.#hits = numberIn(state, 'hits')
    this.#positives = numberIn(state, 'positives')
    this.#predicted = numberIn(state, 'predicted')
  }
}
