import type { Coefficient, Completed } from './completed.js'
import { type Interval, totalInterval } from './interval.js'
import { sumInterval, type Term } from './linear.js'
import type { WeightedTable } from './table.js'

/** With more classes the intervals of each would take long, and the mean of so many is close to normal anyway. */
const MANY = 32

/**
 * Macro-F1: the mean over all classes c of F_c = 2·hits/D_c, D_c = predicted + true. A class that was never predicted
 * has no hit, so its F_c is 0 for certain. One that was predicted but has no answer is unknown: it counts as
 * the mean of the others, and as anything from 0 to 1 in the interval. With many rare classes the interval for a fixed
 * time is somewhat too narrow, because each F_c is nonlinear; the one for any time is wide enough.
 */
export class MacroF1 {
  /** NaN if no class is known. */
  readonly value: number
  readonly #classes: number
  readonly #known: readonly number[]
  /** The sum of F_c/classes over the known ones, and the share of the unknown ones. */
  readonly #sum: number
  readonly #unknown: number
  /** 2·hits and D of each class. */
  readonly #hits: Float64Array
  readonly #sizes: Float64Array

  constructor({ strata: classes, items }: WeightedTable, completed: Completed) {
    this.#classes = classes
    this.#hits = new Float64Array(classes)
    this.#sizes = new Float64Array(classes)
    for (let predicted = 0; predicted < classes; predicted++)
      for (let truth = 0; truth < classes; truth++) {
        const count = completed.count(predicted, truth)
        this.#sizes[predicted] += count
        this.#sizes[truth] += count
        if (predicted === truth) this.#hits[truth] += 2 * count
      }
    const predicted = Array.from(items.keys()).filter((c) => items[c] > 0)
    this.#known = predicted.filter((c) => this.#sizes[c] > 0)
    this.#sum = this.#known.reduce((sum, c) => sum + this.#hits[c] / this.#sizes[c], 0) / classes
    this.#unknown = (predicted.length - this.#known.length) / classes
    this.value = (this.#sum * predicted.length) / this.#known.length
  }

  /** From the table as it was widened for the interval. */
  interval(widened: Completed, answers: number, z: number, reach: number): Interval {
    const { low, high } =
      this.#known.length > MANY
        ? totalInterval(
            this.#sum,
            widened.moments(this.#influence(), () => 0),
            z,
            reach,
          )
        : sumInterval(widened, this.#terms(), answers, z, reach)
    return { low, high: high + this.#unknown }
  }

  #terms(): readonly Term[] {
    return this.#known.map((c) => ({
      part: (s, k) => (s === c && k === c ? 2 : 0),
      whole: (s, k) => (s === c ? 1 : 0) + (k === c ? 1 : 0),
      weight: 1 / this.#classes,
    }))
  }

  /**
   * One more item adds 2/D to its class when it is a hit, and takes F/D from the classes of its prediction and truth.
   */
  #influence(): Coefficient {
    const lift = new Float64Array(this.#classes)
    const drag = new Float64Array(this.#classes)
    for (const c of this.#known) {
      lift[c] = 2 / (this.#sizes[c] * this.#classes)
      drag[c] = ((this.#hits[c] / this.#sizes[c]) * lift[c]) / 2
    }
    return (s, k) => (s === k ? lift[s] : 0) - drag[s] - drag[k]
  }
}
