import { concat } from './concat.js'

/** Thrown where more bits are asked for than there are. */
export class OutOfBits extends Error {}

/** Reads bits, the highest of each byte first. */
export class BitReader {
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #buffer = 0
  #count = 0

  /** How many whole bytes are left. */
  get left(): number {
    return this.#bytes.length - this.#at
  }

  /** Drops what was read, and appends the bytes. */
  append(bytes: Uint8Array): void {
    this.#bytes = concat([this.#bytes.subarray(this.#at), bytes])
    this.#at = 0
  }

  /** A function that comes back to this place. */
  mark(): () => void {
    const [bytes, at, buffer, count] = [this.#bytes, this.#at, this.#buffer, this.#count]
    return () => {
      this.#bytes = bytes
      this.#at = at
      this.#buffer = buffer
      this.#count = count
    }
  }

  /** The next bits, at most 24, as a number. */
  take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new OutOfBits()
      this.#buffer = (this.#buffer << 8) | this.#bytes[this.#at++]!
      this.#count += 8
    }
    this.#count -= count
    return (this.#buffer >>> this.#count) & ((1 << count) - 1)
  }

  /** The next 32 bits. */
  word(): number {
    return ((this.take(16) << 16) | this.take(16)) >>> 0
  }

  /** Passes the rest of a byte that was begun. */
  align(): void {
    this.#count -= this.#count % 8
  }
}
