import { createMatrix } from '../matrix/create.js'
import type { SymmetricMatrix } from '../matrix/matrix.js'
import { emptyRow, knownEnd, type Row } from '../rows/row.js'

/** A symmetric matrix over features of which more may appear at any time. Reading a row never makes it grow. */
export class GrowingMatrix {
  readonly matrix: SymmetricMatrix = createMatrix()
  readonly #known = emptyRow()

  get dimension(): number {
    return this.matrix.dimension
  }

  /** product ← M x over the features that are known; returns where the unknown ones begin. */
  multiply(x: Row): number {
    const known = this.#known
    known.index = x.index
    known.value = x.value
    known.start = x.start
    known.end = knownEnd(x, this.dimension)
    this.matrix.multiply(known)
    return known.end
  }

  /**
   * Takes in the row's unknown features before it is learned: `diagonal` is their part of the matrix, `factor`·xᵢ
   * their part of the product that `multiply` left out. True when there were any.
   */
  meet(x: Row, diagonal: number, factor: number): boolean {
    const before = this.dimension
    const dimension = x.index[x.end - 1] + 1
    if (dimension <= before) return false
    this.matrix.grow(dimension, diagonal)
    const { product } = this.matrix
    for (let k = knownEnd(x, before); k < x.end; k++) product[x.index[k]] = factor * x.value[k]
    return true
  }
}
