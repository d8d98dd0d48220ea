const [FIRST, LAST] = [2 ** 8, 2 ** 16]
/** Chunks of this size are kept as they are. */
const LARGE = 2 ** 14

/**
 * Collects the chunks of a body in blocks. Clients decide how they are cut, and a buffer for each byte would take hundreds of times
 * its memory.
 *
 * @example
 * const blocks = new Blocks()
 * for (const byte of Buffer.from('abc')) blocks.add(Buffer.of(byte))
 * blocks.length // => 3
 * blocks.take().toString() // => 'abc'
 * blocks.length // => 0
 */
export class Blocks {
  readonly #full: Buffer[] = []
  /** The block that is being filled, from `#start` to `#end`. */
  #block = Buffer.alloc(0)
  #start = 0
  #end = 0
  length = 0

  add(chunk: Buffer): void {
    const isLarge = chunk.length >= LARGE
    if (isLarge || chunk.length > this.#block.length - this.#end) this.#seal()
    if (isLarge) this.#full.push(chunk)
    else {
      if (chunk.length > this.#block.length - this.#end) this.#extend(chunk.length)
      this.#end += chunk.copy(this.#block, this.#end)
    }
    this.length += chunk.length
  }

  #seal(): void {
    if (this.#end > this.#start) this.#full.push(this.#block.subarray(this.#start, this.#end))
    this.#start = this.#end
  }

  /** Blocks grow with the body, so that they take at most about twice its bytes. */
  #extend(least: number): void {
    this.#block = Buffer.allocUnsafeSlow(Math.max(least, FIRST, Math.min(this.length, LAST)))
    this.#start = 0
    this.#end = 0
  }

  /** Returns all bytes, and forgets them. */
  take(): Buffer {
    this.#seal()
    const [only] = this.#full
    const whole = this.#full.length === 1 && only ? only : Buffer.concat(this.#full, this.length)
    this.clear()
    return whole
  }

  clear(): void {
    this.#full.length = 0
    this.#block = Buffer.alloc(0)
    this.#start = 0
    this.#end = 0
    this.length = 0
  }
}
