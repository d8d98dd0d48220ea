const SLOT_BITS = 10
const SLOTS = 1 << SLOT_BITS
const WORDS = 8

/**
 * Caches the id of every spelling of a label (up to 31 bytes), so that a label is decoded once and not per row.
 * An open hash table over bytes: a spelling is eight 32-bit words, little-endian, padded with zeros.
 * The WebAssembly kernel uses the same arrays, so it repeats the hash function.
 */
export class Spellings {
  static readonly keyLength = WORDS * SLOTS
  static readonly idLength = SLOTS
  #keys: Int32Array
  #ids: Int32Array
  #count = 0
  readonly #sought = new Int32Array(WORDS)

  constructor(keys = new Int32Array(Spellings.keyLength), ids = new Int32Array(Spellings.idLength)) {
    this.#keys = keys
    this.#ids = ids.fill(-1)
  }

  /** Replaces the views after the memory has grown. */
  moved(keys: Int32Array, ids: Int32Array): void {
    this.#keys = keys
    this.#ids = ids
  }

  /** The id of the spelling in the bytes `from` to `to`, or −1 if it is not cached. */
  id(text: Uint8Array, from: number, to: number): number {
    return isLong(from, to) ? -1 : this.#ids[this.#slot(text, from, to)]!
  }

  /** A half-full table takes no more entries; other spellings use the slow lookup. */
  remember(text: Uint8Array, from: number, to: number, id: number): void {
    if (isLong(from, to) || 2 * this.#count >= SLOTS) return
    const slot = this.#slot(text, from, to)
    if (this.#ids[slot]! >= 0) return
    this.#keys.set(this.#sought, WORDS * slot)
    this.#ids[slot] = id
    this.#count++
  }

  /** The slot of the spelling, or the free slot for it. */
  #slot(text: Uint8Array, from: number, to: number): number {
    const sought = this.#sought.fill(0)
    for (let k = from; k < to; k++) sought[(k - from) >> 2]! |= text[k]! << (8 * ((k - from) & 3))
    let hash = 0
    for (let k = 0; k < WORDS; k++) hash = Math.imul(hash ^ sought[k]!, 0x9e3779b1)
    let slot = hash >>> (32 - SLOT_BITS)
    while (this.#ids[slot]! >= 0 && !this.#isAt(slot)) slot = (slot + 1) % SLOTS
    return slot
  }

  #isAt(slot: number): boolean {
    for (let k = 0; k < WORDS; k++) if (this.#keys[WORDS * slot + k] !== this.#sought[k]) return false
    return true
  }
}

const isLong = (from: number, to: number): boolean => to - from >= 4 * WORDS
