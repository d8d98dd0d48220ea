import { enlarged } from '../rows/table.js'
import { floatsIn, type State } from '../state/state.js'
import { DualSteps, stepsFor } from './dual-steps.js'
import { fromResiduals, residualsOf } from './residuals.js'

/** One view of a row. It is immutable once stored. */
export interface View {
  readonly slots: Int32Array
  readonly values: Float32Array
  readonly length: number
  /** ‖u‖². */
  readonly square: number
}

/** The linear one: w = Σ αᵢ yᵢ uᵢ, and a step changes w by t y u. */
export class DualSvm extends DualSteps<View> {
  /** Two classes: one weight per slot. More: one per slot and class. */
  #weights: Float64Array = new Float64Array(0)

  /** The contribution of a slot with value 1 to the score of a class. */
  weight(slot: number, label: number): number {
    const k = this.classes
    if (k > 2) return this.#weights[slot * k + label] ?? 0
    const weight = (this.#weights[slot] ?? 0) / 2
    return label === 1 ? weight : -weight
  }

  /** Writes the score of every class to `out` from `at` on. */
  score({ slots, values, length }: View, out: Float64Array, at: number): void {
    const k = this.classes
    const weights = this.#weights
    const end = weights.length
    if (k === 2) {
      let sum = 0
      for (let i = 0; i < length; i++) {
        const slot = slots[i]
        if (slot < end) sum += weights[slot] * values[i]
      }
      out[at] = -sum / 2
      out[at + 1] = sum / 2
      return
    }
    // Sums of four classes at a time stay in registers.
    let c = 0
    for (; c + 4 <= k; c += 4) {
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      for (let i = 0; i < length; i++) {
        const from = slots[i] * k + c
        if (from >= end) continue
        const value = values[i]
        s0 += weights[from] * value
        s1 += weights[from + 1] * value
        s2 += weights[from + 2] * value
        s3 += weights[from + 3] * value
      }
      out[at + c] = s0
      out[at + c + 1] = s1
      out[at + c + 2] = s2
      out[at + c + 3] = s3
    }
    for (; c < k; c++) {
      let sum = 0
      for (let i = 0; i < length; i++) {
        const from = slots[i] * k + c
        if (from < end) sum += weights[from] * values[i]
      }
      out[at + c] = sum
    }
  }

  /** Visits a row, whose steps begin at `at`. */
  visit(row: View, label: number, steps: Float64Array, at: number): void {
    this.#reserve(row)
    this.score(row, this.own, 0)
    this.takeSteps(row, row.square, label, steps, at)
  }

  /** Adds a row's contribution to the weights, or removes it with −1. */
  put(row: View, label: number, steps: Float64Array, at: number, sign: 1 | -1): void {
    this.#reserve(row)
    if (this.classes === 2) {
      if (steps[at] !== 0) this.move(row, label, 1 - label, sign * steps[at])
      return
    }
    for (let r = 0; r < this.classes; r++)
      if (r !== label && steps[at + r] > 0) this.move(row, label, r, sign * steps[at + r])
  }

  /** Allocates weights for all slots of a row. */
  #reserve({ slots, length }: View): void {
    let most = 0
    for (let i = 0; i < length; i++) if (slots[i] > most) most = slots[i]
    this.#weights = enlarged(this.#weights, (most + 1) * stepsFor(this.classes))
  }

  protected override move({ slots, values, length }: View, label: number, rival: number, step: number): void {
    const k = this.classes
    const weights = this.#weights
    if (k === 2) {
      const signed = label === 1 ? step : -step
      for (let i = 0; i < length; i++) weights[slots[i]] += signed * values[i]
      return
    }
    for (let i = 0; i < length; i++) {
      const from = slots[i] * k
      const change = step * values[i]
      weights[from + label] += change
      weights[from + rival] -= change
    }
  }

  /** Adds a class with zero weights. The single weight vector of two classes is split in halves. */
  addClass(): void {
    const before = this.classes
    const k = before + 1
    const slots = this.#weights.length / stepsFor(before)
    const weights = new Float64Array(slots * k)
    for (let slot = 0; slot < slots; slot++)
      for (let c = 0; c < before; c++) weights[slot * k + c] = this.weight(slot, c)
    this.#weights = weights
    this.classes = k
    this.own = new Float64Array(k)
  }

  /** Sets all weights to 0. */
  clear(): void {
    this.#weights.fill(0)
  }

  copy(from: DualSvm): void {
    this.#weights = from.#weights.slice()
  }

  /** `sum` is the sum of the rows' contributions, which the weights are up to rounding: only the difference is saved. */
  save(sum: DualSvm): State {
    return residualsOf(this.#weights, sum.#weights)
  }

  load(state: State, sum: DualSvm): void {
    // Earlier files have the weights themselves.
    this.#weights = 'weights' in state ? floatsIn(state, 'weights') : fromResiduals(state, sum.#weights)
  }
}
