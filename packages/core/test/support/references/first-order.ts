import { dot, plus, scaled, type Vector, zeros } from '../vectors.js'
import { binaryReference, type Reference, sign } from './reference.js'

/** What an update makes of w; undefined when it leaves it. */
type Update = (w: Vector, x: Vector, y: number, p: number) => Vector | undefined

/** A weight vector and how a label changes it. A row of zeros never does. */
const linear = (dimension: number, update: Update): Reference => {
  let w: Vector = zeros(dimension)
  return binaryReference(
    (x) => dot(w, x),
    (x, y, p) => {
      const next = dot(x, x) > 0 ? update(w, x, y, p) : undefined
      w = next ?? w
      return next !== undefined
    },
    (x) => ({ normSq: dot(x, x) }),
  )
}

const hinge = (y: number, p: number): number => Math.max(0, 1 - y * p)

export const perceptron = (dimension: number): Reference =>
  linear(dimension, (w, x, y, p) => (sign(p) !== y ? plus(w, x, y) : undefined))

export const shiftingPerceptron = (dimension: number, shift: number): Reference => {
  let mistakes = 0
  return linear(dimension, (w, x, y, p) => {
    if (sign(p) === y) return undefined
    const fade = shift / (shift + mistakes)
    mistakes++
    return plus(scaled(w, 1 - fade), x, y)
  })
}

export const modifiedPerceptron = (dimension: number): Reference => {
  let started = false
  return linear(dimension, (w, x, y, p) => {
    const unit = scaled(x, 1 / Math.sqrt(dot(x, x)))
    if (!started) {
      started = true
      return scaled(unit, y)
    }
    return sign(p) !== y && p !== 0 ? plus(w, unit, -dot(w, unit)) : undefined
  })
}

export const passiveAggressive = (dimension: number): Reference =>
  linear(dimension, (w, x, y, p) => {
    const loss = hinge(y, p)
    return loss > 0 ? plus(w, x, (loss / dot(x, x)) * y) : undefined
  })

export const passiveAggressive1 = (dimension: number, C: number): Reference =>
  linear(dimension, (w, x, y, p) => {
    const loss = hinge(y, p)
    return loss > 0 ? plus(w, x, Math.min(C, loss / dot(x, x)) * y) : undefined
  })

export const passiveAggressive2 = (dimension: number, C: number): Reference =>
  linear(dimension, (w, x, y, p) => {
    const loss = hinge(y, p)
    return loss > 0 ? plus(w, x, (loss / (dot(x, x) + 1 / (2 * C))) * y) : undefined
  })

export const costSensitive = (dimension: number, rho: number, C: number): Reference =>
  linear(dimension, (w, x, y, p) => {
    const loss = Math.max(0, (y > 0 ? rho : 1) - y * p)
    return loss > 0 ? plus(w, x, Math.min(C, loss / dot(x, x)) * y) : undefined
  })

export const predictionBased = (dimension: number, rho: number, C: number): Reference =>
  linear(dimension, (w, x, y, p) => {
    if (sign(p) === y) return undefined
    const loss = Math.abs(p) + Math.sqrt(y > 0 ? rho : 1)
    return plus(w, x, Math.min(C, loss / dot(x, x)) * y)
  })

export const unevenMargins = (
  dimension: number,
  marginPositive: number,
  marginNegative: number,
  stepSize: number,
): Reference =>
  linear(dimension, (w, x, y, p) =>
    y * p <= (y > 0 ? marginPositive : marginNegative) ? plus(w, x, stepSize * y) : undefined,
  )
