import { coreError } from '../errors.js'
import { MAX_FULL_DIMENSION } from './matrix.js'

/** The dimension itself, when a full matrix may have it. */
export const checkedDimension = (dimension: number): number => {
  if (dimension > MAX_FULL_DIMENSION)
    throw coreError('matrix/dimension', { dimension, max: MAX_FULL_DIMENSION })
  return dimension
}

/**
 * How many numbers the lower triangle has: where row `dimension` begins when rows are packed one behind the other.
 *
 * @example
 * triangleSize(3) // => 6
 */
export const triangleSize = (dimension: number): number => (dimension * (dimension + 1)) / 2

/**
 * The dimension of the matrix whose lower triangle this is.
 *
 * @example
 * triangleDimension(new Float64Array(6)) // => 3
 */
export const triangleDimension = (triangle: Float64Array): number => {
  const dimension = Math.floor(Math.sqrt(2 * triangle.length))
  if (triangleSize(dimension) !== triangle.length)
    throw coreError('model/state', {
      reason: `${triangle.length} numbers do not form a lower triangular matrix`,
    })
  return checkedDimension(dimension)
}
