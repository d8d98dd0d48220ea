import type { Arrays, Operations } from './memory.js'

const { fround } = Math

/** Added and subtracted again, it leaves the nearest whole number (of two, the even one). */
const WHOLE = 12582912
/** exp(−2d) = 2^(−RATE·d). */
const RATE = fround(2 * Math.LOG2E)
const MAX_EXPONENT = 60
const HALVES = Float32Array.from({ length: MAX_EXPONENT + 1 }, (_, n) => 2 ** -n)
/** The fifth power of anything smaller would be subnormal, which is slow and below all rounding. */
const SMALLEST = 2 ** -24
const INTERCEPT = fround(0.09)
/** k of a row and itself. */
export const SAME = fround(1 + INTERCEPT)

/**
 * k(u, u′) = ½e + ½e⁵ + 0.09, e = exp(−2‖u − u′‖²), in single precision, from u·u′ and ‖u‖² + ‖u′‖². 2^(−y) is a power of two times a
 * polynomial that is nearest to 2^(−r) for |r| ≤ ½ (to 1·10⁻⁷). `Math.exp` would be slower and may differ from host to host.
 */
export const kernelOf = (product: number, squares: number): number => {
  const d = Math.max(0, fround(squares - fround(2 * product)))
  const y = Math.min(MAX_EXPONENT, fround(d * RATE))
  const n = fround(fround(y + WHOLE) - WHOLE)
  const r = fround(y - n)
  let p = fround(0.009671698324382305 + fround(r * -0.0013218672247603536))
  p = fround(-0.05550893023610115 + fround(r * p))
  p = fround(0.24022237956523895 + fround(r * p))
  p = fround(-0.6931468844413757 + fround(r * p))
  p = fround(1 + fround(r * p))
  const e = fround(p * HALVES[n])
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
    const s = new Float64Array(8)
    for (let c = 0; c < lines; c++) {
      s.fill(0)
      for (let j = 0; j < count; j++) s[j & 7] += pulls[c * rows + j] * matrix[line + j]
      sums[c] = s[0] + s[4] + (s[2] + s[6]) + (s[1] + s[5] + (s[3] + s[7]))
    }
  }

  add(at: number, lines: number, count: number): void {
    const { rows, matrix, scores, moved, steps } = this.#arrays
    const line = at * rows
    for (let n = 0; n < lines; n++) {
      const from = moved[n] * rows
      const step = steps[n]
      for (let j = 0; j < count; j++) scores[from + j] += step * matrix[line + j]
    }
  }

  exchange(at: number, by: number, lines: number, count: number): void {
    const { rows, matrix, scores, moved, steps } = this.#arrays
    const before = at * rows
    const line = by * rows
    for (let n = 0; n < lines; n++) {
      const from = moved[n] * rows
      const step = steps[n]
      for (let j = 0; j < count; j++)
        scores[from + j] = scores[from + j] - step * matrix[before + j] + step * matrix[line + j]
    }
    matrix.copyWithin(before, line, line + count)
  }

  mirror(first: number, columns: number, count: number): void {
    const { rows, matrix } = this.#arrays
    for (let j = 0; j < count; j++)
      for (let p = first; p < first + columns; p++) matrix[j * rows + p] = matrix[p * rows + j]
  }
}
