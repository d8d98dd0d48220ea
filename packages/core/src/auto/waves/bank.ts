import type { Represented } from '../represented.js'

/**
 * A bank of waves: outᵣ = height · cos 2π(φᵣ + Σₖ Ω[slotₖ]ᵣ·valueₖ) for every wave r, all in single precision, the
 * entries added in their order. Frequencies and phases are in turns and not in radians: then whole turns can be
 * subtracted without error, and no digits of π are needed.
 */
export interface WaveBank {
  /** The number of slots with frequencies. */
  readonly drawn: number
  /** The frequencies of the next slot, one for every wave. */
  add(frequencies: Float32Array): void
  /**
   * Writes the waves of a row from `out[1]` on and returns the sum of their squares, in double precision. Every slot of the row
   * must have frequencies, and slots must be unique.
   */
  waves(row: Represented, out: Float32Array): number
}

/** √(2/R): with it, products of waves approximate the kernel. */
export const heightOf = (count: number): number => Math.fround(Math.sqrt(2 / count))

/** The number of waves per block. */
const BLOCK = 16

/** The phases, filled up to whole blocks with a quarter of a turn: such a wave is 0 and adds nothing to the squares. */
export const filledPhases = (phases: Float32Array): Float32Array => {
  const filled = new Float32Array(BLOCK * Math.ceil(phases.length / BLOCK)).fill(0.25)
  filled.set(phases)
  return filled
}
