import { TOPICS } from './loadings.js'
import type { Arrays, Operations } from './memory.js'

/** What an instance of `assembly/topics.ts` offers. */
export interface Exports {
  topics(from: number, weights: number, length: number, loadings: number, out: number): void
  addTopics(from: number, weights: number, length: number, row: number, sums: number): void
  addProducts(count: number, sums: number, gram: number): void
  transform(count: number, sums: number, matrix: number, loadings: number): void
}

/** The operations in WebAssembly with 128-bit SIMD. */
export class SimdOperations implements Operations {
  readonly #arrays: Arrays
  readonly #exports: Exports

  constructor(arrays: Arrays, exports: Exports) {
    this.#arrays = arrays
    this.#exports = exports
  }

  findTopics(length: number): void {
    const { from, weights, loadings, topics } = this.#arrays
    this.#exports.topics(from.byteOffset, weights.byteOffset, length, loadings.byteOffset, topics.byteOffset)
  }

  addTopics(length: number): void {
    const { from, weights, topics, sums } = this.#arrays
    this.#exports.addTopics(from.byteOffset, weights.byteOffset, length, topics.byteOffset, sums.byteOffset)
  }

  addSums(from: number, to: number): void {
    const { sums, products } = this.#arrays
    this.#exports.addProducts(to - from, sums.byteOffset + 8 * TOPICS * from, products.byteOffset)
  }

  addSquares(): void {
    const { topics, products } = this.#arrays
    this.#exports.addProducts(1, topics.byteOffset, products.byteOffset)
  }

  transform(from: number, to: number): void {
    const { sums, products, loadings } = this.#arrays
    this.#exports.transform(
      to - from,
      sums.byteOffset + 8 * TOPICS * from,
      products.byteOffset,
      loadings.byteOffset + 4 * TOPICS * from,
    )
  }
}
