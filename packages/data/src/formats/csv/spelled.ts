/** Longer or further spellings are not kept. */
const MAX_BYTES = 64
const MAX_SPELLINGS = 4096
/** There may be many columns with few values. */
const FIRST_SLOTS = 16
const SLOTS_PER_SPELLING = 4

/** What the fields of a column stand for, by their bytes, so that a value that occurs often is decoded once. */
export class Spelled<T> {
  readonly #make: (text: string) => T
  /** The number of the spelling, plus 1, by hash. */
  #slots = new Int32Array(FIRST_SLOTS)
  readonly #hashes: number[] = []
  readonly #spellings: Uint8Array[] = []
  readonly #values: T[] = []

  constructor(make: (text: string) => T) {
    this.#make = make
  }

  /** The value of the bytes `from` to `to`, which have this hash; `text` decodes them. */
  of(
    bytes: Uint8Array,
    from: number,
    to: number,
    hash: number,
    text: (from: number, to: number) => string,
  ): T {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let id = this.#slots[slot]! - 1; id >= 0; id = this.#slots[slot]! - 1) {
      if (this.#hashes[id] === hash && isSame(this.#spellings[id]!, bytes, from, to)) return this.#values[id]!
      slot = (slot + 1) & mask
    }
    const value = this.#make(text(from, to))
    if (to - from > MAX_BYTES || this.#values.length === MAX_SPELLINGS) return value
    this.#hashes.push(hash)
    this.#spellings.push(bytes.slice(from, to))
    this.#slots[slot] = this.#values.push(value)
    if (SLOTS_PER_SPELLING * this.#values.length > this.#slots.length) this.#grow()
    return value
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    const mask = slots.length - 1
    for (const [id, hash] of this.#hashes.entries()) {
      let slot = hash & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.#slots = slots
  }
}

const isSame = (spelling: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean => {
  if (spelling.length !== to - from) return false
  for (let k = 0; k < spelling.length; k++) if (spelling[k] !== bytes[from + k]) return false
  return true
}
