import type { View } from '../linear/dual-svm.js'
import { Growth } from './growth.js'
import {
  type Arrays,
  BLOCK,
  type KernelMemory,
  newMemory,
  rowsAfter,
  type Size,
  spareLine,
} from './memory.js'
import { PendingColumns } from './pending-columns.js'
import { SAME } from './plain.js'

const FIRST_ROWS = 32
const FIRST_SLOTS = 32
/**
 * Stored rows with the kernel of every two of them, a score for each row and line, and the pulls that the scores are made of:
 * score[c][i] = Σ_j pull[c][j]·k_ij. There is one line for two classes, else one per class.
 *
 * A sum over the entries of two rows is always computed in the order of slots, so that k_ij is the same bits whichever row comes
 * first, and the matrix need not be saved. Features that a row lacks add 0, which changes no sum.
 */
export class KernelRows {
  count = 0
  /** A replica replaces it. */
  memory: KernelMemory
  readonly #pending = new PendingColumns()
  readonly #growth: Growth

  constructor(lines: number, rows = 0, kind: 'fastest' | 'plain' | 'simd' = 'fastest') {
    this.#growth = new Growth(kind)
    this.memory = newMemory(sizeFor(lines, rows), kind)
  }

  get #arrays(): Arrays {
    return this.memory.arrays
  }

  /** The number of rows, rounded up to whole blocks. */
  get #padded(): number {
    return BLOCK * Math.ceil(this.count / BLOCK)
  }

  /** Computes the products of a row that need not be stored; they are overwritten by the next ones. */
  products(view: View): Float32Array {
    const spare = spareLine(this.#arrays)
    this.#compute(spare, view)
    this.memory.operations.products(spare, this.#padded)
    return this.#arrays.sums
  }

  kernel(i: number, j: number): number {
    const { rows, matrix } = this.#arrays
    this.#pending.complete(i, this.memory)
    return matrix[i * rows + j]
  }

  score(c: number, i: number): number {
    return this.#arrays.scores[c * this.#arrays.rows + i]
  }

  /** Sets the pull of a row that has just been added, or whose scores were moved already. */
  setPull(c: number, i: number, pull: number): void {
    this.#arrays.pulls[c * this.#arrays.rows + i] = pull
  }

  /** Adds steps[c]·k_ij to the score of every row j, for all lines c. */
  move(i: number, steps: Float64Array): void {
    const { lines, moved, steps: own } = this.#arrays
    let count = 0
    for (let c = 0; c < lines; c++)
      if (steps[c] !== 0) {
        moved[count] = c
        own[count++] = steps[c]
      }
    this.#pending.complete(i, this.memory)
    this.memory.operations.add(i, count, this.#padded)
  }

  /** Notes the pulls of row i that are not 0; returns their number. */
  #pulled(i: number, sign: 1 | -1 = 1): number {
    const { rows, lines, pulls, moved, steps } = this.#arrays
    let count = 0
    for (let c = 0; c < lines; c++) {
      const pull = pulls[c * rows + i]
      if (pull === 0) continue
      moved[count] = c
      steps[count++] = sign * pull
    }
    return count
  }

  /** Adds a row without pulls. There will be at most `most`. */
  add(view: View, most = 0): void {
    const i = this.count++
    this.#growth.prepare(this.memory, this.count, most)
    this.#reserve(view)
    this.#write(i, view)
    this.#compute(i, view)
    this.#pending.add(i, this.memory, this.count)
    this.#sum(i)
  }

  /** Replaces all rows. */
  fill(views: readonly View[], pullOf: (c: number, i: number) => number): void {
    this.#arrays.pulls.fill(0)
    this.#pending.clear()
    this.count = views.length
    for (const view of views) this.#reserve(view)
    const { rows, lines, pulls, matrix } = this.#arrays
    views.forEach((view, i) => {
      this.#write(i, view)
      for (let c = 0; c < lines; c++) pulls[c * rows + i] = pullOf(c, i)
    })
    views.forEach((view, i) => {
      this.#compute(i, view)
      matrix[i * rows + i] = SAME
    })
    this.settle()
  }

  /** Computes all scores from the pulls. */
  settle(): void {
    for (let i = 0; i < this.count; i++) {
      this.#pending.complete(i, this.memory)
      this.#sum(i)
    }
  }

  /** Replaces the view of a row. The scores of all rows follow. */
  renew(i: number, view: View): void {
    this.#reserve(view)
    const spare = spareLine(this.#arrays)
    this.#pending.complete(i, this.memory)
    this.#write(i, view)
    this.#compute(spare, view)
    this.#arrays.matrix[spare * this.#arrays.rows + i] = SAME
    this.memory.operations.exchange(i, spare, this.#pulled(i), this.#padded)
    this.#pending.add(i, this.memory, this.count)
    this.#sum(i)
  }

  /** Removes a row; the last one takes its place. */
  remove(i: number): void {
    const { rows, slots, lines, pulls, scores, matrix, columns, squares } = this.#arrays
    const last = this.count - 1
    this.#pending.complete(i, this.memory)
    this.memory.operations.add(i, this.#pulled(i, -1), this.#padded)
    for (let c = 0; c < lines; c++) {
      const own = c * rows + i
      pulls[own] = pulls[c * rows + last]
      scores[own] = scores[c * rows + last]
      pulls[c * rows + last] = 0
    }
    this.#pending.complete(last, this.memory)
    this.#pending.forget(last)
    this.count = last
    if (i === last) return
    for (let slot = 0; slot < slots; slot++) columns[slot * rows + i] = columns[slot * rows + last]
    squares[i] = squares[last]
    matrix.copyWithin(i * rows, last * rows, last * rows + last)
    this.#pending.add(i, this.memory, this.count)
  }

  /** The scores of all rows, line by line. */
  scores(): Float32Array {
    const { rows, lines, scores } = this.#arrays
    const { count } = this
    const out = new Float32Array(lines * count)
    for (let c = 0; c < lines; c++) out.set(scores.subarray(c * rows, c * rows + count), c * count)
    return out
  }

  setScores(from: Float32Array): void {
    const { rows, lines, scores } = this.#arrays
    const { count } = this
    for (let c = 0; c < lines; c++) scores.set(from.subarray(c * count, (c + 1) * count), c * rows)
  }

  /** The scores as they would be if they were computed from the pulls now. */
  settledScores(): Float32Array {
    const now = this.scores()
    this.settle()
    const settled = this.scores()
    this.setScores(now)
    return settled
  }

  #sum(i: number): void {
    const { rows, lines, scores, sums } = this.#arrays
    this.memory.operations.products(i, this.#padded)
    for (let c = 0; c < lines; c++) scores[c * rows + i] = sums[c]
  }

  #write(i: number, { slots, values, start, from, length, square }: View): void {
    const { rows, slots: most, columns, squares } = this.#arrays
    const factor = Math.sqrt(square)
    for (let slot = 0; slot < most; slot++) columns[slot * rows + i] = 0
    for (let k = 0; k < length; k++) columns[slots[start + k] * rows + i] = factor * values[from + k]
    squares[i] = square
  }

  /** Computes a line of the matrix. Slots that no stored row has are skipped. */
  #compute(at: number, { slots, values, start, from, length, square }: View): void {
    const { slots: most, addresses, values: sorted } = this.#arrays
    const factor = Math.sqrt(square)
    let end = 0
    for (let k = 0; k < length; k++) {
      const slot = slots[start + k]
      if (slot >= most) continue
      // Nearly always the slots are in order already.
      let place = end++
      for (; place > 0 && addresses[place - 1] > slot; place--) {
        addresses[place] = addresses[place - 1]
        sorted[place] = sorted[place - 1]
      }
      addresses[place] = slot
      sorted[place] = factor * values[from + k]
    }
    this.memory.operations.line(at, end, Math.fround(square), this.#padded)
  }

  /** Allocates memory for `count` rows and all slots of one. */
  #reserve({ slots, start, length }: View): void {
    const { arrays } = this.memory
    let most = 0
    for (let k = start; k < start + length; k++) if (slots[k] > most) most = slots[k]
    if (this.count <= arrays.rows && most < arrays.slots) return
    this.memory = this.#growth.grown(this.memory, {
      rows: rowsFor(arrays.rows, this.count),
      slots: doubled(arrays.slots, most + 1),
      lines: arrays.lines,
    })
  }
}

const rowsFor = (before: number, wanted: number): number => {
  let rows = before
  while (rows < wanted) rows = rowsAfter(rows)
  return rows
}

const doubled = (before: number, wanted: number): number => {
  let size = before
  while (size < wanted) size *= 2
  return size
}

/** The size of a new memory for at least so many rows and slots. */
export const sizeFor = (lines: number, rows: number, slots = 0): Size => ({
  rows: rowsFor(FIRST_ROWS, rows),
  slots: doubled(FIRST_SLOTS, slots),
  lines,
})
