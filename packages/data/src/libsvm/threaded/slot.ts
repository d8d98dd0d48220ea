import type { RowTable } from '@askance/core'

/** How many batches may be under way between the two threads. */
export const SLOTS = 4

/** States of a slot in the shared array of states. */
export const FREE = 0
export const TAKEN = 1

/** What one thread tells the other of a slot. */
export interface SlotShape {
  readonly rowRoom: number
  readonly entryRoom: number
  readonly memory: SharedArrayBuffer
}

/** Arrays for one batch in memory that both threads see. */
export class Slot {
  readonly shape: SlotShape
  readonly value: Float64Array
  readonly index: Int32Array
  readonly starts: Int32Array
  readonly labels: Int32Array
  readonly lineOffsets: Int32Array

  constructor(shape: SlotShape) {
    const { rowRoom, entryRoom, memory } = shape
    this.shape = shape
    this.value = new Float64Array(memory, 0, entryRoom)
    this.index = new Int32Array(memory, 8 * entryRoom, entryRoom)
    this.starts = new Int32Array(memory, 12 * entryRoom, rowRoom + 1)
    this.labels = new Int32Array(memory, 12 * entryRoom + 4 * (rowRoom + 1), rowRoom)
    this.lineOffsets = new Int32Array(memory, 12 * entryRoom + 4 * (2 * rowRoom + 1), rowRoom)
  }

  static withRoom(rowRoom: number, entryRoom: number): Slot {
    const memory = new SharedArrayBuffer(12 * entryRoom + 12 * rowRoom + 4)
    return new Slot({ rowRoom, entryRoom, memory })
  }

  holds(rows: RowTable): boolean {
    return rows.length <= this.shape.rowRoom && rows.entries <= this.shape.entryRoom
  }

  fill(rows: RowTable, labels: Int32Array, lineOffsets: Int32Array): void {
    this.value.set(rows.value.subarray(0, rows.entries))
    this.index.set(rows.index.subarray(0, rows.entries))
    this.starts.set(rows.starts.subarray(0, rows.length + 1))
    this.labels.set(labels)
    this.lineOffsets.set(lineOffsets)
  }
}
