import { rounded, TOPICS } from './loadings.js'
import type { Arrays, Operations } from './memory.js'

/** The operations in plain TypeScript, in the same order as those in WebAssembly. */
export class PlainOperations implements Operations {
  readonly #arrays: Arrays

  constructor(arrays: Arrays) {
    this.#arrays = arrays
  }

  /** Eight topics at a time stay in registers. */
  findTopics(length: number): void {
    const { weights, from, loadings, topics } = this.#arrays
    for (let j = 0; j < TOPICS; j += 8) {
      let t0 = 0
      let t1 = 0
      let t2 = 0
      let t3 = 0
      let t4 = 0
      let t5 = 0
      let t6 = 0
      let t7 = 0
      for (let k = 0; k < length; k++) {
        const weight = weights[k]
        const at = from[k] + j
        t0 += weight * loadings[at]
        t1 += weight * loadings[at + 1]
        t2 += weight * loadings[at + 2]
        t3 += weight * loadings[at + 3]
        t4 += weight * loadings[at + 4]
        t5 += weight * loadings[at + 5]
        t6 += weight * loadings[at + 6]
        t7 += weight * loadings[at + 7]
      }
      topics[j] = t0
      topics[j + 1] = t1
      topics[j + 2] = t2
      topics[j + 3] = t3
      topics[j + 4] = t4
      topics[j + 5] = t5
      topics[j + 6] = t6
      topics[j + 7] = t7
    }
  }

  addTopics(length: number): void {
    const { weights, from, topics, sums } = this.#arrays
    for (let k = 0; k < length; k++) {
      const weight = weights[k]
      const at = from[k]
      for (let j = 0; j < TOPICS; j++) sums[at + j] += weight * topics[j]
    }
  }

  addSums(from: number, to: number): void {
    for (let f = from; f < to; f++) this.#add(this.#arrays.sums, f * TOPICS)
  }

  addSquares(): void {
    this.#add(this.#arrays.topics, 0)
  }

  #add(line: Float64Array, at: number): void {
    const { products } = this.#arrays
    for (let i = 0; i < TOPICS; i++)
      for (let j = 0; j <= i; j++) products[i * TOPICS + j] += line[at + i] * line[at + j]
  }

  transform(from: number, to: number): void {
    const { sums, products, loadings } = this.#arrays
    for (let f = from; f < to; f++)
      for (let i = 0; i < TOPICS; i++) {
        let loading = 0
        for (let j = 0; j < TOPICS; j++) loading += sums[f * TOPICS + j] * products[j * TOPICS + i]
        loadings[f * TOPICS + i] = rounded(loading)
      }
  }
}
