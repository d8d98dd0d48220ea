import { enlarged } from '../rows/table.js'

/** Allocates `count` cells, each a copy of `cell`, the state of an unseen feature. */
export const enlargedCells = (cells: Float64Array, count: number, cell: readonly number[]): Float64Array => {
  const width = cell.length
  const longer = enlarged(cells, count * width)
  for (let f = 0; f < width; f++) {
    const fresh = cell[f]
    if (fresh !== 0) for (let at = cells.length + f; at < longer.length; at += width) longer[at] = fresh
  }
  return longer
}

/** Of `count` cells side by side, `width` numbers each, the number at `place` in each. */
export const everyNth = (cells: Float64Array, count: number, width: number, place: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => cells[k * width + place])
