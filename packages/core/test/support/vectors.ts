import type { Row } from '../../src/internals.js'

/** Plain linear algebra on arrays of numbers, slow and obvious. */
export type Vector = readonly number[]
export type Matrix = readonly Vector[]

export const zeros = (n: number): number[] => new Array<number>(n).fill(0)

export const dot = (a: Vector, b: Vector): number => {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}

export const plus = (a: Vector, b: Vector, factor = 1): number[] => a.map((value, i) => value + factor * b[i])

export const scaled = (a: Vector, factor: number): number[] => a.map((value) => factor * value)

/** `factor` on the diagonal of an n × n matrix of zeros. */
export const identity = (n: number, factor = 1): number[][] =>
  Array.from({ length: n }, (_, i) => zeros(n).with(i, factor))

export const outer = (a: Vector, b: Vector): number[][] => a.map((value) => scaled(b, value))

export const sum = (a: Matrix, b: Matrix, factor = 1): number[][] =>
  a.map((row, i) => plus(row, b[i], factor))

export const times = (matrix: Matrix, x: Vector): number[] => matrix.map((row) => dot(row, x))

/** The inverse by Gauss–Jordan elimination with row exchanges: what turns the matrix into I turns I into the inverse. */
export const inverse = (matrix: Matrix): number[][] => {
  const n = matrix.length
  const unit = identity(n)
  const work = matrix.map((row, i) => [...row, ...unit[i]])
  for (let column = 0; column < n; column++) {
    let best = column
    for (let i = column + 1; i < n; i++)
      if (Math.abs(work[i][column]) > Math.abs(work[best][column])) best = i
    const pivot = work[best]
    work[best] = work[column]
    work[column] = pivot
    const head = pivot[column]
    for (let j = 0; j < 2 * n; j++) pivot[j] /= head
    for (const row of work) {
      const factor = row[column]
      if (row !== pivot && factor !== 0) for (let j = 0; j < 2 * n; j++) row[j] -= factor * pivot[j]
    }
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
