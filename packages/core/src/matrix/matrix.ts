import type { Row } from '../rows/row.js'

/**
 * A symmetric matrix M that learns by rank-one steps: all that the full-matrix learners need of linear algebra.
 * Two implementations give the same bits: `PlainMatrix` in TypeScript and `SimdMatrix` in WebAssembly.
 */
export interface SymmetricMatrix {
  /** Rows and columns in use. */
  readonly dimension: number

  /** The result of the last `multiply` (entries 0 … dimension − 1 count). Writable; a window, taken anew after any call. */
  readonly product: Float64Array

  /** Adds rows and columns of zeros, with `diagonal` on the new part of the diagonal. Never shrinks. */
  grow(dimension: number, diagonal: number): void

  /** product ← M x. Every index of x is below `dimension`. Each sum runs over x's entries in their order. */
  multiply(x: Row): void

  /** M ← M + shift·I − scale·h hᵀ with h = product. */
  downdate(scale: number, shift: number): void

  /** product ← column j of M. */
  column(j: number): void

  /** Takes out row and column j; the ones behind move up. */
  remove(j: number): void

  /** The lower triangle, row by row: dimension·(dimension + 1)/2 numbers. */
  save(): Float64Array

  /** Becomes the matrix whose lower triangle this is. */
  load(triangle: Float64Array): void
}
