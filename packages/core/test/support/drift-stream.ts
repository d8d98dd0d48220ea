import { PlattScaling } from '../../src/calibration/platt.js'
import { denseRow, learners, Random } from '../../src/internals.js'

/** What changes half-way: nothing, all labels, the concept (at once or over a quarter of the stream), or the rows. */
export type Change = 'none' | 'flip' | 'concept' | 'gradual' | 'nearer'

export interface DriftStream {
  readonly seed: number
  readonly learner: keyof typeof learners
  readonly change: Change
  /** The share of labels that are wrong. */
  readonly noise: number
  /** Whether the budget changes its mind about the rate. */
  readonly moving?: boolean
}

export interface Answer {
  readonly item: number
  readonly wrong: boolean
  readonly probability: number
  readonly confidence: number
}

interface Recording {
  readonly answers: readonly Answer[]
  readonly margins: Float64Array
  /** Confidence, and whether right, for every item; nobody but a simulation knows it. */
  readonly confidences: Float64Array
  readonly right: Uint8Array
}

export const ITEMS = 20000
export const HALF = ITEMS / 2
const FEATURES = 20
const AUDIT = 0.005

/** Two directions at a right angle. */
const directions = (random: Random): readonly [Float64Array, Float64Array] => {
  const unit = (vector: Float64Array) => {
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
  const drawn = () => unit(Float64Array.from({ length: FEATURES }, () => random.normal()))
  const old = drawn()
  const other = drawn()
  const along = other.reduce((sum, value, j) => sum + value * old[j], 0)
  return [old, unit(other.map((value, j) => value - along * old[j]))]
}

const angleAt = (change: Change, t: number): number => {
  if (t < HALF) return 0
  if (change === 'flip') return Math.PI
  if (change === 'concept') return Math.PI / 2
  return change === 'gradual' ? (Math.min(1, (t - HALF) / (ITEMS / 4)) * Math.PI) / 2 : 0
}

const rateAt = (moving: boolean, t: number): number =>
  moving ? [0.02, 0.1, 0.03, 0.08, 0.02][Math.floor((5 * t) / ITEMS)] : 0.05

/** A learner asks about one item in 20 or so, near its boundary, answers at once, and is calibrated as it goes. */
export const record = ({ seed, learner: name, change, noise, moving = false }: DriftStream): Recording => {
  const random = new Random(seed, 'drift')
  const [old, other] = directions(random)
  const declared = learners[name]
  const parameters = Object.fromEntries(declared.parameters.map((given) => [given.name, given.default]))
  const form = declared.forms.includes('diagonal') ? 'diagonal' : declared.forms[0]
  const learner = declared.build(parameters, { form, seed: 0 })
  const platt = new PlattScaling()
  const answers: Answer[] = []
  const margins = new Float64Array(ITEMS)
  const confidences = new Float64Array(ITEMS)
  const right = new Uint8Array(ITEMS)
  const x = new Float64Array(FEATURES + 1)
  x[FEATURES] = 0.3
  let dial = 1
  for (let t = 0; t < ITEMS; t++) {
    const angle = angleAt(change, t)
    let across = 0
    for (let j = 0; j < FEATURES; j++) {
      x[j] = random.normal()
      across += x[j] * old[j]
    }
    if (change === 'nearer' && t >= HALF) for (let j = 0; j < FEATURES; j++) x[j] -= 0.7 * across * old[j]
    let truth = 0
    for (let j = 0; j < FEATURES; j++) truth += x[j] * (Math.cos(angle) * old[j] + Math.sin(angle) * other[j])
    const label = truth > 0 !== random.uniform() < noise ? 1 : 0
    const row = denseRow(x)
    learner.read(row)
    const { score, margin, predicted } = learner.reading
    margins[t] = margin
    right[t] = predicted === label ? 1 : 0
    const confidence = predicted === 1 ? platt.probability(score) : 1 - platt.probability(score)
    confidences[t] = confidence
    const probability = AUDIT + ((1 - AUDIT) * dial) / (dial + margin)
    const rate = rateAt(moving, t)
    dial *= Math.exp((0.01 * (rate - probability)) / rate)
    if (random.uniform() >= probability) continue
    answers.push({ item: t, wrong: predicted !== label, probability, confidence })
    platt.add([score], label, probability)
    learner.learn(row, label)
  }
  return { answers, margins, confidences, right }
}
