import { Random } from '@askance/core/internals'
import { wholeOption } from '../options.js'
import { DenseRow } from './dense.js'
import { SIGNS, type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

interface SeaOptions extends Omit<SyntheticOptions, 'dimension'> {
  /** The number of rows of a concept; default 12,500. */
  readonly period?: number
}

/** The thresholds of the concepts, in turn. */
const THRESHOLDS = [8, 9, 7, 9.5] as const
const WIDTH = 10

/**
 * SEA concepts (Street and Kim 2001): three features from 0 to 10, of which two matter; the label is 1 where their sum
 * is at most a threshold, which jumps from concept to concept. By default a tenth of the labels is wrong (`noise`).
 *
 * @example
 * const sea = seaStream({ rows: 50_000, seed: 7 })
 * sea.next() // => true
 * sea.row.end // => 3
 */
export const seaStream = (options: SeaOptions): SyntheticStream => {
  const { seed = 1, noise = 0.1 } = options
  const period = wholeOption('period', options.period ?? 12_500, 1, Number.MAX_SAFE_INTEGER)
  const random = new Random(seed, 'sea/rows')
  const x = new DenseRow(3)
  let made = 0
  return seededStream('sea', { ...options, dimension: 3, noise }, SIGNS, (row) => {
    const threshold = THRESHOLDS[Math.floor(made++ / period) % THRESHOLDS.length]!
    x.drawUniform(random, WIDTH)
    x.fill(row)
    return Number(x.value[0]! + x.value[1]! <= threshold)
  })
}
