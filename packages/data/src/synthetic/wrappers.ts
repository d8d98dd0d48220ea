import type { Row } from '@askance/core'
import { Random } from '@askance/core/internals'
import { dataError } from '../errors.js'
import { shareOption, wholeOption } from '../options.js'
import type { SyntheticStream } from './stream.js'

export interface NoiseOptions {
  /** The share of rows whose label is replaced by another class. */
  readonly noise: number
  readonly seed?: number
}

/**
 * Any stream with some of its labels replaced by other classes. The rows stay as they are.
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

export interface ImbalanceOptions {
  /** The probability that a row is of the rare class. */
  readonly share: number
  /** Which class is rare; the last one of the stream when not given. */
  readonly rare?: string
  /** How many rows to give; as many as the stream has when not given. It ends earlier where the stream ends. */
  readonly rows?: number
  readonly seed?: number
}

/** So many rows in a row without the class that is sought, and it is taken not to come at all. */
const PATIENCE = 1_000_000

/**
 * Any stream with one class made rare (or frequent): a coin says whether the rare class or another is next, and rows are
 * passed over until one fits. The stream goes on meanwhile, and with it its drift.
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
    throw dataError('option/value', { name: 'rare', value: rare, expected: `one of ${classes.join(', ')}` })
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

/** A stream with the rows of another; `draw` moves it on and gives the label, or nothing at its end. */
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
