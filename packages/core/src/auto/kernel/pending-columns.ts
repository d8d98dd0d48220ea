import type { Arrays } from './memory.js'
import { SAME } from './plain.js'

/** So many columns are written at once, because they share cache lines. */
const MAX_PENDING = 16

/**
 * The columns of rows that were added or renewed last. The lines of these rows are complete. All other lines of the symmetric matrix get
 * these entries when they are used, or when many columns are pending.
 */
export class PendingColumns {
  readonly #rows: number[] = []

  /** The line of a row was computed, except for its own entry; there are `count` rows. */
  add(i: number, { rows, matrix }: Arrays, count: number): void {
    matrix[i * rows + i] = SAME
    this.forget(i)
    for (const p of this.#rows) matrix[p * rows + i] = matrix[i * rows + p]
    this.#rows.push(i)
    if (this.#rows.length < MAX_PENDING) return
    for (let j = 0; j < count; j++) this.#complete(j, matrix, rows)
    this.#rows.length = 0
  }

  /** Completes the line of a row. */
  complete(i: number, { rows, matrix }: Arrays): void {
    this.#complete(i, matrix, rows)
  }

  #complete(i: number, matrix: Float32Array, rows: number): void {
    for (let k = 0; k < this.#rows.length; k++) {
      const p = this.#rows[k]
      matrix[i * rows + p] = matrix[p * rows + i]
    }
  }

  /** The row is no longer there. */
  forget(i: number): void {
    const place = this.#rows.indexOf(i)
    if (place >= 0) this.#rows.splice(place, 1)
  }
}
