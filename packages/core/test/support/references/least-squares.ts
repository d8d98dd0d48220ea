import { dot, identity, inverse, outer, plus, sum, times, type Vector, zeros } from '../vectors.js'
import { binaryReference, type Reference, sign } from './reference.js'

/** RLS, or SOP when it learns mistakes only, by the inverse of A + xxᵀ; q over every row that was learned. */
export const leastSquares = (dimension: number, ridge: number, mistakesOnly: boolean): Reference => {
  let A = identity(dimension, ridge)
  let b = zeros(dimension)
  const learned: Vector[] = []
  const withRow = (x: Vector) => inverse(sum(A, outer(x, x)))
  return binaryReference(
    (x) => dot(x, times(withRow(x), b)),
    (x, y, p) => {
      if (dot(x, x) === 0 || (mistakesOnly && sign(p) === y)) return false
      A = sum(A, outer(x, x))
      b = plus(b, x, y)
      learned.push(x)
      return true
    },
    (x) => {
      const direction = times(withRow(x), x)
      const q = learned.map((row) => dot(row, direction))
      return {
        normSq: dot(x, x),
        leverage: dot(x, direction),
        reach: Math.sqrt(dot(direction, direction)),
        residualSq: dot(q, q),
      }
    },
  )
}

/** LASEC as figure 1 of Moroshko & Crammer 2014 prints it, with its three inverses. */
export const lasec = (dimension: number, b: number, c: number): Reference => {
  let D = identity(dimension, (b * c) / (c - b))
  let e = zeros(dimension)
  const drifted = () => times(inverse(sum(identity(dimension), D, 1 / c)), e)
  const S = (x: Vector) => sum(inverse(sum(inverse(D), identity(dimension, 1 / c))), outer(x, x))
  return binaryReference(
    (x) => dot(x, times(inverse(S(x)), drifted())),
    (x, y, p) => {
      if (dot(x, x) === 0 || sign(p) === y) return false
      e = plus(drifted(), x, y)
      D = S(x)
      return true
    },
  )
}

/** The diagonal second-order Perceptron: only the diagonal of xxᵀ, in the score too. */
export const leastSquaresDiagonal = (dimension: number, ridge: number): Reference => {
  const A = new Array<number>(dimension).fill(ridge)
  const b = zeros(dimension)
  return binaryReference(
    (x) => x.reduce((total, value, i) => total + (value * b[i]) / (A[i] + value ** 2), 0),
    (x, y, p) => {
      if (dot(x, x) === 0 || sign(p) === y) return false
      for (const [i, value] of x.entries()) {
        A[i] += value ** 2
        b[i] += y * value
      }
      return true
    },
  )
}

/** Diagonal LASEC, eager: every update moves every coordinate, as the paper's matrices do. */
export const lasecDiagonal = (dimension: number, b: number, c: number): Reference => {
  let D = new Array<number>(dimension).fill((b * c) / (c - b))
  let e = zeros(dimension)
  const drifted = () => e.map((value, i) => value / (1 + D[i] / c))
  const S = (x: Vector) => D.map((value, i) => 1 / (1 / value + 1 / c) + x[i] ** 2)
  return binaryReference(
    (x) => {
      const [divisors, sums] = [S(x), drifted()]
      return x.reduce((total, value, i) => total + (value * sums[i]) / divisors[i], 0)
    },
    (x, y, p) => {
      if (dot(x, x) === 0 || sign(p) === y) return false
      const next = S(x)
      e = plus(drifted(), x, y)
      D = next
      return true
    },
  )
}
