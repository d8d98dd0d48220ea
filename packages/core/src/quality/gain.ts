import { normalQuantile } from '../normal.js'
import { floatsIn, numberIn, type State } from '../state/state.js'
import { BINS, binOf, UNKNOWN_CONFIDENCE } from './cells.js'
import { MIN_PROBABILITY } from './table.js'

/** The expected improvement by more labels. */
export interface Gain {
  /** Labels learned so far. */
  readonly labels: number
  /** The number of further labels that `gain` and `upper` are about. */
  readonly per: number
  /** The expected increase of accuracy with the next `per` labels; undefined if it is too early. */
  readonly gain: number | undefined
  /** The upper confidence bound of the increase. */
  readonly upper: number
  /** The confidence level of `upper`. */
  readonly level: number
  /** Whether the error is rising: the stream has changed, and the curve does not predict the value of labels. */
  readonly rising: boolean
  /** More labels are unlikely to help: `upper` is below the threshold, and nothing is rising. */
  readonly stop: boolean
}

export interface GainOptions {
  /** The minimum increase of accuracy that is worth `per` labels. */
  readonly threshold?: number
  readonly per?: number
}

/** Blocks of labels per doubling, and the number of complete ones in the fit: the last factor 4 of labels. */
const PER_DOUBLING = 2
const RECENT = 4
const BLOCKS = 96

/** The minimum number of blocks for a fit, of items per block, and of labels. */
const MIN_BLOCKS = 3
const MIN_ITEMS = 5
const MIN_LABELS = 100

/** For each block and bin of the confidence: items, Σ 1/P, and Σ 1/P over the right and the wrong answers. */
const FIELDS = 4
const WIDTH = FIELDS * BINS

/**
 * When to stop labelling. Learning curves flatten: an error of the form a + b·labels^−c falls ever more slowly even against the
 * logarithm of the labels. So the recent slope bounds future gains, without a fit of a, b and c, which few labels do not determine.
 *
 * Labels are cut into blocks that grow by √2. The height y_b of a block is the mean of 1 − f over all its items, f the recalibrated
 * confidence; a line, error ≈ α + β·log(1 + labels), is fitted through the last blocks with weights √items. Answers correct its slope
 * as far as they can: with β = Σ k_b·y_b, w = 1/P,
 *
 * > γ = Σ_b k_b·(Σ w·(right − f))/n_b, v = Σ_b k_b²·(Σ w·f(1 − f))/n_b², τ² = β² + (ē/4)²,
 * > slope = β − γ·τ²/(τ² + v), sd = √(τ²v/(τ² + v)), gain = −slope·log(1 + per/(1 + labels)),
 *
 * ē the mean of 1 − f over the last 200 items: how far the trend of the confidence is trusted. A rising line counts as flat in the
 * upper bound, because upward noise is no reason to stop.
 *
 * A flat curve of a stream that drifts all the time means that labels keep the error down, not that they are useless:
 * check the drift detectors before acting on `stop`, and call `reset` when they report a change.
 *
 * @example
 * const gain = new GainEstimator()
 * gain.estimate(new Float64Array(12), 0.1).upper // => 1
 */
export class GainEstimator {
  readonly #threshold: number
  readonly #per: number
  #sums: Float64Array = new Float64Array(BLOCKS * WIDTH)
  /** Σ log(1 + labels) over the items of each block. */
  #logs: Float64Array = new Float64Array(BLOCKS)
  #labels = 0

  constructor({ threshold = 0.01, per = 100 }: GainOptions = {}) {
    this.#threshold = threshold
    this.#per = per
  }

