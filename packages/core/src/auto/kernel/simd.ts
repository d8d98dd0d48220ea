import type { Arrays, Operations } from './memory.js'

/** What an instance of `assembly/kernel.ts` offers. */
export interface Exports {
  line(
    bytes: number,
    addresses: number,
    values: number,
    entries: number,
    squares: number,
    square: number,
    out: number,
  ): void
  products(rows: number, pulls: number, stride: number, lines: number, k: number, out: number): void
  add(rows: number, k: number, lines: number, steps: number, count: number): void
  exchange(rows: number, k: number, by: number, lines: number, steps: number, count: number): void
  mirror(rows: number, matrix: number, stride: number, first: number, columns: number): void
}

/** The operations in WebAssembly with 128-bit SIMD. */
export class SimdOperations implements Operations {
  readonly #arrays: Arrays
  readonly #exports: Exports

  constructor(arrays: Arrays, exports: Exports) {
    this.#arrays = arrays
    this.#exports = exports
  }

  line(at: number, entries: number, square: number, count: number): void {
    const { rows, columns, squares, addresses, values } = this.#arrays
    // WebAssembly reads addresses, not slots.
    for (let k = 0; k < entries; k++) addresses[k] = columns.byteOffset + 4 * rows * addresses[k]
    this.#exports.line(
      4 * count,
      addresses.byteOffset,
      values.byteOffset,
      entries,
      squares.byteOffset,
      square,
      this.#lineAt(at),
    )
  }

  products(at: number, count: number): void {
    const { rows, lines, pulls, sums } = this.#arrays
    this.#exports.products(count, pulls.byteOffset, 4 * rows, lines, this.#lineAt(at), sums.byteOffset)
  }

  add(at: number, lines: number, count: number): void {
    const { rows, scores, moved, steps } = this.#arrays
    for (let n = 0; n < lines; n++) moved[n] = scores.byteOffset + 4 * rows * moved[n]
    this.#exports.add(count, this.#lineAt(at), moved.byteOffset, steps.byteOffset, lines)
  }

  exchange(at: number, by: number, lines: number, count: number): void {
    const { rows, scores, moved, steps } = this.#arrays
    for (let n = 0; n < lines; n++) moved[n] = scores.byteOffset + 4 * rows * moved[n]
    const { byteOffset } = moved
    this.#exports.exchange(count, this.#lineAt(at), this.#lineAt(by), byteOffset, steps.byteOffset, lines)
  }

  mirror(first: number, columns: number, count: number): void {
    const { rows, matrix } = this.#arrays
    this.#exports.mirror(count, matrix.byteOffset, 4 * rows, first, columns)
  }

  #lineAt(at: number): number {
    const { rows, matrix } = this.#arrays
    return matrix.byteOffset + 4 * rows * at
  }
}
