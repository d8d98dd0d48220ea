import { MAX_INDEX, Random } from '@askance/core/internals'
import { wholeOption } from '../options.js'
import { SIGNS, type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

/** The correlation of neighbouring features. */
const CORRELATION = 0.6
/** The weight of the nonlinear term relative to the linear one. */
const BEND = 0.15

/**
 * Dense rows of correlated Gaussian features with unequal scales; a slightly curved plane separates the two classes.
 *
 * @example
 * const numbers = gaussianStream({ rows: 10, dimension: 54, seed: 7 })
 * numbers.next() // => true
 * numbers.row.end // => 54
 */
export const gaussianStream = (options: SyntheticOptions): SyntheticStream => {
  const { seed = 1 } = options
  const dimension = wholeOption('dimension', options.dimension, 1, MAX_INDEX)
  const world = new Random(seed, 'gaussian/world')
  const random = new Random(seed, 'gaussian/rows')
  const scale = Float64Array.from({ length: dimension }, () => Math.exp(world.normal()))
  const weight = Float64Array.from({ length: dimension }, () => world.normal())
  const index = Int32Array.from({ length: dimension }, (_, k) => k + 1)
  const value = new Float64Array(dimension)
  const fresh = Math.sqrt(1 - CORRELATION ** 2)

  return seededStream('gaussian', options, SIGNS, (row) => {
    let score = 0
    let left = random.normal()
    for (let k = 0; k < dimension; k++) {
      const z = CORRELATION * left + fresh * random.normal()
      score += weight[k]! * z + BEND * weight[dimension - 1 - k]! * (left * z - CORRELATION)
      value[k] = scale[k]! * z
      left = z
    }
    row.index = index
    row.value = value
    row.end = dimension
    return Number(score > 0)
  })
}
