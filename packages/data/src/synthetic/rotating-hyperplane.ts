import { MAX_INDEX, Random } from '@askance/core/internals'
import { shareOption, wholeOption } from '../options.js'
import { DenseRow } from './dense.js'
import { SIGNS, type SyntheticOptions, type SyntheticStream, seededStream } from './stream.js'

interface HyperplaneOptions extends SyntheticOptions {
  /** The number of moving weights, from the first; default 2. */
  readonly moving?: number
  /** How far a weight moves per row; default 0.001. */
  readonly change?: number
  /** The probability that a weight reverses direction after a row; default 0.1. */
  readonly turn?: number
}

/**
 * A slowly rotating hyperplane (Hulten, Spencer and Domingos 2001): rows uniform in the unit cube, label 1 where
 * w·x is at least half the sum of the weights, so that the classes stay balanced. By default, one label in twenty
 * is wrong (`noise`).
 *
 * @example
 * const plane = rotatingHyperplaneStream({ rows: 10_000, dimension: 10, change: 0.01, seed: 7 })
 * plane.next() // => true
 */
export const rotatingHyperplaneStream = (options: HyperplaneOptions): SyntheticStream => {
  const { seed = 1 } = options
  const dimension = wholeOption('dimension', options.dimension, 1, MAX_INDEX)
  const moving = wholeOption('moving', options.moving ?? Math.min(2, dimension), 0, dimension)
  const change = shareOption('change', options.change ?? 0.001)
  const turn = shareOption('turn', options.turn ?? 0.1)
  const world = new Random(seed, 'rotating-hyperplane/world')
  const random = new Random(seed, 'rotating-hyperplane/rows')
  const weights = new DenseRow(dimension)
  weights.drawUniform(world, 1)
  const steps = new Float64Array(moving).fill(change)
  const x = new DenseRow(dimension)

  const move = (): void => {
    for (let k = 0; k < moving; k++) {
      weights.value[k]! += steps[k]!
      if (world.uniform() < turn) steps[k] = -steps[k]!
    }
  }

  return seededStream('rotating-hyperplane', options, SIGNS, (row) => {
    x.drawUniform(random, 1)
    x.fill(row)
    const label = Number(weights.dot(x) >= weights.value.reduce((sum, w) => sum + w, 0) / 2)
    move()
    return label
  })
}
