import { enlarged } from '../../rows/table.js'
import type { View } from './dual-svm.js'
import { SimdWeights } from './simd.js'

const { fround } = Math

/** From this many weights on, WebAssembly is worth an instance of its own. */
const MANY = 8192
const FIRST_ENTRIES = 512
/** So many rows that are too long for its memory are worth a larger one, to which the weights are copied. */
const MANY_LONG = 32

/**
 * The weights of several classes in single precision, only for slots that a learned row has: the others are 0. A younger ensemble has few rows, and those
 * of a text have few of all features. A slot gets a place when its first row is learned.
 */
export class ClassWeights {
  readonly #classes: number
  /** By slot: its place, counted from 1; 0 if it has none. */
  #places: Int32Array = new Int32Array(0)
  #count = 0
  /** By place and class. */
  #weights: Float32Array = new Float32Array(0)
  /** Holds the weights if there are many; null where that is not possible, or not wanted. */
  #simd: SimdWeights | null | undefined
  /** The row that was scored or prepared last: where the weights of its entries begin, and their values. */
  #from: Int32Array = new Int32Array(FIRST_ENTRIES)
  #values: Float32Array = new Float32Array(FIRST_ENTRIES)
  #entries = 0
  /** Where it is; undefined if it is too long for the memory of WebAssembly, and how many rows were. */
  #memory: SimdWeights | null | undefined
  #long = 0

  constructor(classes: number, kind: 'fastest' | 'plain' = 'fastest') {
    this.#classes = classes
    if (kind === 'plain') this.#simd = null
  }

  get isSimd(): boolean {
    return Boolean(this.#simd)
  }

  weight(slot: number, label: number): number {
    const place = this.#places[slot] ?? 0
    return place === 0 ? 0 : this.#weights[(place - 1) * this.#classes + label]
  }

  set(slot: number, label: number, weight: number): void {
    this.#reserve(slot)
    this.#weights[(this.#places[slot] - 1) * this.#classes + label] = weight
  }

  /** Gives all slots of a row a place. */
  reserve({ slots, start, length }: View): void {
    for (let i = start; i < start + length; i++) {
      const slot = slots[i]
      if (slot >= this.#places.length || this.#places[slot] === 0) this.#reserve(slot)
    }
  }

  #reserve(slot: number): void {
    this.#places = enlarged(this.#places, slot + 1)
    if (this.#places[slot] > 0) return
    this.#places[slot] = ++this.#count
    const length = this.#count * this.#classes
    if (length > this.#weights.length) this.#grow(Math.max(length, 2 * this.#weights.length))
  }

  #grow(length: number): void {
    if (this.#simd !== null && length >= MANY)
      try {
        const entries = Math.max(FIRST_ENTRIES, this.#values.length)
        const before = this.#simd
        this.#simd = new SimdWeights(this.#classes, this.#weights, length, entries)
        this.#weights = this.#simd.weights
        before?.release()
        this.#long = 0
        return
      } catch {
        // No WebAssembly, no SIMD, or no memory for an instance.
        this.#simd = null
      }
    this.#weights = enlarged(this.#weights, length)
  }

  /** Writes the score of every class; returns whether all slots of the row have a place. */
  score(row: View, out: Float64Array, at: number): boolean {
    const isWhole = this.#copy(row)
    if (this.#memory) this.#memory.score(this.#entries, out, at)
    else this.#score(out, at)
    return isWhole
  }

  /** Finds the weights of a row; slots without a place are skipped. Returns whether there are none. */
  #copy({ slots, values, start, from: first, length }: View): boolean {
    const isTooLong = this.#simd ? !this.#simd.fits(length) : this.#values.length < length
    const simd = isTooLong ? this.#fit(length) : this.#simd
    this.#memory = simd
    const places = this.#places
    const end = places.length
    const from = simd ? simd.addresses : this.#from
    const own = simd ? simd.values : this.#values
    const width = simd ? 4 * this.#classes : this.#classes
    let at = 0
    for (let i = 0; i < length; i++) {
      const slot = slots[start + i]
      const place = slot < end ? places[slot] : 0
      if (place === 0) continue
      from[at] = (place - 1) * width
      own[at++] = values[first + i]
    }
    this.#entries = at
    return at === length
  }

  /** Allocates memory for so many entries; undefined if it is not in WebAssembly. */
  #fit(entries: number): SimdWeights | undefined {
    if (this.#values.length < entries) {
      this.#from = new Int32Array(2 * entries)
      this.#values = new Float32Array(2 * entries)
    }
    if (!this.#simd || ++this.#long < MANY_LONG) return undefined
    this.#grow(this.#weights.length)
    return this.#simd
  }

  #score(out: Float64Array, at: number): void {
    const k = this.#classes
    const weights = this.#weights
    const from = this.#from
    const values = this.#values
    const length = this.#entries
    // Sums of four classes at a time stay in registers.
    let c = 0
    for (; c + 4 <= k; c += 4) {
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      for (let i = 0; i < length; i++) {
        const own = from[i] + c
        const value = values[i]
        s0 = fround(s0 + fround(weights[own] * value))
        s1 = fround(s1 + fround(weights[own + 1] * value))
        s2 = fround(s2 + fround(weights[own + 2] * value))
        s3 = fround(s3 + fround(weights[own + 3] * value))
      }
      out[at + c] = s0
      out[at + c + 1] = s1
      out[at + c + 2] = s2
      out[at + c + 3] = s3
    }
    for (; c < k; c++) {
      let sum = 0
      for (let i = 0; i < length; i++) sum = fround(sum + fround(weights[from[i] + c] * values[i]))
      out[at + c] = sum
    }
  }

  /** Prepares the steps of a row that was not scored last; returns whether all its slots have a place. */
  prepare(row: View): boolean {
    return this.#copy(row)
  }

  /** A step of the row that was scored or prepared last: it adds to the weights of a class, and takes away from those of a rival. */
  step(label: number, rival: number, step: number): void {
    if (this.#memory) {
      this.#memory.note(rival, step)
      return
    }
    const weights = this.#weights
    const from = this.#from
    const values = this.#values
    const length = this.#entries
    const own = fround(step)
    for (let i = 0; i < length; i++) {
      const change = fround(own * values[i])
      weights[from[i] + label] += change
      weights[from[i] + rival] -= change
    }
  }

  /** Completes the steps of a row. */
  finish(label: number): void {
    this.#memory?.move(this.#entries, label)
  }

  /** The weights of all slots, so many in total. */
  all(length: number): Float32Array {
    const k = this.#classes
    const out = new Float32Array(length)
    for (let slot = 0; slot < this.#places.length; slot++) {
      const from = (this.#places[slot] - 1) * k
      if (from >= 0) out.set(this.#weights.subarray(from, from + k), slot * k)
    }
    return out
  }

  clear(): void {
    this.#weights.fill(0)
  }

  copy(from: ClassWeights): void {
    this.#places = from.#places.slice()
    this.#count = from.#count
    this.#weights = from.#weights.slice(0, from.#count * this.#classes)
    if (from.isSimd) this.#grow(from.#weights.length)
  }
}
