import type { State } from '@askance/core'
import { coreError, enlarged, integersIn, numberIn } from '@askance/core/internals'

const logarithms = Float64Array.from({ length: 4096 }, (_, n) => Math.log(n))

/** ln n, from a table for small n. */
export const logOf = (n: number): number => (n < logarithms.length ? logarithms[n]! : Math.log(n))

/**
 * Document frequency of each index. The weight of an index is ln((1 + n) / (1 + df)) + 1, as if one more
 * document had every feature. A document being learned counts itself before it is weighted.
 */
export class Frequencies {
  #documents = 0
  #counts: Int32Array = new Int32Array(1024)
  #most = 0

  /** Counts a document with these increasing indices. */
  count(index: Int32Array, size: number): void {
    this.#documents++
    if (size === 0) return
    this.#most = Math.max(this.#most, index[size - 1]!)
    this.#counts = enlarged(this.#counts, this.#most + 1)
    const counts = this.#counts
    for (let k = 0; k < size; k++) counts[index[k]!]!++
  }

  /** Multiplies each value by the weight of its index. */
  weigh(index: Int32Array, value: Float64Array, size: number): void {
    const counts = this.#counts
    const whole = 1 + logOf(1 + this.#documents)
    for (let k = 0; k < size; k++) value[k]! *= whole - logOf(1 + (counts[index[k]!] ?? 0))
  }

  save(): State {
    const counts = this.#counts.subarray(0, this.#most + 1).filter((count) => count > 0)
    const index = new Int32Array(counts.length)
    for (let k = 0, end = 0; end < index.length; k++) if (this.#counts[k]! > 0) index[end++] = k
    return { documents: this.#documents, index, counts }
  }

  /** `most` is the largest possible index. */
  load(state: State, most: number): void {
    const index = integersIn(state, 'index')
    const counts = integersIn(state, 'counts')
    this.#documents = numberIn(state, 'documents')
    this.#most = index.at(-1) ?? 0
    if (index.length !== counts.length || index.some((k) => k < 0 || k > most))
      throw coreError('model/state', { reason: 'its document frequencies are inconsistent' })
    this.#counts = new Int32Array(Math.max(1024, this.#most + 1))
    for (let k = 0; k < index.length; k++) this.#counts[index[k]!] = counts[k]!
  }
}
