import type { Learned } from '../classifier/learned.js'
import { isSelfTuning, type Representation, type SelfTuning } from '../parts.js'
import { isFeatureless, type Row } from '../rows/row.js'
import type { PoolItems } from './items.js'

/** Smaller shares are treated as equal. */
const MIN_SHARE = 1e-9

/** What is read: the items, by what was learned; `changes` counts the changes of both. */
interface Readable {
  readonly items: PoolItems
  readonly learned: Learned
  readonly changes: number
  readonly shares: Float64Array | undefined
}

/**
 * Reads items of the working set with the current model. A self-tuning learner first represents a row, which takes most of the
 * time, so representations are kept until they are out of date. Results are kept until something changes.
 */
export class PoolReader {
  readonly #pool: Readable
  readonly #representations: (Representation | undefined)[] = []
  /** By place: the result of the learner, and the number of changes when it was computed; −1 without one. */
  #results = new Float64Array(0)
  #readAt = new Int32Array(0)
  /** The numbers of a result. */
  #width = 0

  constructor(pool: Readable) {
    this.#pool = pool
  }

  read(place: number): void {
    const { items, learned, changes } = this.#pool
    const { learner } = learned
    const row = items.rows[place]
    if (!isSelfTuning(learner)) {
      learner.read(row)
      return
    }
    if (this.readFeatureless(row)) return
    this.#reserve(learner)
    if (this.#readAt[place] === changes) {
      learner.restoreResult(this.#results, place * this.#width)
      return
    }
    const current = learner.represented(row, this.#representations[place])
    this.#representations[place] = current
    learner.readRepresented(current)
    learner.keepResult(this.#results, place * this.#width)
    this.#readAt[place] = changes
  }

  /**
   * Reads a row without features: nothing tells it from the others, so its probabilities are the shares of the classes. A learner would
   * see the intercept alone and be far too sure. False if it has features or the shares are not known.
   */
  readFeatureless(row: Row): boolean {
    const { learned, shares } = this.#pool
    const { learner } = learned
    if (!isSelfTuning(learner) || shares?.length !== learner.classes || !isFeatureless(row)) return false
    const result = new Float64Array(2 * shares.length)
    for (let c = 0; c < shares.length; c++) result[c] = Math.log(Math.max(MIN_SHARE, shares[c]))
    result.set(shares, shares.length)
    learner.restoreResult(result, 0)
    return true
  }

  #reserve({ classes }: SelfTuning): void {
    const { length } = this.#pool.items.kept
    if (this.#width === 2 * classes && this.#readAt.length >= length) return
    this.#width = 2 * classes
    const before = this.#readAt.length
    const size = before >= length ? before : Math.max(length, 2 * before)
    this.#results = new Float64Array(size * this.#width)
    this.#readAt = new Int32Array(size).fill(-1)
  }
}
