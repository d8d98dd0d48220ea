/** The buffers of large cells: they move to the other thread instead of being copied. */
export const buffersIn = (cells: Iterable<unknown>): ArrayBuffer[] => {
  const buffers = new Set<ArrayBuffer>()
  for (const cell of cells) {
    if (!(cell instanceof Uint8Array) || cell.byteLength !== cell.buffer.byteLength) continue
    if (cell.buffer instanceof ArrayBuffer) buffers.add(cell.buffer)
  }
  return [...buffers]
}
