import { Row } from '../rows/row.js'

/**
 * Whether x is so full that one pass over the whole matrix beats one row and column per entry. Both implementations
 * ask here, so that they treat an x alike even where an overflow makes 0·M count.
 */
export const isDense = (x: Row, dimension: number): boolean => 4 * (x.end - x.start) > dimension

/** Writes x as a dense vector over all of `into`. */
export const spread = (x: Row, into: Float64Array): void => {
  const { index, value, start, end } = x
  into.fill(0)
  for (let k = start; k < end; k++) into[index[k]] = value[k]
}

/** The x with M x = column j of M. */
export const unitRow = (j: number): Row => new Row(Int32Array.of(j), Float64Array.of(1))
