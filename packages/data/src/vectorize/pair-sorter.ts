import { enlarged } from '@askance/core/internals'

/** Rows up to this length use insertion sort. */
const SHORT = 24
/** Rows up to this length use more passes over fewer digits, because clearing the counts would cost more than a pass. */
const MIDDLING = 1000

const MAX_DIGIT = 11
/** A key and its place together have at most so many bits. */
const KEY_BITS = 31
/** So many keys of a bucket are sorted by insertion. */
const MAX_BUCKET = 12

/** Stable sort of two parallel arrays by the first, which holds natural numbers. */
export class PairSorter {
  readonly #counts = new Int32Array(2 ** MAX_DIGIT)
  #index: Int32Array = new Int32Array(64)
  #value: Float64Array = new Float64Array(64)

  sort(index: Int32Array, value: Float64Array, size: number): void {
    if (size <= SHORT) {
      insertion(index, value, size)
      return
    }
    let union = 0
    for (let k = 0; k < size; k++) union |= index[k]!
    const bits = 32 - Math.clz32(union)
    this.#index = enlarged(this.#index, size)
    this.#value = enlarged(this.#value, size)
    if (this.#sortSpread(index, value, size, bits)) return
    const passes = Math.ceil(bits / (size <= MIDDLING ? 7 : MAX_DIGIT))
    const digit = Math.ceil(bits / passes)
    let from = { index, value }
    let to = { index: this.#index, value: this.#value }
    for (let pass = 0; pass < passes; pass++) {
      this.#pass(from, to, size, pass * digit, 2 ** digit)
      const other = from
      from = to
      to = other
    }
    if (from.index === index) return
    for (let k = 0; k < size; k++) {
      index[k] = from.index[k]!
      value[k] = from.value[k]!
    }
  }

  /**
   * Sorts keys that are spread evenly, as hashes are: into as many buckets as there are keys, and then by insertion. The place of a value is in
   * the low bits of its key. Returns false, and changes nothing, if some bucket would have many keys.
   */
  #sortSpread(index: Int32Array, value: Float64Array, size: number, bits: number): boolean {
    const places = 32 - Math.clz32(size - 1)
    const digit = Math.min(places, MAX_DIGIT)
    if (bits + places > KEY_BITS || bits < digit) return false
    const shift = bits - digit
    const counts = this.#counts.fill(0, 0, 2 ** digit)
    for (let k = 0; k < size; k++) counts[index[k]! >>> shift]!++
    let sum = 0
    for (let d = 0; d < 2 ** digit; d++) {
      const count = counts[d]!
      if (count > MAX_BUCKET) return false
      counts[d] = sum
      sum += count
    }
    const keys = this.#index
    const values = this.#value
    for (let k = 0; k < size; k++) {
      const own = index[k]!
      keys[counts[own >>> shift]!++] = (own << places) | k
      values[k] = value[k]!
    }
    for (let k = 1; k < size; k++) {
      const own = keys[k]!
      let at = k
      for (; at > 0 && keys[at - 1]! > own; at--) keys[at] = keys[at - 1]!
      keys[at] = own
    }
    const mask = 2 ** places - 1
    for (let k = 0; k < size; k++) {
      const key = keys[k]!
      index[k] = key >>> places
      value[k] = values[key & mask]!
    }
    return true
  }

  /** One pass of a radix sort, by the digit above `shift`. */
  #pass(from: Pairs, to: Pairs, size: number, shift: number, digits: number): void {
    const counts = this.#counts.fill(0, 0, digits)
    const { index, value } = from
    const mask = digits - 1
    for (let k = 0; k < size; k++) counts[(index[k]! >>> shift) & mask]!++
    let sum = 0
    for (let d = 0; d < digits; d++) {
      const count = counts[d]!
      counts[d] = sum
      sum += count
    }
    for (let k = 0; k < size; k++) {
      const own = index[k]!
      const at = counts[(own >>> shift) & mask]!++
      to.index[at] = own
      to.value[at] = value[k]!
    }
  }
}

interface Pairs {
  readonly index: Int32Array
  readonly value: Float64Array
}

const insertion = (index: Int32Array, value: Float64Array, size: number): void => {
  for (let k = 1; k < size; k++) {
    const own = index[k]!
    const kept = value[k]!
    let at = k
    for (; at > 0 && index[at - 1]! > own; at--) {
      index[at] = index[at - 1]!
      value[at] = value[at - 1]!
    }
    index[at] = own
    value[at] = kept
  }
}
