import type { Represented } from '../represented.js'
import { filledPhases, heightOf, type WaveBank } from './bank.js'
import { newKernel, type WaveKernel } from './kernel.js'

/** The initial number of slots: the maximum for waves in `auto`, and the intercept. Untouched memory costs nothing. */
const FIRST_CAPACITY = 1025

/** Waves in WebAssembly with 128-bit SIMD. */
export class SimdBank implements WaveBank {
  drawn = 0
  readonly #phases: Float32Array
  readonly #height: number
  #buffers: Buffers

  constructor(phases: Float32Array) {
    this.#height = heightOf(phases.length)
    this.#phases = phases
    this.#buffers = buffersFor(FIRST_CAPACITY, phases)
  }

  add(frequencies: Float32Array): void {
    const before = this.#buffers
    const slot = this.drawn++
    if (slot === before.slots) {
      this.#buffers = buffersFor(2 * slot, this.#phases)
      this.#buffers.frequencies.set(before.frequencies)
    }
    this.#buffers.frequencies.set(frequencies, (slot * this.#buffers.width) / 4)
  }

  waves({ slots, values, length }: Represented, out: Float32Array): number {
    const buffers = this.#buffers
    const { width, addresses } = buffers
    const from = buffers.frequencies.byteOffset
    const copies = buffers.values
    for (let k = 0; k < length; k++) {
      addresses[k] = from + slots[k] * width
      copies[k] = values[k]
    }
    const square = buffers.kernel.waves(
      width,
      0,
      addresses.byteOffset,
      copies.byteOffset,
      length,
      buffers.waves.byteOffset,
      this.#height,
    )
    out.set(buffers.waves, 1)
    return square
  }
}

/** A kernel and typed arrays on its memory. */
interface Buffers {
  readonly kernel: WaveKernel
  readonly slots: number
  /** The bytes of the frequencies of a slot: whole blocks. */
  readonly width: number
  readonly waves: Float32Array
  /** The entries of a row: where the frequencies of the slot are, and the value. */
  readonly addresses: Int32Array
  readonly values: Float32Array
  readonly frequencies: Float32Array
}

/** Memory is never grown in place, see `matrix/kernel.ts`: a larger one is allocated and the data copied. */
const buffersFor = (slots: number, phases: Float32Array): Buffers => {
  const filled = filledPhases(phases)
  const width = filled.byteLength
  // Phases and sums, which are accessed in whole blocks, come first; the entries follow.
  const entries = (2 + slots) * width
  const { kernel, buffer } = newKernel(entries + 8 * slots)
  new Float32Array(buffer).set(filled)
  return {
    kernel,
    slots,
    width,
    waves: new Float32Array(buffer, width, phases.length),
    frequencies: new Float32Array(buffer, 2 * width, slots * filled.length),
    addresses: new Int32Array(buffer, entries, slots),
    values: new Float32Array(buffer, entries + 4 * slots, slots),
  }
}
