import type { Represented } from '../represented.js'
import { filledPhases, heightOf, type WaveBank } from './bank.js'
import { cosine } from './cosine.js'

const { fround } = Math

/** Waves in plain TypeScript, eight at a time, so that their sums stay in registers. */
export class PlainBank implements WaveBank {
  drawn = 0
  readonly #count: number
  readonly #height: number
  readonly #phases: Float32Array
  /** Slot behind slot, each as long as the phases. */
  #frequencies = new Float32Array(0)
  readonly #sums: Float32Array

  constructor(phases: Float32Array) {
    this.#count = phases.length
    this.#height = heightOf(phases.length)
    this.#phases = filledPhases(phases)
    this.#sums = new Float32Array(this.#phases.length)
  }

  add(frequencies: Float32Array): void {
    const from = this.#phases.length * this.drawn++
    if (from === this.#frequencies.length) {
      const longer = new Float32Array(2 * from + 16 * this.#phases.length)
      longer.set(this.#frequencies)
      this.#frequencies = longer
    }
    this.#frequencies.set(frequencies, from)
  }

  waves(row: Represented, out: Float32Array): number {
    this.#add(row)
    const sums = this.#sums
    const height = this.#height
    // As the kernel does it: the squares of waves 0, 4, 8, …, of 1, 5, 9, … and so on.
    let q0 = 0
    let q1 = 0
    let q2 = 0
    let q3 = 0
    for (let r = 0; r < sums.length; r += 4) {
      const w0 = fround(height * cosine(sums[r]))
      const w1 = fround(height * cosine(sums[r + 1]))
      const w2 = fround(height * cosine(sums[r + 2]))
      const w3 = fround(height * cosine(sums[r + 3]))
      q0 += w0 * w0
      q1 += w1 * w1
      q2 += w2 * w2
      q3 += w3 * w3
      sums[r] = w0
      sums[r + 1] = w1
      sums[r + 2] = w2
      sums[r + 3] = w3
    }
    for (let r = 0; r < this.#count; r++) out[r + 1] = sums[r]
    return q0 + q2 + (q1 + q3)
  }

  /** sums ← phases + Ω values. */
  #add({ slots, values, length }: Represented): void {
    const frequencies = this.#frequencies
    const phases = this.#phases
    const sums = this.#sums
    const width = phases.length
    for (let r = 0; r < width; r += 8) {
      let s0 = phases[r]
      let s1 = phases[r + 1]
      let s2 = phases[r + 2]
      let s3 = phases[r + 3]
      let s4 = phases[r + 4]
      let s5 = phases[r + 5]
      let s6 = phases[r + 6]
      let s7 = phases[r + 7]
      for (let k = 0; k < length; k++) {
        const value = values[k]
        const at = slots[k] * width + r
        s0 = fround(s0 + fround(frequencies[at] * value))
        s1 = fround(s1 + fround(frequencies[at + 1] * value))
        s2 = fround(s2 + fround(frequencies[at + 2] * value))
        s3 = fround(s3 + fround(frequencies[at + 3] * value))
        s4 = fround(s4 + fround(frequencies[at + 4] * value))
        s5 = fround(s5 + fround(frequencies[at + 5] * value))
        s6 = fround(s6 + fround(frequencies[at + 6] * value))
        s7 = fround(s7 + fround(frequencies[at + 7] * value))
      }
      sums[r] = s0
      sums[r + 1] = s1
      sums[r + 2] = s2
      sums[r + 3] = s3
      sums[r + 4] = s4
      sums[r + 5] = s5
      sums[r + 6] = s6
      sums[r + 7] = s7
    }
  }
}
