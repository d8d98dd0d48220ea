import { enlarged } from '../rows/table.js'

/** Allocates `count` cells, each a copy of `cell`, the state of an unseen feature. */
export const enlargedCells = (cells: Float64Array, count: number, cell: readonly number[]): Float64Array => {
  const longer = enlarged(cells, count * cell.length)
  if (longer === cells) return cells
  const fresh = longer.subarray(cells.length)
  fresh.set(cell)
  // Copies of copies: a loop would run before it is compiled.
  for (let done = cell.length; done < fresh.length; done *= 2) fresh.copyWithin(done, 0, done)
  return longer
}

/** Of `count` cells side by side, `width` numbers each, the number at `place` in each. */
export const everyNth = (cells: Float64Array, count: number, width: number, place: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => cells[k * width + place])
