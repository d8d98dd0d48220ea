import type { Learned } from '../classifier/learned.js'
import { isSelfTuning, type Representation } from '../parts.js'
import type { PoolItems } from './items.js'

/**
 * Reads items of the working set with the current model. A self-tuning learner represents a row before it scores it, which takes
 * most of the time, so representations are kept until they are out of date.
 */
export class PoolReader {
  readonly #items: PoolItems
  readonly #learned: () => Learned
  readonly #kept: (Representation | undefined)[] = []
  /** The places before this one are up to date. */
  #ready = 0

  constructor(items: PoolItems, learned: () => Learned) {
    this.#items = items
    this.#learned = learned
  }

  read(place: number): void {
    const { learner } = this.#learned()
    const row = this.#items.rows[place]
    if (!isSelfTuning(learner)) {
      learner.read(row)
      return
    }
    const current = learner.represented(row, this.#kept[place])
    this.#kept[place] = current
    learner.readRepresented(current)
  }

  /** Brings some representations up to date; returns whether there are more. */
  prepare(most: number): boolean {
    const { learner } = this.#learned()
    const { rows } = this.#items
    if (!isSelfTuning(learner) || rows.length === 0) return false
    // The first one is out of date after a renewal, and so are all others.
    const first = this.#kept[0]
    this.#kept[0] = learner.represented(rows[0], first)
    if (this.#kept[0] !== first) this.#ready = 1
    const end = Math.min(rows.length, this.#ready + most)
    for (; this.#ready < end; this.#ready++)
      this.#kept[this.#ready] = learner.represented(rows[this.#ready], this.#kept[this.#ready])
    return this.#ready < rows.length
  }
}
