import type { Row } from '../rows/row.js'

/** The largest dimension of a full matrix: half of 8192² numbers are 268 MB. */
export const MAX_FULL_DIMENSION = 8192

/**
 * A symmetric matrix M that learns by rank-one steps: all that the full-matrix learners need of linear algebra.
 * Two implementations give the same bits: `PlainMatrix` in TypeScript and `SimdMatrix` in WebAssembly. Both keep one
 * number for Mᵢⱼ and Mⱼᵢ, so M is symmetric to the last bit.
 */
export interface SymmetricMatrix {
  /** Rows and columns in use. */
  readonly dimension: number

  /** The result of the last `multiply`: `dimension` numbers. Writable; get it again after any call. */
  readonly product: Float64Array

  /**
   * Adds rows and columns of zeros, with `diagonal` on the new part of the diagonal. Never shrinks. The product stays,
   * with zeros behind it. Throws `matrix/dimension` beyond `MAX_FULL_DIMENSION`.
   */
  grow(dimension: number, diagonal: number): void

  /** product ← M x. Every index of x is below `dimension`. Each sum runs over x's entries in their order. */
  multiply(x: Row): void

  /** M ← M + shift·I − scale·h hᵀ with h = product, the shift first. */
  downdate(scale: number, shift: number): void

  /** product ← column j of M. */
  column(j: number): void

  /** Takes out row and column j, and the product's entry j; the ones behind move up. */
  remove(j: number): void

  /** The lower triangle, row by row: dimension·(dimension + 1)/2 numbers. */
  save(): Float64Array

  /** Becomes the matrix whose lower triangle this is; the product becomes zero. */
  load(triangle: Float64Array): void
}
