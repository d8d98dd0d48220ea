import type { Row } from '../rows/row.js'
import { enlarged } from '../rows/table.js'
import { checkedDimension, triangleDimension, triangleSize } from './dimension.js'
import type { SymmetricMatrix } from './matrix.js'
import { isDense, spread, unitRow } from './operand.js'

/** A symmetric matrix in plain TypeScript: the lower triangle, row behind row, so that growing only appends. */
export class PlainMatrix implements SymmetricMatrix {
  #dimension = 0
  /** What lies behind the triangle is zero. */
  #cells = new Float64Array(0)
  #product = new Float64Array(0)
  #dense = new Float64Array(0)

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
    for (let i = before; i < dimension; i++) this.#cells[triangleSize(i) + i] = diagonal
  }

  multiply(x: Row): void {
    if (isDense(x, this.#dimension)) this.#multiplyDense(x)
    else this.#multiplySparse(x)
  }

  /** Row by row, each cell used for its row and for its column. */
  #multiplyDense(x: Row): void {
    const cells = this.#cells
    const product = this.#product
    const dense = this.#dense
    spread(x, dense)
    let cell = 0
    for (let i = 0; i < dense.length; i++) {
      const own = dense[i]
      let sum = 0
      for (let j = 0; j < i; j++, cell++) {
        sum += dense[j] * cells[cell]
        product[j] += own * cells[cell]
      }
      product[i] = sum + own * cells[cell++]
    }
  }

  /** Entry by entry: row j up to the diagonal, then down column j. */
  #multiplySparse(x: Row): void {
    const { index, value, start, end } = x
    const cells = this.#cells
    const product = this.#product
    product.fill(0)
    for (let k = start; k < end; k++) {
      const j = index[k]
      const own = value[k]
      let cell = triangleSize(j)
      for (let i = 0; i <= j; i++, cell++) product[i] += own * cells[cell]
      cell += j
      for (let i = j + 1; i < product.length; cell += ++i) product[i] += own * cells[cell]
    }
  }

  downdate(scale: number, shift: number): void {
    const cells = this.#cells
    const product = this.#product
    let cell = 0
    for (let i = 0; i < product.length; i++) {
      if (shift !== 0) cells[cell + i] += shift
      const own = scale * product[i]
      for (let j = 0; j <= i; j++, cell++) cells[cell] -= own * product[j]
    }
  }

  column(j: number): void {
    this.multiply(unitRow(j))
  }

  remove(j: number): void {
    const cells = this.#cells
    let to = triangleSize(j)
    let from = triangleSize(j + 1)
    for (let i = j + 1; i < this.#dimension; i++) {
      for (let k = 0; k <= i; k++, from++) if (k !== j) cells[to++] = cells[from]
    }
    cells.fill(0, to, from)
    this.#product.copyWithin(j, j + 1)
    this.#resize(this.#dimension - 1)
  }

  save(): Float64Array {
    return this.#cells.slice(0, triangleSize(this.#dimension))
  }

  load(triangle: Float64Array): void {
    const dimension = triangleDimension(triangle)
    this.#cells.fill(0)
    this.#resize(dimension)
    this.#cells.set(triangle)
    this.#product.fill(0)
  }

  #resize(dimension: number): void {
    this.#dimension = dimension
    this.#cells = enlarged(this.#cells, triangleSize(dimension))
    const product = new Float64Array(dimension)
    product.set(this.#product.subarray(0, dimension))
    this.#product = product
    this.#dense = new Float64Array(dimension)
  }
}
