import { Random } from '../../random.js'
import { type FeatureShares, rounded, TOPICS, TopicBasis, topicsOf, Weighed } from './basis.js'
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
  readonly #row = new Weighed()
  readonly #work: Generator<void, TopicBasis, void>
  /** The units done, and the result. */
  done = 0
  basis: TopicBasis | undefined

  /** `rows` are the numbers of features of each row of the sample, counted from 1. */
  constructor(rows: readonly Int32Array[], shares: FeatureShares, before?: TopicBasis) {
    this.#rows = rows
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
    const features = this.shares.counts.length
    let loadings: Float32Array = new Float32Array(features * TOPICS)
    let rank = 0
    if (before) {
      loadings.set(before.loadings)
      rank = yield* this.#round(loadings)
    }
    // Without enough different rows, topics would stay empty for good.
    if (rank < TOPICS) {
      loadings = randomLoadings(features)
      for (let round = 0; round < FIRST_ROUNDS; round++) yield* this.#round(loadings)
    }
    return yield* this.#spread(loadings)
  }

  /** One round, in place; returns the number of topics that are not empty. */
  *#round(loadings: Float32Array): Generator<void, number, void> {
    const { weights } = this.shares
    const features = weights.length
    const sums = new Float64Array(features * TOPICS)
    const topics = new Float64Array(TOPICS)
    for (const row of this.#rows) {
      if (this.#row.set(row, row.length, weights)) {
        topicsOf(this.#row, loadings, topics)
        addTo(sums, this.#row, topics)
      }
      yield
    }
    const gram = new Float64Array(TOPICS * TOPICS)
    for (let f = 0; f < features; f++) {
      for (let i = 0; i < TOPICS; i++) {
        const own = sums[f * TOPICS + i]
        if (own !== 0) for (let j = 0; j <= i; j++) gram[i * TOPICS + j] += own * sums[f * TOPICS + j]
      }
      if (f % FEATURES_AT_ONCE === 0) yield
    }
    for (let i = 0; i < TOPICS; i++) for (let j = 0; j < i; j++) gram[j * TOPICS + i] = gram[i * TOPICS + j]
    const { matrix, rank } = symmetricPower(gram, TOPICS, 'inverse root')
    for (let f = 0; f < features; f++) {
      for (let i = 0; i < TOPICS; i++) {
        let loading = 0
        for (let j = 0; j < TOPICS; j++) loading += sums[f * TOPICS + j] * matrix[j * TOPICS + i]
        loadings[f * TOPICS + i] = rounded(loading)
      }
      if (f % FEATURES_AT_ONCE === 0) yield
    }
    return rank
  }

  /** Measures how the rows are distributed along the topics. */
  *#spread(loadings: Float32Array): Generator<void, TopicBasis, void> {
    const stride = Math.ceil(this.#rows.length / MAX_SPREAD_ROWS)
    const mean = new Float64Array(TOPICS)
    const covariance = new Float64Array(TOPICS * TOPICS)
    const topics = new Float64Array(TOPICS)
    let rows = 0
    for (let r = 0; r < this.#rows.length; r += stride) {
      const row = this.#rows[r]
      if (this.#row.set(row, row.length, this.shares.weights)) {
        topicsOf(this.#row, loadings, topics)
        rows++
        for (let i = 0; i < TOPICS; i++) {
          mean[i] += topics[i]
          for (let j = 0; j <= i; j++) covariance[i * TOPICS + j] += topics[i] * topics[j]
        }
      }
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
      loadings,
      mean,
      root.map((value) => value * factor),
    )
  }
}

/** Z ← Z + a tᵀ. */
const addTo = (sums: Float64Array, { weights, from, length }: Weighed, topics: Float64Array): void => {
  for (let k = 0; k < length; k++) {
    const weight = weights[k]
    const at = from[k]
    for (let j = 0; j < TOPICS; j += 4) {
      sums[at + j] += weight * topics[j]
      sums[at + j + 1] += weight * topics[j + 1]
      sums[at + j + 2] += weight * topics[j + 2]
      sums[at + j + 3] += weight * topics[j + 3]
    }
  }
}

const randomLoadings = (features: number): Float32Array => {
  const random = new Random(0, 'topics')
  return Float32Array.from({ length: features * TOPICS }, () => random.uniform() - 0.5)
}
