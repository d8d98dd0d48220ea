import { dot, plus, type Vector, zeros } from '../vectors.js'
import { largest } from './adaptive.js'
import type { Reference } from './reference.js'

/** How far the true class moves towards x and `against` away from it; a step of 0 is no update. */
type Step = (
  scores: Vector,
  label: number,
  normSq: number,
) => { readonly step: number; readonly against: number }

/** One weight vector per class. */
const weightsPerClass = (classes: number, dimension: number, rule: Step): Reference => {
  const w: Vector[] = Array.from({ length: classes }, () => zeros(dimension))
  const scoresOf = (x: Vector): Vector => w.map((own) => dot(own, x))
  return {
    read: (x) => ({ scores: scoresOf(x), normSq: dot(x, x) }),
    learn(x, label) {
      const normSq = dot(x, x)
      if (normSq === 0) return false
      const { step, against } = rule(scoresOf(x), label, normSq)
      if (step === 0) return false
      w[label] = plus(w[label], x, step)
      w[against] = plus(w[against], x, -step)
      return true
    },
  }
}

export const perceptronClasses = (classes: number, dimension: number): Reference =>
  weightsPerClass(classes, dimension, (scores, label) => {
    const predicted = largest(scores)
    return { step: predicted === label ? 0 : 1, against: predicted }
  })

/** The step from the loss ℓ and ‖x‖². */
type Size = (loss: number, normSq: number) => number

const passiveAggressiveBy = (classes: number, dimension: number, size: Size): Reference =>
  weightsPerClass(classes, dimension, (scores, label, normSq) => {
    const rival = largest(scores, label)
    const loss = Math.max(0, 1 - (scores[label] - scores[rival]))
    return { step: size(loss, normSq), against: rival }
  })

export const passiveAggressiveClasses = (classes: number, dimension: number): Reference =>
  passiveAggressiveBy(classes, dimension, (loss, normSq) => loss / (2 * normSq))

export const passiveAggressive1Classes = (classes: number, dimension: number, C: number): Reference =>
  passiveAggressiveBy(classes, dimension, (loss, normSq) => Math.min(C, loss / (2 * normSq)))

export const passiveAggressive2Classes = (classes: number, dimension: number, C: number): Reference =>
  passiveAggressiveBy(classes, dimension, (loss, normSq) => loss / (2 * normSq + 1 / (2 * C)))
