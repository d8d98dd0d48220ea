import { Random } from '../../random.js'
import { type FeatureShares, TopicBasis, writeRow } from './basis.js'
import { TOPICS } from './loadings.js'
import { type Arrays, newTopicMemory, type TopicMemory } from './memory.js'
import { symmetricPower } from './symmetric-power.js'

/** A basis from nothing takes so many rounds; one that follows another takes one. */
const FIRST_ROUNDS = 4
/** So many rows are enough for the distribution of topics. */
const MAX_SPREAD_ROWS = 1024
/** So many features are as much work as a row. */
const FEATURES_AT_ONCE = 64

/**
 * Computes a basis from a sample of rows in small units of work, by block power iteration (H. Rutishauser: Computational aspects
 * of F. L. Bauer's simultaneous iteration method. Numerische Mathematik 13, 1969):
 *
 *     Z = Σ a (aᵀV);  V ← Z (ZᵀZ)^−½
 *
 * The symmetric root keeps the topics where they were, because learned rows change to a new basis one by one.
 */
export class TopicRefresh {
  readonly #rows: readonly Int32Array[]
  readonly shares: FeatureShares
  readonly #numberOf: (feature: number) => number
  #numbers = new Int32Array(64)
  readonly #work: Generator<void, TopicBasis, void>
  /** The units done, and the result. */
  done = 0
  basis: TopicBasis | undefined

  /**
   * `rows` are the features of each row of the sample, and `numberOf` returns the number of a feature, counted from 1. It is called when
   * a row is used, not for all rows at once; features that count since the beginning have numbers beyond the end.
   */
  constructor(
    rows: readonly Int32Array[],
    shares: FeatureShares,
    before?: TopicBasis,
    numberOf: (feature: number) => number = (feature) => feature,
  ) {
    this.#rows = rows
    this.#numberOf = numberOf
    this.shares = shares
    this.#work = this.#compute(before)
  }

  /** The number of units if one round is enough. */
  get units(): number {
    const features = Math.ceil(this.shares.counts.length / FEATURES_AT_ONCE)
    return this.#rows.length + 2 * features + Math.min(this.#rows.length, MAX_SPREAD_ROWS)
  }

  /** Does this many units; returns whether the basis is finished. */
  step(units: number): boolean {
    for (let unit = 0; unit < units && !this.basis; unit++) {
      const { done, value } = this.#work.next()
      if (done) this.basis = value
      this.done++
    }
    return this.basis !== undefined
  }

  *#compute(before: TopicBasis | undefined): Generator<void, TopicBasis, void> {
    const memory = newTopicMemory(this.shares.counts.length, true)
    const { loadings, sums } = memory.arrays
    let rank = 0
    if (before) {
      // New memory has zeros. To write them would be slow, because it is given page by page.
      loadings.set(before.loadings)
      rank = yield* this.#round(memory)
    }
    // Without enough different rows, topics would stay empty for good.
    if (rank < TOPICS) {
      randomize(loadings)
      for (let round = 0; round < FIRST_ROUNDS; round++) {
        sums.fill(0)
        yield* this.#round(memory)
      }
    }
    return yield* this.#spread(memory)
  }

  /** One round, in place, from sums that are 0; returns the number of topics that are not empty. */
  *#round({ arrays, operations }: TopicMemory): Generator<void, number, void> {
    const { weights } = this.shares
    const { products } = arrays
    for (const row of this.#rows) {
      const length = this.#write(row, arrays)
      if (length > 0) {
        operations.findTopics(length)
        operations.addTopics(length)
      }
      yield
    }
    products.fill(0)
    yield* inSlices(weights.length, (from, to) => operations.addSums(from, to))
    for (let i = 0; i < TOPICS; i++)
      for (let j = 0; j < i; j++) products[j * TOPICS + i] = products[i * TOPICS + j]
    const { matrix, rank } = symmetricPower(products, TOPICS, 'inverse root')
    products.set(matrix)
    yield* inSlices(weights.length, (from, to) => operations.transform(from, to))
    return rank
  }

  #write(row: Int32Array, arrays: Arrays): number {
    if (this.#numbers.length < row.length) this.#numbers = new Int32Array(2 * row.length)
    for (let k = 0; k < row.length; k++) this.#numbers[k] = this.#numberOf(row[k])
    return writeRow(this.#numbers, row.length, this.shares.weights, arrays)
  }

  /** Measures how the rows are distributed along the topics, and copies the loadings, some with each row. */
  *#spread({ arrays, operations }: TopicMemory): Generator<void, TopicBasis, void> {
    const stride = Math.ceil(this.#rows.length / MAX_SPREAD_ROWS)
    const mean = new Float64Array(TOPICS)
    const { topics, products: covariance, loadings } = arrays
    const kept = newTopicMemory(this.shares.counts.length, false)
    const atOnce = Math.ceil((loadings.length * stride) / this.#rows.length)
    covariance.fill(0)
    let rows = 0
    let copied = 0
    for (let r = 0; r < this.#rows.length; r += stride) {
      const row = this.#rows[r]
      const length = this.#write(row, arrays)
      if (length > 0) {
        operations.findTopics(length)
        operations.addSquares()
        rows++
        for (let i = 0; i < TOPICS; i++) mean[i] += topics[i]
      }
      kept.arrays.loadings.set(loadings.subarray(copied, copied + atOnce), copied)
      copied = Math.min(loadings.length, copied + atOnce)
      yield
    }
    for (let i = 0; i < TOPICS; i++) mean[i] /= Math.max(1, rows)
    let squares = 0
    for (let i = 0; i < TOPICS; i++)
      for (let j = 0; j <= i; j++) {
        const shared = covariance[i * TOPICS + j] / Math.max(1, rows) - mean[i] * mean[j]
        covariance[i * TOPICS + j] = shared
        covariance[j * TOPICS + i] = shared
        squares += (i === j ? 1 : 2) * shared * shared
      }
    const root = symmetricPower(covariance, TOPICS, 'root').matrix
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0
    return new TopicBasis(
      this.shares,
      kept,
      mean,
      root.map((value) => value * factor),
    )
  }
}

/** Calls `each` with ranges of features, one at a time; the first feature is a slice of its own. */
function* inSlices(features: number, each: (from: number, to: number) => void): Generator<void, void, void> {
  let from = 0
  for (let last = 0; last < features; last += FEATURES_AT_ONCE) {
    each(from, last + 1)
    from = last + 1
    yield
  }
  if (from < features) each(from, features)
}

const randomize = (loadings: Float32Array): void => {
  const random = new Random(0, 'topics')
  for (let k = 0; k < loadings.length; k++) loadings[k] = random.uniform() - 0.5
}
