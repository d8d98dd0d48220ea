import { KERNEL_WASM } from '../../kernels.generated.js'
import { newInstance } from '../../wasm.js'
import { PlainOperations } from './plain.js'
import { type Exports, SimdOperations } from './simd.js'

/** Numbers of rows are rounded up to this. */
export const BLOCK = 8

/**
 * How much fits: rows, slots of features, and lines of scores (one for two classes, else one per class). A memory that only
 * predicts has no kernel of every two rows.
 */
export interface Size {
  readonly rows: number
  readonly slots: number
  readonly lines: number
  readonly predicts?: boolean
}

/** The arrays of the member over the rows it stores, all in one buffer. */
export interface Arrays extends Size {
  readonly buffer: ArrayBuffer
  /** k of every two rows, unless it only predicts, and one more line for a row that is not stored. */
  readonly matrix: Float32Array
  /** By slot: the values of all rows. */
  readonly columns: Float32Array
  /** ‖u‖². */
  readonly squares: Float32Array
  /** By line: the signed sum of steps of every row, and its score. Both are in single precision, as the kernel is. */
  readonly pulls: Float32Array
  readonly scores: Float32Array
  /** The results of `products`. */
  readonly sums: Float32Array
  /** For `add`: some lines, and a step for each. */
  readonly moved: Int32Array
  readonly steps: Float32Array
  /** The entries of the row to compare. */
  readonly addresses: Int32Array
  readonly values: Float32Array
}

/** What takes time. `at` is a line of the matrix; `count` the number of rows, rounded up to whole blocks. */
export interface Operations {
  /** Computes a line of the matrix from the first `entries` entries of a row with ‖u‖² = `square`. */
  line(at: number, entries: number, square: number, count: number): void
  /** Σ_j pulls[c][j]·k[j] of every line c, written to `sums`. */
  products(at: number, count: number): void
  /** scores[c][j] ← scores[c][j] + step·k[j] for all rows j and the first lines c of `moved`, which is overwritten. */
  add(at: number, lines: number, count: number): void
  /**
   * The same for a line that takes the place of another one: scores[c][j] ← scores[c][j] − step·k[j] + step·k′[j] with its k′. The
   * first lines c of `moved` are overwritten.
   */
  exchange(at: number, by: number, lines: number, count: number): void
  /** Copies lines of the matrix to the columns: `columns` of them, a multiple of four, from `first` on. */
  mirror(first: number, columns: number, count: number): void
}

export interface KernelMemory {
  readonly arrays: Arrays
  readonly operations: Operations
}

/** Below this many rows a WebAssembly instance is not worth its memory. */
const FEW_ROWS = 32

/**
 * Memory filled with zeros, in WebAssembly if the host supports it and there are many rows, otherwise (or on request) in
 * TypeScript. The choice changes the speed, not the results.
 */
export const newMemory = (size: Size, kind: 'fastest' | 'plain' | 'simd' = 'fastest'): KernelMemory => {
  const bytes = bytesFor(size)
  if (kind === 'simd' || (kind === 'fastest' && size.rows > FEW_ROWS))
    try {
      const { exports, buffer } = newInstance<Exports>(KERNEL_WASM, bytes)
      const arrays = arraysOn(buffer, size)
      return { arrays, operations: new SimdOperations(arrays, exports) }
    } catch {
      // No WebAssembly, no SIMD, or no memory for an instance.
    }
  const arrays = arraysOn(new ArrayBuffer(bytes), size)
  return { arrays, operations: new PlainOperations(arrays) }
}

/** Lines of so many rows or more have a few more, so that those below each other do not share the same few places of a cache. */
const MANY_ROWS = 512
const MORE_ROWS = 16

/** The rows of a memory that has room for more. */
export const rowsAfter = (rows: number): number => {
  const next = 2 * (rows > MANY_ROWS ? rows - MORE_ROWS : rows)
  return next < MANY_ROWS ? next : next + MORE_ROWS
}

const bytesFor = (size: Size): number => {
  const { rows, slots, lines } = size
  const numbers = rows * (spareLine(size) + 1 + slots + 1 + 2 * lines) + 2 * wholly(lines) + 2 * slots + lines
  return Math.ceil(numbers / 2) * 8
}

/** The line of the matrix for a row that is not stored. */
export const spareLine = ({ rows, predicts = false }: Size): number => (predicts ? 0 : rows)

/** Numbers in whole cache lines of 64 bytes. */
const wholly = (count: number): number => 16 * Math.ceil(count / 16)

const arraysOn = (buffer: ArrayBuffer, size: Size): Arrays => {
  const { rows, slots, lines } = size
  let at = 0
  const singles = (length: number): Float32Array => {
    const array = new Float32Array(buffer, at, length)
    at += array.byteLength
    return array
  }
  const pulls = singles(lines * rows)
  const scores = singles(lines * rows)
  const sums = singles(wholly(lines))
  const steps = singles(wholly(lines))
  const matrix = singles(rows * (spareLine(size) + 1))
  const columns = singles(slots * rows)
  const squares = singles(rows)
  const values = singles(slots)
  const addresses = new Int32Array(buffer, at, slots)
  const moved = new Int32Array(buffer, at + addresses.byteLength, lines)
  return { ...size, buffer, matrix, columns, squares, pulls, scores, sums, steps, addresses, values, moved }
}
