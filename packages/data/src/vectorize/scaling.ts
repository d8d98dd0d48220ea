import type { State } from '@askance/core'
import { coreError, enlarged, floatsIn } from '@askance/core/internals'
import type { Scaling } from './config.js'

/**
 * Scales numbers by running statistics: to mean 0 and variance 1 (Welford 1962, "Note on a method for calculating
 * corrected sums of squares and products", Technometrics 4), or to a largest magnitude of 1. While learning, the current
 * value is included. A constant variable becomes 0.
 */
export class Scaler {
  #count: Float64Array = new Float64Array(8)
  #mean: Float64Array = new Float64Array(8)
  /** The sum of squared distances from the mean. */
  #spread: Float64Array = new Float64Array(8)
  #largest: Float64Array = new Float64Array(8)
  #size = 0

  /** The value of variable `id`, scaled. */
  scale(id: number, value: number, scaling: Scaling, learning: boolean): number {
    if (scaling === 'none') return value
    if (id >= this.#size) this.#grow(id + 1)
    if (scaling === 'standard') return this.#standard(id, value, learning)
    if (learning) this.#largest[id] = Math.max(this.#largest[id]!, Math.abs(value))
    const largest = this.#largest[id]!
    return largest === 0 ? 0 : value / largest
  }

  #standard(id: number, value: number, learning: boolean): number {
    if (learning) {
      const count = ++this.#count[id]!
      const distance = value - this.#mean[id]!
      this.#mean[id]! += distance / count
      this.#spread[id]! += distance * (value - this.#mean[id]!)
    }
    const deviation = Math.sqrt(this.#spread[id]! / this.#count[id]!)
    return deviation > 0 ? (value - this.#mean[id]!) / deviation : 0
  }

  #grow(size: number): void {
    this.#count = enlarged(this.#count, size)
    this.#mean = enlarged(this.#mean, size)
    this.#spread = enlarged(this.#spread, size)
    this.#largest = enlarged(this.#largest, size)
    this.#size = size
  }

  save(): State {
    const size = this.#size
    return {
      count: this.#count.slice(0, size),
      mean: this.#mean.slice(0, size),
      spread: this.#spread.slice(0, size),
      largest: this.#largest.slice(0, size),
    }
  }

  load(state: State): void {
    this.#count = floatsIn(state, 'count')
    this.#mean = floatsIn(state, 'mean')
    this.#spread = floatsIn(state, 'spread')
    this.#largest = floatsIn(state, 'largest')
    this.#size = this.#count.length
    if ([this.#mean, this.#spread, this.#largest].some((array) => array.length !== this.#size))
      throw coreError('model/state', { reason: 'its column statistics are inconsistent' })
  }
}
