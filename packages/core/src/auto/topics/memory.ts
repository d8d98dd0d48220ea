import { TOPICS_WASM } from '../../kernels.generated.js'
import { newInstance } from '../../wasm.js'
import { TOPICS } from './loadings.js'
import { PlainOperations } from './plain.js'
import { type Exports, SimdOperations } from './simd.js'

/** Numbers of features and topics, all in one buffer. */
export interface Arrays {
  /** Features × topics: the loadings, and the sums of which new ones are made. There are sums for a refresh only. */
  readonly loadings: Float32Array
  readonly sums: Float64Array
  /** The current row: the weights of its features, where their loadings begin, and its topics. */
  readonly weights: Float64Array
  readonly from: Int32Array
  readonly topics: Float64Array
  /** Topics × topics. */
  readonly products: Float64Array
}

/** What takes time. A range of features ends before `to`. */
export interface Operations {
  /** topics ← Σ weight·loadings of the first `length` features of the current row. */
  findTopics(length: number): void
  /** sums ← sums + weight·topics for these features. */
  addTopics(length: number): void
  /** products[i][j] ← products[i][j] + sums[i]·sums[j] of all features of a range, in order, for j ≤ i. */
  addSums(from: number, to: number): void
  /** The same with the topics of the current row. */
  addSquares(): void
  /** loadings ← sums · products for the features of a range, rounded to what can be saved. */
  transform(from: number, to: number): void
}

export interface TopicMemory {
  readonly arrays: Arrays
  readonly operations: Operations
}

/** With fewer features a WebAssembly instance is not worth its memory. */
const FEW_FEATURES = 256

/** Memory filled with zeros, in WebAssembly if the host supports it. The choice changes the speed, not the results. */
export const newTopicMemory = (
  features: number,
  hasSums: boolean,
  kind: 'fastest' | 'plain' | 'simd' = 'fastest',
): TopicMemory => {
  const bytes =
    8 * (TOPICS * TOPICS + TOPICS + (hasSums ? features * TOPICS : 0)) + 4 * features * (TOPICS + 3)
  if (kind === 'simd' || (kind === 'fastest' && features >= FEW_FEATURES))
    try {
      const { exports, buffer } = newInstance<Exports>(TOPICS_WASM, bytes)
      const arrays = arraysOn(buffer, features, hasSums)
      return { arrays, operations: new SimdOperations(arrays, exports) }
    } catch {
      // No WebAssembly, no SIMD, or no memory for an instance.
    }
  const arrays = arraysOn(new ArrayBuffer(bytes), features, hasSums)
  return { arrays, operations: new PlainOperations(arrays) }
}

const arraysOn = (buffer: ArrayBuffer, features: number, hasSums: boolean): Arrays => {
  let at = 0
  const doubles = (length: number): Float64Array => {
    at += 8 * length
    return new Float64Array(buffer, at - 8 * length, length)
  }
  const products = doubles(TOPICS * TOPICS)
  const topics = doubles(TOPICS)
  const sums = doubles(hasSums ? features * TOPICS : 0)
  const weights = doubles(features)
  const loadings = new Float32Array(buffer, at, features * TOPICS)
  const from = new Int32Array(buffer, at + loadings.byteLength, features)
  return { loadings, sums, weights, from, topics, products }
}
