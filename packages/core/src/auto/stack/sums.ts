import { STACK_WASM } from '../../kernels.generated.js'
import { newInstance } from '../../wasm.js'
import { powerOfHalf } from '../power-of-half.js'

/** Answers and the scores before each: for every input of the stack a line with all classes. */
export interface Answers {
  count: number
  readonly inputs: number
  classes: number
  scores: Float64Array
  readonly labels: Int32Array
}

/** What a Newton step needs: the slopes, and the derivatives that the answers are added to. Of the Hessian only the lower triangle. */
export interface Derivatives {
  readonly slopes: Float64Array
  readonly gradient: Float64Array
  readonly hessian: Float64Array
}

/** Adds the derivatives of −log p(y) of all answers. */
type AddAnswers = (answers: Answers, to: Derivatives) => void

const { fround } = Math
/** exp(−d) = 2^(−RATE·d). */
const RATE = fround(Math.LOG2E)

/** exp(−d) for d ≥ 0. */
const expOfMinus = (d: number): number => powerOfHalf(fround(fround(d) * RATE))

/** By input and by class, for one answer at a time. */
let mean = new Float64Array(8)
let p = new Float64Array(32)

/** In plain TypeScript, in the same order as in WebAssembly. */
export const addPlain: AddAnswers = (answers, to) => {
  const { count, inputs, classes } = answers
  if (mean.length < inputs) mean = new Float64Array(inputs)
  if (p.length < classes) p = new Float64Array(classes)
  if (classes === 2) addBinary(answers, to, mean)
  else for (let i = 0; i < count; i++) addOne(answers, to, i, mean, p)
}

const addOne = (
  { inputs, classes, scores, labels }: Answers,
  { slopes, gradient, hessian }: Derivatives,
  i: number,
  mean: Float64Array,
  p: Float64Array,
): void => {
  const from = i * inputs * classes
  let most = Number.NEGATIVE_INFINITY
  for (let c = 0; c < classes; c++) {
    let sum = 0
    for (let a = 0; a < inputs; a++) sum += slopes[a] * scores[from + a * classes + c]
    p[c] = sum
    if (sum > most) most = sum
  }
  let total = 0
  for (let c = 0; c < classes; c++) {
    p[c] = expOfMinus(most - p[c])
    total += p[c]
  }
  mean.fill(0)
  const inverse = 1 / total
  for (let c = 0; c < classes; c++) {
    p[c] *= inverse
    for (let a = 0; a < inputs; a++) mean[a] += p[c] * scores[from + a * classes + c]
  }
  for (let a = 0; a < inputs; a++) gradient[a] += mean[a] - scores[from + a * classes + labels[i]]
  for (let c = 0; c < classes; c++) {
    // Skip negligible probabilities.
    if (p[c] <= 1e-4) continue
    for (let a = 0; a < inputs; a++) {
      const da = p[c] * (scores[from + a * classes + c] - mean[a])
      for (let b = 0; b <= a; b++) hessian[a * inputs + b] += da * (scores[from + b * classes + c] - mean[b])
    }
  }
}

/** The same for all answers of two classes, where only the difference of the scores counts. */
const addBinary = (
  { count, inputs, scores, labels }: Answers,
  { slopes, gradient, hessian }: Derivatives,
  differences: Float64Array,
): void => {
  for (let i = 0; i < count; i++) {
    const from = 2 * i * inputs
    let odds = 0
    for (let a = 0; a < inputs; a++) {
      const difference = scores[from + 2 * a + 1] - scores[from + 2 * a]
      differences[a] = difference
      odds += slopes[a] * difference
    }
    const e = expOfMinus(Math.abs(odds))
    const chance = (odds < 0 ? e : 1) / (1 + e)
    const error = chance - labels[i]
    const variance = chance * (1 - chance)
    for (let a = 0; a < inputs; a++) {
      gradient[a] += error * differences[a]
      const da = variance * differences[a]
      for (let b = 0; b <= a; b++) hessian[a * inputs + b] += da * differences[b]
    }
  }
}

interface Exports {
  addAnswers(
    count: number,
    inputs: number,
    classes: number,
    scores: number,
    labels: number,
    slopes: number,
    gradient: number,
    hessian: number,
    scratch: number,
  ): void
  addBinary(
    count: number,
    inputs: number,
    scores: number,
    labels: number,
    slopes: number,
    gradient: number,
    hessian: number,
    scratch: number,
  ): void
}

/** With fewer scores, copying them takes longer than the sums; more than this many bytes are not kept for all stacks. */
const FEW_SCORES = 32
const MOST_BYTES = 8 << 20

/** One instance serves all stacks; the answers are copied to it. Undefined while there is none, null if the host cannot have one. */
let shared:
  | { readonly exports: Exports; readonly floats: Float64Array; readonly integers: Int32Array }
  | null
  | undefined

const sharedFor = (numbers: number): typeof shared => {
  if (shared === null || (shared && shared.floats.length >= numbers)) return shared
  try {
    const { exports, buffer } = newInstance<Exports>(STACK_WASM, 16 * numbers)
    shared = { exports, floats: new Float64Array(buffer), integers: new Int32Array(buffer) }
  } catch {
    // No WebAssembly, no SIMD, or no memory for an instance.
    shared = null
  }
  return shared
}

/** In WebAssembly; false if that is not possible. */
export const addSimd = (answers: Answers, { slopes, gradient, hessian }: Derivatives): boolean => {
  const { count, inputs, classes, scores, labels } = answers
  const width = inputs * classes
  // Inputs come in pairs there.
  const even = inputs + (inputs % 2)
  const gradientAt = even
  const hessianAt = 2 * even
  const scratchAt = hessianAt + inputs * even
  // For two classes a probability of every answer, for more those of one answer.
  const labelsAt = scratchAt + (classes === 2 ? even + count + (count % 2) : 2 * even + classes + 3)
  const scoresAt = labelsAt + ((count + 1) >> 1)
  const numbers = scoresAt + count * width
  if (8 * numbers > MOST_BYTES) return false
  const memory = sharedFor(numbers)
  if (!memory) return false
  const { exports, floats, integers } = memory
  for (let a = 0; a < inputs; a++) {
    floats[a] = slopes[a]
    floats[gradientAt + a] = gradient[a]
    for (let b = 0; b <= a; b++) floats[hessianAt + a * even + b] = hessian[a * inputs + b]
  }
  for (let i = 0; i < count; i++) integers[2 * labelsAt + i] = labels[i]
  floats.set(scores.subarray(0, count * width), scoresAt)
  const from = 8 * scoresAt
  const own = 8 * labelsAt
  const g = 8 * gradientAt
  const h = 8 * hessianAt
  const scratch = 8 * scratchAt
  if (classes === 2) exports.addBinary(count, inputs, from, own, 0, g, h, scratch)
  else exports.addAnswers(count, inputs, classes, from, own, 0, g, h, scratch)
  for (let a = 0; a < inputs; a++) {
    gradient[a] = floats[gradientAt + a]
    for (let b = 0; b <= a; b++) hessian[a * inputs + b] = floats[hessianAt + a * even + b]
  }
  return true
}

/** In WebAssembly if the host supports it and there are enough answers. The choice changes the speed, not the results. */
export const addAnswers: AddAnswers = (answers, to) => {
  const isWorthIt = answers.count * answers.classes >= FEW_SCORES
  if (!isWorthIt || !addSimd(answers, to)) addPlain(answers, to)
}
