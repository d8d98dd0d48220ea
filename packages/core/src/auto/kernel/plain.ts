import { powerOfHalf } from '../power-of-half.js'
import type { Arrays, Operations } from './memory.js'

const { fround } = Math

/** exp(−2d) = 2^(−RATE·d). */
const RATE = fround(2 * Math.LOG2E)
/** The fifth power of anything smaller would be subnormal, which is slow and below all rounding. */
const SMALLEST = 2 ** -24
const INTERCEPT = fround(0.09)
/** k of a row and itself. */
export const SAME = fround(1 + INTERCEPT)

/** k(u, u′) = ½e + ½e⁵ + 0.09, e = exp(−2‖u − u′‖²), in single precision, from u·u′ and ‖u‖² + ‖u′‖². */
export const kernelOf = (product: number, squares: number): number => {
  const d = Math.max(0, fround(squares - fround(2 * product)))
  const e = powerOfHalf(fround(d * RATE))
  const g = Math.max(e, SMALLEST)
  const g2 = fround(g * g)
  const g5 = fround(fround(g2 * g2) * g)
  return fround(fround(0.5 * fround(e + g5)) + INTERCEPT)
}

/** The operations in plain TypeScript, in the same order as those in WebAssembly. */
export class PlainOperations implements Operations {
  readonly #arrays: Arrays

  constructor(arrays: Arrays) {
    this.#arrays = arrays
  }

  line(at: number, entries: number, square: number, count: number): void {
    const { rows, matrix, columns, squares, addresses, values } = this.#arrays
    const out = matrix.subarray(at * rows, at * rows + count).fill(0)
    for (let k = 0; k < entries; k++) {
      const from = addresses[k] * rows
      const value = values[k]
      for (let j = 0; j < count; j++) out[j] = out[j] + fround(columns[from + j] * value)
    }
    for (let j = 0; j < count; j++) out[j] = kernelOf(out[j], fround(square + squares[j]))
  }

  products(at: number, count: number): void {
    const { rows, lines, matrix, pulls, sums } = this.#arrays
    const line = at * rows
    const s = new Float32Array(8)
    for (let c = 0; c < lines; c++) {
      s.fill(0)
      for (let j = 0; j < count; j++) s[j & 7] += fround(pulls[c * rows + j] * matrix[line + j])
      for (let n = 0; n < 4; n++) s[n] += s[n + 4]
      sums[c] = fround(s[0] + s[2]) + fround(s[1] + s[3])
    }
  }

  add(at: number, lines: number, count: number): void {
    const { rows, matrix, scores, moved, steps } = this.#arrays
    const line = at * rows
    for (let n = 0; n < lines; n++) {
      const from = moved[n] * rows
      const step = steps[n]
      for (let j = 0; j < count; j++) scores[from + j] += fround(step * matrix[line + j])
    }
  }

  exchange(at: number, by: number, lines: number, count: number): void {
    const { rows, matrix, scores, moved, steps } = this.#arrays
    const before = at * rows
    const line = by * rows
    for (let n = 0; n < lines; n++) {
      const from = moved[n] * rows
      const step = steps[n]
      for (let j = 0; j < count; j++) {
        scores[from + j] -= fround(step * matrix[before + j])
        scores[from + j] += fround(step * matrix[line + j])
      }
    }
    matrix.copyWithin(before, line, line + count)
  }

  mirror(first: number, columns: number, count: number): void {
    const { rows, matrix } = this.#arrays
    for (let j = 0; j < count; j++)
      for (let p = first; p < first + columns; p++) matrix[j * rows + p] = matrix[p * rows + j]
  }
}
