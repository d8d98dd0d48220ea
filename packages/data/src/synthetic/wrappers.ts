import type { Row } from '@askance/core'
import { Random } from '@askance/core/internals'
import { dataError } from '../errors.js'
import { shareOption, wholeOption } from '../options.js'
import type { SyntheticStream } from './stream.js'

interface NoiseOptions {
  /** The share of rows whose label is replaced by another class. */
  readonly noise: number
  readonly seed?: number
}

/**
 * Replaces some labels of a stream by other classes. The rows are unchanged.
 *
 * @example
 * const wrong = noisyStream(gaussianStream({ rows: 10, dimension: 2, seed: 7 }), { noise: 1, seed: 7 })
 * const right = gaussianStream({ rows: 10, dimension: 2, seed: 7 })
 * wrong.next() && right.next() && wrong.label === right.label // => false
 */
export const noisyStream = (stream: SyntheticStream, options: NoiseOptions): SyntheticStream => {
  const noise = shareOption('noise', options.noise)
  const random = new Random(options.seed ?? 1, 'noisy')
  const { length } = stream.classes
  return new Wrapped(stream, stream.rows, () => {
    if (!stream.next()) return undefined
    if (random.uniform() >= noise) return stream.label
    return (stream.label + 1 + random.below(length - 1)) % length
  })
}

interface ImbalanceOptions {
  /** The probability that a row is of the rare class. */
  readonly share: number
  /** The rare class; default the last one of the stream. */
  readonly rare?: string
  /** The number of rows; default as many as the stream has. It ends earlier if the stream ends. */
  readonly rows?: number
  readonly seed?: number
}

/** After this many consecutive rows without the wanted class, the class counts as absent. */
const PATIENCE = 1_000_000

/**
 * Makes one class of a stream rare (or frequent): a coin decides whether the rare class or another is next, and rows are
 * skipped until one matches. The stream, and with it its drift, advances meanwhile.
 *
 * @example
 * const rare = imbalancedStream(gaussianStream({ rows: 100_000, dimension: 2, seed: 7 }), { share: 0.01, rows: 1000, seed: 7 })
 * let positive = 0
 * while (rare.next()) positive += rare.label
 * positive > 0 && positive < 30 // => true
 */
export const imbalancedStream = (stream: SyntheticStream, options: ImbalanceOptions): SyntheticStream => {
  const { classes } = stream
  const share = shareOption('share', options.share)
  const rows = wholeOption('rows', options.rows ?? stream.rows, 0, Number.MAX_SAFE_INTEGER)
  const { rare = classes.at(-1)! } = options
  const id = classes.indexOf(rare)
  if (id < 0)
    throw dataError('data/option', { name: 'rare', value: rare, expected: `one of ${classes.join(', ')}` })
  const random = new Random(options.seed ?? 1, 'imbalanced')
  return new Wrapped(stream, rows, () => {
    const wanted = random.uniform() < share
    for (let passed = 0; passed < PATIENCE; passed++) {
      if (!stream.next()) return undefined
      if ((stream.label === id) === wanted) return stream.label
    }
    throw dataError('stream/class-absent', { label: wanted ? rare : `other than ${rare}`, rows: PATIENCE })
  })
}

/** Wraps another stream; `draw` advances it and returns the label, or undefined at its end. */
class Wrapped implements SyntheticStream {
  readonly rows: number
  readonly dimension: number
  readonly classes: readonly string[]
  readonly row: Row
  label = -1
  readonly #draw: () => number | undefined
  #made = 0

  constructor(stream: SyntheticStream, rows: number, draw: () => number | undefined) {
    this.rows = rows
    this.dimension = stream.dimension
    this.classes = stream.classes
    this.row = stream.row
    this.#draw = draw
  }

  next(): boolean {
    if (this.#made === this.rows) return false
    const label = this.#draw()
    if (label === undefined) return false
    this.#made++
    this.label = label
    return true
  }
}
