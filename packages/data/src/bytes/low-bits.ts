/** Thrown where the data ends too early. */
export class Short extends Error {}

/** Reads bits of a stream of chunks, the lowest of each byte first. */
export class LowBits {
  readonly #chunks: AsyncGenerator<Uint8Array>
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #buffer = 0
  #count = 0
  #isOver = false

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks
  }

  /** Whether so many bytes can be read without looking for more, or no more will come. */
  isReady(bytes: number): boolean {
    return this.#isOver || this.#bytes.length - this.#at >= bytes
  }

  /** Reads on until so many bytes lie ready or none are left. */
  async ready(bytes: number): Promise<void> {
    while (!this.isReady(bytes)) {
      const { value, done } = await this.#chunks.next()
      this.#isOver = done === true
      if (done) return
      const rest = this.#bytes.subarray(this.#at)
      // Copied: the chunk may be used again.
      const joined = new Uint8Array(rest.length + value.length)
      joined.set(rest)
      joined.set(value, rest.length)
      this.#bytes = joined
      this.#at = 0
    }
  }

  /** Whether there is nothing left; only behind `ready(1)`. */
  get isEmpty(): boolean {
    return this.#count === 0 && this.#at === this.#bytes.length
  }

  /** The next bits, at most 16, without taking them; beyond the end they are 0. */
  peek(count: number): number {
    while (this.#count < count && this.#at < this.#bytes.length) {
      this.#buffer |= this.#bytes[this.#at++]! << this.#count
      this.#count += 8
    }
    return this.#buffer & ((1 << count) - 1)
  }

  /** Takes bits that were looked at. */
  drop(count: number): void {
    if (count > this.#count) throw new Short()
    this.#buffer >>>= count
    this.#count -= count
  }

  /** The next bits, at most 16, as a number. */
  take(count: number): number {
    const bits = this.peek(count)
    this.drop(count)
    return bits
  }

  /** Passes the rest of a byte that was begun. */
  align(): void {
    this.drop(this.#count % 8)
  }

  /** Up to so many whole bytes; only behind `align`. */
  bytes(most: number): Uint8Array {
    const taken = Uint8Array.from({ length: Math.min(most, this.#count / 8) }, () => this.take(8))
    if (taken.length > 0) return taken
    const end = Math.min(this.#bytes.length, this.#at + most)
    const piece = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return piece
  }
}
