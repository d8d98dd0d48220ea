import { blockLength } from '../rows/blocks.js'

/**
 * Memory for stored views, one after the other in large blocks: an array for each would be slow to allocate, to collect and to read. A
 * block is freed with the last view in it.
 */
export class ViewBlocks {
  /** The current block, as whole numbers and as numbers of single precision. */
  integers: Int32Array = new Int32Array(0)
  singles: Float32Array = new Float32Array(0)
  #used = 0

  /** The place of this many new entries in the current block. */
  allocate(length: number): number {
    if (this.#used + length > this.integers.length) {
      this.integers = new Int32Array(blockLength(this.integers.length, length))
      this.singles = new Float32Array(this.integers.buffer)
      this.#used = 0
    }
    const at = this.#used
    this.#used += length
    return at
  }
}
