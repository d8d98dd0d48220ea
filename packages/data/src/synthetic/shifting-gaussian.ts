import { MAX_INDEX, Random } from '@askance/core/internals'
import { wholeOption } from '../options.js'
import { DenseRow } from './dense.js'
import { SIGNS, type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

interface ShiftingOptions extends SyntheticOptions {
  /** The number of rows after which the target is redrawn; default 500. */
  readonly period?: number
}

/**
 * Standard normal rows; the label is the sign of u·x, where the target u is standard normal too and redrawn after
 * every `period` rows: the synthetic data of Moroshko and Crammer (2014), there with 10,000 rows of 50 features.
 * The default `noise` is 0.
 *
 * @example
 * const shifting = shiftingGaussianStream({ rows: 10_000, dimension: 50, period: 500, seed: 7 })
 * shifting.next() // => true
 * shifting.row.end // => 50
 */
export const shiftingGaussianStream = (options: ShiftingOptions): SyntheticStream => {
  const { seed = 1, noise = 0 } = options
  const dimension = wholeOption('dimension', options.dimension, 1, MAX_INDEX)
  const period = wholeOption('period', options.period ?? 500, 1, Number.MAX_SAFE_INTEGER)
  const world = new Random(seed, 'shifting-gaussian/world')
  const random = new Random(seed, 'shifting-gaussian/rows')
  const target = new DenseRow(dimension)
  const x = new DenseRow(dimension)
  let made = 0
  return seededStream('shifting-gaussian', { ...options, noise }, SIGNS, (row) => {
    if (made++ % period === 0) target.drawNormal(world)
    x.drawNormal(random)
    x.fill(row)
    return Number(target.dot(x) >= 0)
  })
}
