import { softmax } from '../softmax.js'

/** The prior variances of the scale around 1 and of the offset around 0, as in `quality/recalibration.ts`. */
const SCALE = 0.25
const OFFSET = 1
/** With fewer labels of a class there is too little to learn from. */
const MIN_LABELS = 30
const STEPS = 25
const ENOUGH = 1e-9

/** A scale and an offset of log odds. */
interface Recalibration {
  readonly scale: number
  readonly offset: number
}

/**
 * The factor s and the offset o that make probabilities fit the labels best: p(c) ∝ exp(s·sum(c)), with two classes p = 1/(1 + exp(−s·z − o))
 * for the difference z of their sums. Maximum likelihood with normal priors, s ~ N(1, ¼) and o ~ N(0, 1), by Newton's method, each step
 * at most 1 (J. Platt: Probabilistic outputs for support vector machines. 1999; here the priors replace his smoothed labels). With more
 * classes there is no offset. Nothing changes before every class has 30 labels. `sums` has the sum of every class, row after row.
 *
 * @example
 * recalibration(Float64Array.of(0, 1, 0, -1), [1, 0], 2) // => { scale: 1, offset: 0 }
 */
export const recalibration = (
  sums: Float64Array,
  labels: ArrayLike<number>,
  classes: number,
): Recalibration => {
  const counts = new Int32Array(classes)
  for (let i = 0; i < labels.length; i++) counts[labels[i]]++
  if (counts.some((count) => count < MIN_LABELS)) return { scale: 1, offset: 0 }
  const hasOffset = classes === 2
  const scaled = new Float64Array(classes)
  const p = new Float64Array(classes)
  let scale = 1
  let offset = 0
  for (let step = 0; step < STEPS; step++) {
    let [gs, go] = [(scale - 1) / SCALE, offset / OFFSET]
    let [ss, so, oo] = [1 / SCALE, 0, 1 / OFFSET]
    for (let i = 0; i < labels.length; i++) {
      const from = i * classes
      for (let c = 0; c < classes; c++) scaled[c] = scale * sums[from + c]
      if (hasOffset) scaled[1] += offset
      softmax(scaled, p)
      let mean = 0
      let square = 0
      for (let c = 0; c < classes; c++) {
        mean += p[c] * sums[from + c]
        square += p[c] * sums[from + c] ** 2
      }
      gs += mean - sums[from + labels[i]]
      ss += square - mean * mean
      if (!hasOffset) continue
      go += p[1] - labels[i]
      so += p[0] * p[1] * (sums[from + 1] - sums[from])
      oo += p[0] * p[1]
    }
    // Without an offset, so is 0, and so is its step.
    const determinant = ss * oo - so * so
    const ds = atMostOne((oo * gs - so * go) / determinant)
    const by = atMostOne((ss * go - so * gs) / determinant)
    scale -= ds
    offset -= by
    if (Math.abs(ds) + Math.abs(by) < ENOUGH) break
  }
  // A member is never trusted negatively.
  return { scale: Math.max(MIN_SCALE, scale), offset }
}

const MIN_SCALE = 0.1

const atMostOne = (step: number): number => Math.min(1, Math.max(-1, step))
