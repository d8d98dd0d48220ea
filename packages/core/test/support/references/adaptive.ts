import { dot, type Vector, zeros } from '../vectors.js'
import { type Reference, type ReferenceReading, signOf } from './reference.js'

/** One weight vector with a step size for every feature, moved against the gradient g. */
interface AdaptiveVector {
  weights(): Vector
  variance(x: Vector): number
  step(g: Vector): void
}

type MakeVector = (dimension: number, stepSize: number, ridge: number) => AdaptiveVector

/** Σ xᵢ²/Hᵢ with Hᵢ = δ + √(s²ᵢ). */
const varianceBy = (x: Vector, squares: Vector, ridge: number): number =>
  x.reduce((sum, value, i) => sum + value ** 2 / (ridge + Math.sqrt(squares[i])), 0)

export const dualAveragingVector: MakeVector = (dimension, stepSize, ridge) => {
  const squares = zeros(dimension)
  const theta = zeros(dimension)
  return {
    weights: () => theta.map((sum, i) => (-stepSize * sum) / (ridge + Math.sqrt(squares[i]))),
    variance: (x) => varianceBy(x, squares, ridge),
    step(g) {
      for (const [i, own] of g.entries()) {
        squares[i] += own ** 2
        theta[i] += own
      }
    },
  }
}

export const mirrorDescentVector: MakeVector = (dimension, stepSize, ridge) => {
  const squares = zeros(dimension)
  const w = zeros(dimension)
  return {
    weights: () => w,
    variance: (x) => varianceBy(x, squares, ridge),
    step(g) {
      for (const [i, own] of g.entries()) {
        squares[i] += own ** 2
        w[i] -= (stepSize * own) / (ridge + Math.sqrt(squares[i]))
      }
    },
  }
}

export const adaptive = (make: MakeVector, dimension: number, stepSize: number, ridge: number): Reference => {
  const vector = make(dimension, stepSize, ridge)
  const read = (x: Vector): ReferenceReading => ({
    scores: [dot(vector.weights(), x)],
    normSq: dot(x, x),
    variance: vector.variance(x),
  })
  return {
    read,
    learn(x, label) {
      const y = signOf(label)
      if (dot(x, x) === 0 || !(1 - y * read(x).scores[0] > 0)) return false
      vector.step(x.map((value) => -y * value))
      return true
    },
  }
}

/** The first index of the largest number, `without` left out. */
export const largest = (values: Vector, without = -1): number => {
  const rest = values.map((value, i) => (i === without ? Number.NEGATIVE_INFINITY : value))
  return rest.indexOf(Math.max(...rest))
}

export const adaptiveClasses = (
  make: MakeVector,
  classes: number,
  dimension: number,
  stepSize: number,
  ridge: number,
): Reference => {
  const vectors = Array.from({ length: classes }, () => make(dimension, stepSize, ridge))
  const read = (x: Vector): ReferenceReading => {
    const scores = vectors.map((vector) => dot(vector.weights(), x))
    const variances = vectors.map((vector) => vector.variance(x))
    const predicted = largest(scores)
    const variance = variances[predicted] + variances[largest(variances, predicted)]
    return { scores, normSq: dot(x, x), variance }
  }
  return {
    read,
    learn(x, label) {
      const { scores } = read(x)
      const rival = largest(scores, label)
      if (dot(x, x) === 0 || !(1 + scores[rival] - scores[label] > 0)) return false
      vectors[label].step(x.map((value) => -value))
      vectors[rival].step(x)
      return true
    },
  }
}
