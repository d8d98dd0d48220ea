import type { Draws } from './draws.js'
import type { Represented } from './represented.js'
import type { WaveBank } from './waves/bank.js'
import { createBank } from './waves/create.js'

/**
 * Random Fourier features (A. Rahimi & B. Recht: Random features for large-scale kernel machines. NIPS 2007): √(2/R)·cos(Ωu + φ)
 * with Ω ~ N(0, 2γ) approximates the kernel exp(−γ‖u − u′‖²), which gives a linear member a nonlinear boundary. Frequencies
 * are drawn when they are first needed.
 */
export class Waves {
  readonly count: number
  readonly #draws: Draws
  /** The standard deviation of the frequencies, in turns. */
  readonly #spread: number
  readonly #intercept: number
  readonly #bank: WaveBank
  /** The slots of the waves: 0, 1, 2, …. */
  readonly slots: Int32Array

  constructor(
    draws: Draws,
    count: number,
    width: number,
    intercept: number,
    kind: 'fastest' | 'plain' = 'fastest',
  ) {
    this.count = count
    this.#draws = draws
    this.#spread = Math.sqrt(2 * width) / TURN
    this.#intercept = Math.fround(intercept)
    this.#bank = createBank(
      draws.phases(count).map((phase) => phase / TURN),
      kind,
    )
    this.slots = waveSlots(count + 1)
  }

  /** Computes the waves of a row, the intercept first; returns their squared length. */
  of(row: Represented, out: Float32Array): number {
    const { slots, length } = row
    const bank = this.#bank
    for (let k = 0; k < length; k++) while (slots[k] >= bank.drawn) this.#draw()
    out[0] = this.#intercept
    return this.#intercept * this.#intercept + bank.waves(row, out)
  }

  /** Draws frequencies slot by slot; those of a slot do not depend on when they are drawn. */
  #draw(): void {
    const drawn = this.#draws.frequencies(this.#bank.drawn, this.count)
    this.#bank.add(Float32Array.from(drawn, (frequency) => this.#spread * frequency))
  }
}

const TURN = 2 * Math.PI

const known = new Map<number, Int32Array>()

/** The slots 0, 1, 2, … of waves, shared by all rows. */
export const waveSlots = (length: number): Int32Array => {
  const slots = known.get(length) ?? Int32Array.from({ length }, (_, k) => k)
  known.set(length, slots)
  return slots
}
