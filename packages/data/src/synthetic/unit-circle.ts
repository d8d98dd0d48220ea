import { MAX_INDEX, Random } from '@askance/core/internals'
import { wholeOption } from '../options.js'
import { DenseRow } from './dense.js'
import { SIGNS, type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

/**
 * Points on the unit circle (or sphere) whose label is 1 with probability (1 + u·x) / 2 for a hidden direction u: the
 * linear noise model of Cesa-Bianchi, Gentile and Orabona (2009), whose experiment has 10,000 points in the plane.
 * The model itself is noisy; `noise` adds to it and is 0 by default.
 *
 * @example
 * const circle = unitCircleStream({ rows: 10, dimension: 2, seed: 7 })
 * circle.next() // => true
 * Math.abs(Math.hypot(...circle.row.value) - 1) < 1e-15 // => true
 */
export const unitCircleStream = (options: SyntheticOptions): SyntheticStream => {
  const { seed = 1, noise = 0 } = options
  const dimension = wholeOption('dimension', options.dimension, 2, MAX_INDEX)
  const target = unitCircleTarget(dimension, seed)
  const point = new DenseRow(dimension)
  const random = new Random(seed, 'unit-circle/rows')
  return seededStream('unit-circle', { ...options, noise }, SIGNS, (row) => {
    point.drawDirection(random)
    point.fill(row)
    return Number(random.uniform() < (1 + target.dot(point)) / 2)
  })
}

/** The hidden direction u of the stream with this seed, to measure how well it was estimated. */
export const unitCircleTarget = (dimension: number, seed: number): DenseRow => {
  const target = new DenseRow(dimension)
  target.drawDirection(new Random(seed, 'unit-circle/world'))
  return target
}
