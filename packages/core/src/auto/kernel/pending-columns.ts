import { BLOCK, type KernelMemory } from './memory.js'
import { SAME } from './plain.js'

/** Four neighbouring columns or more are written at once, because they share cache lines; so many may wait for others. */
const MAX_PENDING = 20
const MIN_NEIGHBOURS = 4

/**
 * The columns of rows that were added or renewed last. The lines of these rows are complete. All other lines of the symmetric matrix get
 * these entries when they are used, or when many columns are pending.
 */
export class PendingColumns {
  #rows: number[] = []

  /** The line of a row was computed, except for its own entry; there are `count` rows. */
  add(i: number, memory: KernelMemory, count: number): void {
    const { rows, matrix } = memory.arrays
    matrix[i * rows + i] = SAME
    this.forget(i)
    for (const p of this.#rows) matrix[p * rows + i] = matrix[i * rows + p]
    this.#rows.push(i)
    if (this.#rows.length >= MAX_PENDING) this.#write(memory, count)
  }

  /** Completes the line of a row. */
  complete(i: number, { arrays: { rows, matrix } }: KernelMemory): void {
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

  clear(): void {
    this.#rows = []
  }

  /** Writes columns with neighbours. If most have none, writes all. */
  #write(memory: KernelMemory, count: number): void {
    const all = this.#rows.sort((a, b) => a - b)
    const padded = BLOCK * Math.ceil(count / BLOCK)
    const alone: number[] = []
    for (let k = 0; k < all.length; ) {
      let end = k + 1
      while (end < all.length && all[end] === all[end - 1] + 1) end++
      const columns = end - k - ((end - k) % MIN_NEIGHBOURS)
      if (columns > 0) memory.operations.mirror(all[k], columns, padded)
      for (k += columns; k < end; k++) alone.push(all[k])
    }
    if (alone.length > MAX_PENDING / 2) {
      this.#rows = alone
      for (let j = 0; j < count; j++) this.complete(j, memory)
      alone.length = 0
    }
    this.#rows = alone
  }
}
