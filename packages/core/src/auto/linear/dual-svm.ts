import { enlarged } from '../../rows/table.js'
import { floatsIn, type State } from '../../state/state.js'
import { DualSteps, stepsFor } from '../dual-steps.js'
import { fromResiduals, residualsOf } from '../residuals.js'
import { ClassWeights } from './class-weights.js'

/** One view of a row. It is immutable once stored. */
export interface View {
  /** The slots from `start` on, and their values from `from` on; other views are before and after. */
  readonly slots: Int32Array
  readonly values: Float32Array
  readonly start: number
  readonly from: number
  readonly length: number
  /** ‖u‖². */
  readonly square: number
}

/** The linear one: w = Σ αᵢ yᵢ uᵢ, and a step changes w by t y u. */
export class DualSvm extends DualSteps<View> {
  /** Two classes: one weight per slot. */
  #weights: Float64Array = new Float64Array(0)
  /** More: one per slot and class. */
  #byClass: ClassWeights | undefined
  /** The number of weights that are saved. */
  #length = 0

  constructor(classes: number, cost: number) {
    super(classes, cost)
    this.#byClass = classes > 2 ? new ClassWeights(classes) : undefined
  }

  /** The contribution of a slot with value 1 to the score of a class. */
  weight(slot: number, label: number): number {
    if (this.#byClass) return this.#byClass.weight(slot, label)
    const weight = (this.#weights[slot] ?? 0) / 2
    return label === 1 ? weight : -weight
  }

  /** Writes the score of every class to `out` from `at` on. */
  score(row: View, out: Float64Array, at: number): void {
    if (this.#byClass) {
      this.#byClass.score(row, out, at)
      return
    }
    const sum = this.#sum(row)
    out[at] = -sum / 2
    out[at + 1] = sum / 2
  }

  /** The score of the second of two classes minus that of the first. */
  #sum({ slots, values, start, from, length }: View): number {
    const weights = this.#weights
    const end = weights.length
    let sum = 0
    for (let i = 0; i < length; i++) {
      const slot = slots[start + i]
      if (slot < end) sum += weights[slot] * values[from + i]
    }
    return sum
  }

  /** Visits a row, whose steps begin at `at`. */
  visit(row: View, label: number, steps: Float64Array, at: number): void {
    const weights = this.#byClass
    if (!weights) {
      this.#visitBinary(row, label, steps, at)
      return
    }
    if (!weights.score(row, this.own, 0)) {
      this.#reserve(row)
      weights.score(row, this.own, 0)
    }
    this.takeSteps(row, row.square, label, steps, at)
    weights.finish(label)
  }

  #visitBinary(row: View, label: number, steps: Float64Array, at: number): void {
    const { slots, values, start, from, length } = row
    const weights = this.#weights
    const end = weights.length
    let sum = 0
    let isKnown = true
    for (let i = 0; i < length; i++) {
      const slot = slots[start + i]
      if (slot < end) sum += weights[slot] * values[from + i]
      else isKnown = false
    }
    if (!isKnown) this.#reserve(row)
    const step = this.stepOf(label === 1 ? sum : -sum, row.square, steps[at])
    if (step === 0) return
    steps[at] += step
    this.move(row, label, 1 - label, step)
  }

  /** Adds a row's contribution to the weights, or removes it with −1. */
  put(row: View, label: number, steps: Float64Array, at: number, sign: 1 | -1): void {
    const weights = this.#byClass
    if (!weights) {
      this.#reserve(row)
      if (steps[at] !== 0) this.move(row, label, 1 - label, sign * steps[at])
      return
    }
    if (!weights.prepare(row) || row.length === 0) {
      this.#reserve(row)
      weights.prepare(row)
    }
    for (let r = 0; r < this.classes; r++)
      if (r !== label && steps[at + r] > 0) weights.step(label, r, sign * steps[at + r])
    weights.finish(label)
  }

  /** Allocates weights for all slots of a row. */
  #reserve(row: View): void {
    const { slots, start, length } = row
    let most = 0
    for (let i = start; i < start + length; i++) if (slots[i] > most) most = slots[i]
    if (this.#byClass) this.#byClass.reserve(row)
    const wanted = (most + 1) * stepsFor(this.classes)
    if (wanted <= this.#length) return
    this.#length = Math.max(wanted, 2 * this.#length)
    if (!this.#byClass) this.#weights = enlarged(this.#weights, wanted)
  }

  protected override move(row: View, label: number, rival: number, step: number): void {
    if (this.#byClass) {
      this.#byClass.step(label, rival, step)
      return
    }
    const { slots, values, start, from, length } = row
    const weights = this.#weights
    const signed = label === 1 ? step : -step
    for (let i = 0; i < length; i++) weights[slots[start + i]] += signed * values[from + i]
  }

  /** Adds a class with zero weights. The single weight vector of two classes is split in halves. */
  addClass(): void {
    const before = this.classes
    const slots = this.#length / stepsFor(before)
    const grown = new ClassWeights(before + 1)
    for (let slot = 0; slot < slots; slot++)
      for (let c = 0; c < before; c++) {
        const weight = this.weight(slot, c)
        if (!Object.is(weight, 0)) grown.set(slot, c, weight)
      }
    this.#byClass = grown
    this.#weights = new Float64Array(0)
    this.classes = before + 1
    this.#length = slots * this.classes
    this.own = new Float64Array(this.classes)
  }

  /** Sets all weights to 0. */
  clear(): void {
    this.#weights.fill(0)
    this.#byClass?.clear()
  }

  copy(from: DualSvm): void {
    this.#length = from.#length
    this.#weights = from.#weights.slice()
    if (from.#byClass) this.#byClass?.copy(from.#byClass)
  }

  /** `sum` is the sum of the rows' contributions, which the weights are up to rounding: only the difference is saved. */
  save(sum: DualSvm): State {
    return residualsOf(this.#all(), sum.#all())
  }

  load(state: State, sum: DualSvm): void {
    // Earlier files have the weights themselves.
    const all = 'weights' in state ? floatsIn(state, 'weights') : fromResiduals(state, sum.#all())
    this.#length = all.length
    if (!this.#byClass) {
      this.#weights = Float64Array.from(all)
      return
    }
    this.#byClass = new ClassWeights(this.classes)
    for (let k = 0; k < all.length; k++)
      if (!Object.is(all[k], 0)) this.#byClass.set(Math.floor(k / this.classes), k % this.classes, all[k])
  }

  /** What predicts: the weights without trailing zeros, as `load` takes them. */
  saveReplica(): State {
    const all = this.#all()
    const width = stepsFor(this.classes)
    let end = all.length
    while (end > 0 && all[end - 1] === 0) end--
    return { weights: Float64Array.from(all.subarray(0, width * Math.ceil(end / width))) }
  }

  /** The weights of all slots. */
  #all(): Float64Array | Float32Array {
    if (!this.#byClass) return this.#weights
    return this.#byClass.all(this.#length)
  }
}
