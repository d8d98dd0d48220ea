import { floatsIn, integersIn, numberIn, type State } from '../../state/state.js'
import { bytesOf, singlesIn } from '../single-floats.js'
import { newMemory } from './memory.js'
import { type KernelRows, sizeFor } from './rows.js'

/** What predicts: the nonzero values of every row and its pulls. */
export const savedRows = ({ count, memory }: KernelRows): State => {
  const { rows, slots: most, lines, columns, squares, pulls } = memory.arrays
  const lengths = new Int32Array(count)
  const slots: number[] = []
  const values: number[] = []
  for (let i = 0; i < count; i++)
    for (let slot = 0; slot < most; slot++) {
      const value = columns[slot * rows + i]
      if (value === 0) continue
      slots.push(slot)
      values.push(value)
      lengths[i]++
    }
  const pulled = new Float64Array(lines * count)
  for (let c = 0; c < lines; c++) pulled.set(pulls.subarray(c * rows, c * rows + count), c * count)
  return {
    lines,
    lengths,
    slots: Int32Array.from(slots),
    values: bytesOf(Float32Array.from(values)),
    squares: bytesOf(squares.slice(0, count)),
    pulls: pulled,
  }
}

/** Loads what predicts. Nothing can be learned afterwards. The memory is used again where it fits. */
export const loadRows = (store: KernelRows, state: State): void => {
  const lengths = integersIn(state, 'lengths')
  const slots = integersIn(state, 'slots')
  const values = singlesIn(state, 'values')
  const pulls = floatsIn(state, 'pulls')
  const lines = numberIn(state, 'lines')
  const count = lengths.length
  const most = slots.reduce((largest, slot) => Math.max(largest, slot), 0) + 1
  const now = store.memory.arrays
  if (!now.predicts || now.lines !== lines || now.rows < count || now.slots < most)
    store.memory = newMemory({ ...sizeFor(lines, count, most), predicts: true })
  const { arrays } = store.memory
  const { rows } = arrays
  for (const array of [arrays.columns, arrays.squares, arrays.pulls]) array.fill(0)
  store.count = count
  let at = 0
  lengths.forEach((length, i) => {
    for (let k = 0; k < length; k++, at++) arrays.columns[slots[at] * rows + i] = values[at]
  })
  arrays.squares.set(singlesIn(state, 'squares'))
  for (let c = 0; c < lines; c++) arrays.pulls.set(pulls.subarray(c * count, (c + 1) * count), c * rows)
}