  /** Every item: how many labels the model had learned when it predicted, the probability of asking, and the confidence. */
  observe(labels: number, probability: number, confidence = UNKNOWN_CONFIDENCE): void {
    if (labels > this.#labels) this.#labels = labels
    const at = placeOf(labels, confidence)
    this.#sums[at]++
    if (probability >= MIN_PROBABILITY) this.#sums[at + 1] += 1 / probability
    this.#logs[blockOf(labels)] += Math.log(1 + labels)
  }

  /** An answer about an item that was predicted after this many labels. `times` is −1 if it is taken back. */
  answer(
    labels: number,
    isRight: boolean,
    probability: number,
    confidence = UNKNOWN_CONFIDENCE,
    times = 1,
  ): void {
    if (!(probability >= MIN_PROBABILITY)) return
    this.#sums[placeOf(labels, confidence) + (isRight ? 2 : 3)] += times / probability
  }

  /** Forgets the curve, as after a change of the stream. */
  reset(): void {
    this.#sums.fill(0)
    this.#logs.fill(0)
  }

  /** `f` is the recalibrated confidence of each bin, `recent` the mean of 1 − f over the last 200 items. */
  estimate(f: Float64Array, recent: number, level = 0.95): Gain {
    const rest = { labels: this.#labels, per: this.#per, level }
    const line = this.#labels < MIN_LABELS ? undefined : this.#line(f, recent)
    if (!line) return { ...rest, gain: undefined, upper: 1, rising: false, stop: false }
    const z = normalQuantile(level)
    const step = Math.log(1 + this.#per / (1 + this.#labels))
    const rising = line.slope > z * line.error
    const upper = Math.min(1, (Math.max(0, -line.slope) + z * line.error) * step)
    return { ...rest, gain: -line.slope * step, upper, rising, stop: !rising && upper < this.#threshold }
  }

  /** The slope of the recent blocks, and its standard deviation. */
  #line(f: Float64Array, recent: number): { slope: number; error: number } | undefined {
    const last = blockOf(this.#labels)
    const points: Point[] = []
    for (let b = last; b >= 0 && b > last - RECENT - 1; b--) {
      const point = this.#pointOf(b, f)
      if (point.items >= MIN_ITEMS) points.push(point)
    }
    if (points.length < MIN_BLOCKS) return undefined
    const weight = ({ items }: Point): number => Math.sqrt(items)
    const all = points.reduce((sum, point) => sum + weight(point), 0)
    const middle = points.reduce((sum, point) => sum + weight(point) * point.x, 0) / all
    const width = points.reduce((sum, point) => sum + weight(point) * (point.x - middle) ** 2, 0)
    if (!(width > 0)) return undefined
    let [beta, gamma, v] = [0, 0, 0]
    for (const point of points) {
      const k = (weight(point) * (point.x - middle)) / width
      beta += k * point.y
      gamma += k * point.correction
      v += k * k * point.variance
    }
    const trust = beta * beta + (recent / 4) ** 2
    if (!(trust + v > 0)) return { slope: beta, error: 0 }
    return { slope: beta - (gamma * trust) / (trust + v), error: Math.sqrt((trust * v) / (trust + v)) }
  }

  #pointOf(block: number, f: Float64Array): Point {
    let [items, wrong, correction, variance] = [0, 0, 0, 0]
    for (let bin = 0; bin < BINS; bin++) {
      const at = block * WIDTH + bin * FIELDS
      const [n, inverse, right, missed] = this.#sums.subarray(at, at + FIELDS)
      items += n
      wrong += n * (1 - f[bin])
      correction += right * (1 - f[bin]) - missed * f[bin]
      variance += inverse * f[bin] * (1 - f[bin])
    }
    return {
      items,
      x: this.#logs[block] / items,
      y: wrong / items,
      correction: correction / items,
      variance: variance / items ** 2,
    }
  }

  save(): State {
    const used = blockOf(this.#labels) + 1
    return {
      blocks: this.#sums.slice(0, used * WIDTH),
      logs: this.#logs.slice(0, used),
      labels: this.#labels,
    }
  }

  /** Files of older versions have no blocks: the curve starts again. */
  load(state: State): void {
    this.reset()
    this.#labels = numberIn(state, 'labels')
    if (!('blocks' in state)) return
    this.#sums.set(floatsIn(state, 'blocks'))
    this.#logs.set(floatsIn(state, 'logs'))
  }
}

/** A block: the mean log of its labels, its expected error, and how far the answers correct it, with its variance. */
interface Point {
  readonly items: number
  readonly x: number
  readonly y: number
  readonly correction: number
  readonly variance: number
}

const blockOf = (labels: number): number =>
  Math.min(BLOCKS - 1, Math.floor(PER_DOUBLING * Math.log2(1 + labels)))

const placeOf = (labels: number, confidence: number): number =>
  blockOf(labels) * WIDTH + binOf(confidence) * FIELDS
