import type { Row } from '../rows/row.js'
import { checkedDimension, triangleDimension, triangleSize } from './dimension.js'
import { type Kernel, newKernel } from './kernel.js'
import type { SymmetricMatrix } from './matrix.js'
import { isDense, spread, unitRow } from './operand.js'

/** Enough for a dimension of 124; memory that is not touched costs nothing. */
const FIRST_CAPACITY = 8192

/** A symmetric matrix in WebAssembly with 128-bit SIMD. How its memory is laid out stands in `assembly/matrix.ts`. */
export class SimdMatrix implements SymmetricMatrix {
  #kernel: Kernel = newKernel(FIRST_CAPACITY)
  /** The cells that fit into the kernel's memory. */
  #capacity = FIRST_CAPACITY
  #dimension = 0
  #product = new Float64Array(0)
  /** Windows on the kernel's memory, for whole strips of rows. What lies beyond the dimension is zero. */
  #cells = new Float64Array(0)
  #x = new Float64Array(0)
  #index = new Int32Array(0)

  get dimension(): number {
    return this.#dimension
  }

  get product(): Float64Array {
    return this.#product
  }

  grow(dimension: number, diagonal: number): void {
    const before = this.#dimension
    if (dimension <= before) return
    this.#resize(checkedDimension(dimension))
    for (let i = before; i < dimension; i++) this.#cells[cellOf(i, i)] = diagonal
  }

  multiply(x: Row): void {
    if (isDense(x, this.#dimension)) {
      spread(x, this.#x)
      this.#kernel.multiplyDense(this.#dimension)
      return
    }
    const { index, value, start, end } = x
    for (let k = start; k < end; k++) {
      this.#index[k - start] = index[k]
      this.#x[k - start] = value[k]
    }
    this.#kernel.multiplySparse(this.#dimension, end - start)
  }

  downdate(scale: number, shift: number): void {
    if (shift !== 0) this.#kernel.shiftDiagonal(this.#dimension, shift)
    this.#kernel.downdate(this.#dimension, scale)
  }

  column(j: number): void {
    this.multiply(unitRow(j))
  }

  remove(j: number): void {
    this.#kernel.remove(this.#dimension, j)
    this.#product.copyWithin(j, j + 1)
    this.#product[this.#dimension - 1] = 0
    this.#resize(this.#dimension - 1)
  }

  save(): Float64Array {
    const triangle = new Float64Array(triangleSize(this.#dimension))
    for (let i = 0, k = 0; i < this.#dimension; i++)
      for (let j = 0; j <= i; j++) triangle[k++] = this.#cells[cellOf(i, j)]
    return triangle
  }

  load(triangle: Float64Array): void {
    const dimension = triangleDimension(triangle)
    this.#cells.fill(0)
    this.#product.fill(0)
    this.#resize(dimension)
    for (let i = 0, k = 0; i < dimension; i++)
      for (let j = 0; j <= i; j++, k++) {
        this.#cells[cellOf(i, j)] = triangle[k]
        // The block on the diagonal is kept whole.
        if (i >> 2 === j >> 2) this.#cells[cellOf(j, i)] = triangle[k]
      }
  }

  #resize(dimension: number): void {
    const rows = (dimension + 3) & ~3
    const cells = cellOf(rows, 0)
    if (cells > this.#capacity) this.#move(Math.max(cells, 1.5 * this.#capacity))
    const { memory, X, INDEX, PRODUCT, CELLS } = this.#kernel
    this.#dimension = dimension
    this.#cells = new Float64Array(memory.buffer, CELLS.value, cells)
    this.#x = new Float64Array(memory.buffer, X.value, rows)
    this.#index = new Int32Array(memory.buffer, INDEX.value, rows)
    this.#product = new Float64Array(memory.buffer, PRODUCT.value, dimension)
  }

  #move(capacity: number): void {
    const kernel = newKernel(capacity)
    new Uint8Array(kernel.memory.buffer).set(new Uint8Array(this.#kernel.memory.buffer))
    this.#kernel = kernel
    this.#capacity = capacity
  }
}

/** Where Mᵢⱼ stands: strips of four rows, cut into tiles of four rows by two columns. */
const cellOf = (i: number, j: number): number => {
  const strip = i >> 2
  return 8 * (strip * (strip + 1) + (j >> 1)) + 2 * (i & 3) + (j & 1)
}
