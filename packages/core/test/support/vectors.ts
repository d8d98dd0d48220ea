import type { Row } from '../../src/index.js'

/** Plain linear algebra on arrays of numbers, slow and obvious. */
export type Vector = readonly number[]
export type Matrix = readonly Vector[]

export const zeros = (n: number): number[] => new Array<number>(n).fill(0)

export const dot = (a: Vector, b: Vector): number => a.reduce((sum, value, i) => sum + value * b[i], 0)

export const plus = (a: Vector, b: Vector, factor = 1): number[] => a.map((value, i) => value + factor * b[i])

export const scaled = (a: Vector, factor: number): number[] => a.map((value) => factor * value)

/** `factor` on the diagonal of an n × n matrix of zeros. */
export const identity = (n: number, factor = 1): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? factor : 0)))

export const outer = (a: Vector, b: Vector): number[][] => a.map((value) => scaled(b, value))

export const sum = (a: Matrix, b: Matrix, factor = 1): number[][] =>
  a.map((row, i) => plus(row, b[i], factor))

export const times = (matrix: Matrix, x: Vector): number[] => matrix.map((row) => dot(row, x))

/** The inverse by Gauss–Jordan elimination with row exchanges. */
export const inverse = (matrix: Matrix): number[][] => {
  const n = matrix.length
  const work = matrix.map((row, i) => [...row, ...identity(n)[i]])
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let i = column + 1; i < n; i++)
      if (Math.abs(work[i][column]) > Math.abs(work[pivot][column])) pivot = i
    ;[work[column], work[pivot]] = [work[pivot], work[column]]
    work[column] = scaled(work[column], 1 / work[column][column])
    for (let i = 0; i < n; i++) if (i !== column) work[i] = plus(work[i], work[column], -work[i][column])
  }
  return work.map((row) => row.slice(n))
}

/** L with L Lᵀ = matrix (Cholesky); a pivot that is 0 up to rounding leaves a column of zeros. */
export const cholesky = (matrix: Matrix): number[][] => {
  const n = matrix.length
  const lower = identity(n, 0)
  for (let j = 0; j < n; j++) {
    const pivot = matrix[j][j] - dot(lower[j], lower[j])
    if (!(pivot > 1e-14 * matrix[j][j])) continue
    lower[j][j] = Math.sqrt(pivot)
    for (let i = j + 1; i < n; i++) lower[i][j] = (matrix[i][j] - dot(lower[i], lower[j])) / lower[j][j]
  }
  return lower
}

/** The row as a plain vector over the indices 0 … dimension − 1. */
export const vectorOf = (row: Row, dimension: number): number[] => {
  const x = zeros(dimension)
  for (let k = row.start; k < row.end; k++) x[row.index[k]] = row.value[k]
  return x
}
