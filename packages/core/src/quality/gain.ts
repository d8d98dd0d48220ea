import { normalQuantile } from '../normal.js'
import { floatsIn, numberIn, type State, stateIn } from '../state/state.js'
import { madeUp } from './interval.js'
import { WeightedTable } from './table.js'

/** The expected improvement by more labels. */
export interface Gain {
  /** Labels learned so far. */
  readonly labels: number
  /**
   * The expected decrease of the error with the next `per` labels; undefined with too few answers.
   */
  readonly gain: number | undefined
  /** The upper confidence bound of the decrease. */
  readonly upper: number
  /** Whether the error is rising: the stream has changed, and the curve does not predict the value of labels. */
  readonly rising: boolean
  /** More labels are unlikely to help: `upper` is below the threshold, and nothing is rising. */
  readonly stop: boolean
}

export interface GainOptions {
  /** The minimum decrease of the error that is worth `per` labels. */
  readonly threshold?: number
  readonly per?: number
}

/** Blocks of labels per doubling, and the number of complete ones in the fit: the last factor 8 of labels. */
const PER_DOUBLING = 2
const RECENT = 6
const BLOCKS = 96

/** The minimum number of blocks for a fit, and of answers per block. */
const MIN_BLOCKS = 4
const MIN_PER_BLOCK = 5

/**
 * When to stop labelling. Learning curves flatten: an error of the form a + b·labels^−c falls ever more slowly even
 * against the logarithm of the labels. So the recent slope bounds future gains, without a fit of a, b and c, which few
 * labels do not determine.
 *
 * Labels are cut into blocks that grow by √2. Each block has an error (weighted by 1/P, as all estimates here) with
 * its variance; a line, error ≈ α + β·log(labels), is fitted through the last six and the incomplete one by weighted
 * least squares, and
 *
 * > gain = −β·log(1 + per/labels).
 *
 * The upper bound takes β one-sidedly, with its standard error multiplied by √(χ²/df) where the points lie farther
 * from the line than their variances allow (R. T. Birge 1932, Physical Review 40, 207–227): a bump in the curve
 * widens it. A rising line counts as flat there, because upward noise is no reason to stop.
 *
 * A flat curve of a stream that drifts all the time means that labels keep the error down, not that they are useless:
 * check the drift detectors before acting on `stop`, and call `reset` when they report a change.
 *
 * @example
 * const gain = new GainEstimator()
 * gain.estimate() // => { labels: 0, gain: undefined, upper: 1, rising: false, stop: false }
 */
export class GainEstimator {
  readonly #threshold: number
  readonly #per: number
  /** Strata are blocks of labels, outcomes right (0) and wrong (1). */
  readonly #table = new WeightedTable(BLOCKS, 2)
  /** Σ log(1 + labels) over the items of each block. */
  #logs: Float64Array = new Float64Array(BLOCKS)
  #labels = 0

  constructor({ threshold = 0.001, per = 100 }: GainOptions = {}) {
    this.#threshold = threshold
    this.#per = per
  }

  /** Every item: how many labels the model had learned when it predicted, and the probability of asking. */
  observe(labels: number, probability: number): void {
    if (labels > this.#labels) this.#labels = labels
    if (!(probability > 0)) return
    const block = blockOf(labels)
    this.#table.observe(block, probability)
    this.#logs[block] += Math.log(1 + labels)
  }

  /** An answer about an item that was predicted after this many labels. */
  answer(labels: number, wrong: boolean, probability: number): void {
    this.#table.answer(blockOf(labels), wrong ? 1 : 0, probability)
  }

  /** Forgets the curve, as after a change of the stream. */
  reset(): void {
    this.#table.clear()
    this.#logs.fill(0)
  }

  estimate(level = 0.95): Gain {
    const z = normalQuantile(level)
    const line = this.#line(madeUp(level))
    if (!line) return { labels: this.#labels, gain: undefined, upper: 1, rising: false, stop: false }
    const step = Math.log(1 + this.#per / (1 + this.#labels))
    const rising = line.slope > z * line.error
    const upper = (z * line.error + Math.max(0, -line.slope)) * step
    return {
      labels: this.#labels,
      gain: -line.slope * step,
      upper,
      rising,
      stop: !rising && upper < this.#threshold,
    }
  }

  /** Weighted least squares through the recent blocks. */
  #line(made: number): { slope: number; error: number } | undefined {
    const { items, answers } = this.#table
    const last = blockOf(this.#labels)
    const used: number[] = []
    for (let b = last; b >= 0 && b > last - RECENT - 1; b--) if (answers[b] >= MIN_PER_BLOCK) used.push(b)
    if (used.length < MIN_BLOCKS) return undefined
    const points = used.map((b) => ({ x: this.#logs[b] / items[b], ...errorOf(this.#table, b, made) }))
    const mean = (of: (point: (typeof points)[number]) => number): number => {
      let [sum, weights] = [0, 0]
      for (const point of points) {
        sum += of(point) / point.variance
        weights += 1 / point.variance
      }
      return sum / weights
    }
    const x̄ = mean(({ x }) => x)
    const ȳ = mean(({ y }) => y)
    let [xx, xy, χ2] = [0, 0, 0]
    for (const { x, y, variance } of points) {
      xx += (x - x̄) ** 2 / variance
      xy += ((x - x̄) * (y - ȳ)) / variance
    }
    const slope = xy / xx
    for (const { x, y, variance } of points) χ2 += (y - ȳ - slope * (x - x̄)) ** 2 / variance
    return { slope, error: Math.sqrt(Math.max(1, χ2 / (points.length - 2)) / xx) }
  }

  save(): State {
    return { table: this.#table.save(), logs: this.#logs.slice(), labels: this.#labels }
  }

  load(state: State): void {
    this.#table.load(stateIn(state, 'table'))
    this.#logs = floatsIn(state, 'logs')
    this.#labels = numberIn(state, 'labels')
  }
}

const blockOf = (labels: number): number =>
  Math.min(BLOCKS - 1, Math.floor(PER_DOUBLING * Math.log2(1 + labels)))

/** The weighted error of a block and its variance, as in `Completed`, with made-up errors so that it is never 0. */
const errorOf = (table: WeightedTable, block: number, made: number): { y: number; variance: number } => {
  const n = table.items[block]
  const [right, wrong] = [table.weights[2 * block], table.weights[2 * block + 1]]
  const scale = n / (right + wrong)
  const y = wrong / (right + wrong)
  const spread = (cell: number): number =>
    Math.max(0, scale * (scale * table.squares[cell] - table.weights[cell]))
  const weight = (Math.max(1, scale) * table.inverse[block]) / n
  const variance =
    spread(2 * block) * y * y + (spread(2 * block + 1) + made * weight * weight) * (1 - y) * (1 - y)
  return { y, variance: Math.max(variance, weight * weight) / (n * n) }
}
