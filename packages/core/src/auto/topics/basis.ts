import { floatsIn, integersIn, numberIn, type State, stateIn } from '../../state/state.js'
import { STEP, TOPICS } from './loadings.js'
import { type Arrays, newTopicMemory, type TopicMemory } from './memory.js'

/** The slots of the view: the intercept, then the topics. */
export const TOPIC_SLOTS = Int32Array.from({ length: TOPICS + 1 }, (_, k) => k)
/** The intercept of the view. */
const INTERCEPT = 0.3

/**
 * The topics of a stream: directions V in the space of its features (a truncated singular value decomposition of a sample of its
 * rows), and how rows are distributed along them.
 *
 *     a = weights of the row's features, length 1;  t = Vᵀa;  u = [0.3, S^½ (t − m) / √trace(S²)], length 1
 *
 * m and S are the mean and covariance of t. S^½ lets strong topics count more.
 */
export class TopicBasis {
  readonly shares: FeatureShares
  /** Features × topics. */
  readonly loadings: Float32Array
  readonly mean: Float64Array
  /** S^½ / √trace(S²). */
  readonly root: Float64Array
  readonly #memory: TopicMemory

  /** `memory` has the loadings. */
  constructor(shares: FeatureShares, memory: TopicMemory, mean: Float64Array, root: Float64Array) {
    this.shares = shares
    this.#memory = memory
    this.loadings = memory.arrays.loadings
    this.mean = mean
    this.root = root
  }

  /**
   * Writes the view of a row, the intercept first; returns whether it has one. `features` are the numbers of its features, counted
   * from 1; other numbers are skipped.
   */
  view(features: Int32Array, length: number, out: Float32Array): boolean {
    const { arrays, operations } = this.#memory
    const entries = writeRow(features, length, this.shares.weights, arrays)
    if (entries === 0) return false
    operations.findTopics(entries)
    const { topics } = arrays
    const { mean, root } = this
    for (let j = 0; j < TOPICS; j++) topics[j] -= mean[j]
    let square = INTERCEPT * INTERCEPT
    out[0] = INTERCEPT
    for (let i = 0; i < TOPICS; i++) {
      let sum = 0
      for (let j = 0; j < TOPICS; j++) sum += root[i * TOPICS + j] * topics[j]
      out[i + 1] = sum
      square += sum * sum
    }
    const factor = 1 / Math.sqrt(square)
    for (let i = 0; i <= TOPICS; i++) out[i] *= factor
    return true
  }

  /** The loadings are saved as differences from those of a basis that is known then, which are small. */
  save(known?: TopicBasis): State {
    const loadings = new Int32Array(this.loadings.length)
    for (let at = 0; at < loadings.length; at++)
      loadings[at] = folded((this.loadings[at] - (known?.loadings[at] ?? 0)) / STEP)
    return {
      shares: this.shares.save(),
      loadings,
      mean: this.mean,
      root: this.root,
    }
  }

  static load(state: State, known?: TopicBasis): TopicBasis {
    const shares = FeatureShares.load(stateIn(state, 'shares'))
    const memory = newTopicMemory(shares.counts.length, false)
    const { loadings } = memory.arrays
    integersIn(state, 'loadings').forEach((steps, at) => {
      loadings[at] = (known?.loadings[at] ?? 0) + unfolded(steps) * STEP
    })
    return new TopicBasis(shares, memory, floatsIn(state, 'mean'), floatsIn(state, 'root'))
  }
}

/** How many of the rows had each feature when the basis was computed. */
export class FeatureShares {
  readonly counts: Int32Array
  readonly rows: number
  /** (share of rows with the feature)^−½, or 0 if it is in more than half of the rows. */
  readonly weights: Float64Array

  constructor(counts: Int32Array, rows: number) {
    this.counts = counts
    this.rows = rows
    this.weights = new Float64Array(counts.length)
    for (let k = 0; k < counts.length; k++)
      this.weights[k] = 2 * counts[k] > rows ? 0 : Math.sqrt(rows / counts[k])
  }

  save(): State {
    return { counts: this.counts, rows: this.rows }
  }

  static load(state: State): FeatureShares {
    return new FeatureShares(integersIn(state, 'counts'), numberIn(state, 'rows'))
  }
}

/** 0, −1, 1, −2, … as 0, 1, 2, 3, …: the high bytes of small numbers are 0, whatever their sign. */
const folded = (steps: number): number => (steps < 0 ? -2 * steps - 1 : 2 * steps)
const unfolded = (steps: number): number => (steps % 2 === 1 ? -(steps + 1) / 2 : steps / 2)

/**
 * Writes a row as its weights, length 1, and where the loadings of its features begin. Features that do not count are skipped; returns
 * the number of those that do.
 */
export const writeRow = (
  features: Int32Array,
  length: number,
  known: Float64Array,
  { weights, from }: Pick<Arrays, 'weights' | 'from'>,
): number => {
  let square = 0
  let at = 0
  for (let k = 0; k < length; k++) {
    const feature = features[k] - 1
    const weight = feature >= 0 && feature < known.length ? known[feature] : 0
    if (weight === 0) continue
    square += weight * weight
    weights[at] = weight
    from[at++] = feature * TOPICS
  }
  const factor = 1 / Math.sqrt(square)
  for (let k = 0; k < at; k++) weights[k] *= factor
  return at
}
