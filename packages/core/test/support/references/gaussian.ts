import { normalQuantile } from '../../../src/internals.js'
import { dot, identity, inverse, outer, plus, sum, times, type Vector, zeros } from '../vectors.js'
import { binaryReference, type Reference } from './reference.js'

const hinge = (y: number, p: number): number => Math.max(0, 1 - y * p)

/** AROW with the whole matrix, which is inverted again at every update: Σ⁻¹ ← Σ⁻¹ + xxᵀ/r. */
export const arow = (dimension: number, r: number): Reference => {
  let precision = identity(dimension)
  let mean = zeros(dimension)
  return binaryReference(
    (x) => dot(mean, x),
    (x, y, p) => {
      if (dot(x, x) === 0 || hinge(y, p) === 0) return false
      const covariance = inverse(precision)
      const beta = 1 / (dot(x, times(covariance, x)) + r)
      mean = plus(mean, times(covariance, x), hinge(y, p) * beta * y)
      precision = sum(precision, outer(x, x), 1 / r)
      return true
    },
    (x) => ({ variance: dot(x, times(inverse(precision), x)) }),
  )
}

/** SOAL's update with the whole matrix: Σ first, then μ with the new Σ. */
export const soal = (dimension: number, stepSize: number, gamma: number): Reference => {
  let precision = identity(dimension)
  let mean = zeros(dimension)
  return binaryReference(
    (x) => dot(mean, x),
    (x, y, p) => {
      if (dot(x, x) === 0 || hinge(y, p) === 0) return false
      precision = sum(precision, outer(x, x), 1 / gamma)
      mean = plus(mean, times(inverse(precision), x), stepSize * y)
      return true
    },
    (x) => ({ variance: dot(x, times(inverse(precision), x)) }),
  )
}

/** What the diagonal learners know. */
interface DiagonalGaussian {
  readonly mean: number[]
  readonly variances: number[]
}

const diagonal = (
  dimension: number,
  update: (model: DiagonalGaussian, x: Vector, y: number, p: number, v: number) => boolean,
): Reference => {
  const model = { mean: zeros(dimension), variances: new Array<number>(dimension).fill(1) }
  const variance = (x: Vector): number =>
    x.reduce((total, value, i) => total + model.variances[i] * value ** 2, 0)
  return binaryReference(
    (x) => dot(model.mean, x),
    (x, y, p) => dot(x, x) > 0 && update(model, x, y, p, variance(x)),
    (x) => ({ variance: variance(x) }),
  )
}

export const arowDiagonal = (dimension: number, r: number): Reference =>
  diagonal(dimension, ({ mean, variances }, x, y, p, v) => {
    const loss = hinge(y, p)
    if (loss === 0) return false
    const beta = 1 / (v + r)
    for (const [i, value] of x.entries()) {
      mean[i] += loss * beta * y * variances[i] * value
      variances[i] -= beta * variances[i] ** 2 * value ** 2
    }
    return true
  })

export const soalDiagonal = (dimension: number, stepSize: number, gamma: number): Reference =>
  diagonal(dimension, ({ mean, variances }, x, y, p, v) => {
    if (hinge(y, p) === 0) return false
    for (const [i, value] of x.entries()) variances[i] -= (variances[i] ** 2 * value ** 2) / (gamma + v)
    for (const [i, value] of x.entries()) mean[i] += stepSize * y * variances[i] * value
    return true
  })

export const confidenceWeightedDiagonal = (dimension: number, confidence: number): Reference => {
  const φ = normalQuantile(confidence)
  const ψ = 1 + φ ** 2 / 2
  const ζ = 1 + φ ** 2
  return diagonal(dimension, ({ mean, variances }, x, y, p, v) => {
    const m = y * p
    const α = Math.max(0, (-m * ψ + Math.sqrt((m ** 2 * φ ** 4) / 4 + v * φ ** 2 * ζ)) / (v * ζ))
    if (α === 0) return false
    const u = (-α * v * φ + Math.sqrt(α ** 2 * v ** 2 * φ ** 2 + 4 * v)) ** 2 / 4
    const β = (α * φ) / (Math.sqrt(u) + v * α * φ)
    for (const [i, value] of x.entries()) {
      mean[i] += α * y * variances[i] * value
      variances[i] -= β * variances[i] ** 2 * value ** 2
    }
    return true
  })
}
