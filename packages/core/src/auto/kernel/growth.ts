import { type KernelMemory, newMemory, rowsAfter, type Size } from './memory.js'

/** With fewer rows, memory is enlarged at once. */
const MIN_ROWS = 128
/** A memory of twice the size is prepared while the last eighth of the rows is added. */
const PARTS = 8
/** A memory of more bytes is not prepared: answers may end before it is used. */
const MAX_PREPARED = 2 ** 26
/** A page of memory, in doubles; writing to it the first time takes longer than copying it. */
const PAGE = 512

/** Enlarges the memory of a kernel. The next memory is prepared over many rows, so that no row takes long. */
export class Growth {
  readonly #kind: 'fastest' | 'plain' | 'simd'
  #next: KernelMemory | undefined
  /** The doubles of the next memory, and how many of them are prepared. */
  #doubles = new Float64Array(0)
  #done = 0

  constructor(kind: 'fastest' | 'plain' | 'simd') {
    this.#kind = kind
  }

  /** Called with every new row; there are `count` rows now, and will be at most `most`. */
  prepare({ arrays }: KernelMemory, count: number, most: number): void {
    const { rows, slots, lines } = arrays
    if (rows < MIN_ROWS || most <= rows || count * PARTS < rows * (PARTS - 1)) return
    const next = rowsAfter(rows)
    if (Float32Array.BYTES_PER_ELEMENT * next * (next + slots) > MAX_PREPARED) return
    if (this.#next === undefined || this.#next.arrays.slots !== slots) {
      this.#next = newMemory({ rows: next, slots, lines }, this.#kind)
      const { buffer } = this.#next.arrays
      this.#doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8))
      this.#done = 0
    }
    const end = Math.min(
      this.#doubles.length,
      this.#done + Math.ceil((this.#doubles.length * PARTS) / (rows * PAGE)) * PAGE,
    )
    for (; this.#done < end; this.#done += PAGE) this.#doubles[this.#done] = 0
  }

  /** A memory of this size with everything that is in another one, which is smaller. */
  grown({ arrays: from }: KernelMemory, size: Size): KernelMemory {
    const next = this.#next
    this.#next = undefined
    this.#doubles = new Float64Array(0)
    const fits = next?.arrays.rows === size.rows && next.arrays.slots === size.slots
    const memory = fits ? next : newMemory(size, this.#kind)
    const to = memory.arrays
    const copy = (own: Float32Array, other: Float32Array, count: number): void => {
      for (let k = 0; k < count; k++) other.set(own.subarray(k * from.rows, (k + 1) * from.rows), k * to.rows)
    }
    copy(from.matrix, to.matrix, from.rows)
    copy(from.columns, to.columns, from.slots)
    copy(from.squares, to.squares, 1)
    copy(from.pulls, to.pulls, from.lines)
    copy(from.scores, to.scores, from.lines)
    return memory
  }
}
