/** The first 32 bits of the fraction of a root. */
const fractionOf = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0

const primes = Array.from({ length: 312 }, (_, k) => k).filter(
  (k) => k > 1 && !Array.from({ length: k - 2 }, (_, d) => d + 2).some((d) => k % d === 0),
)
const CONSTANTS = Int32Array.from(primes.slice(0, 64), (prime) => fractionOf(Math.cbrt(prime)))
const START = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))
const BLOCK = 64

/**
 * The SHA-256 of the parts, one after another (FIPS 180-4). Stands in for `sha256.ts` in a browser: the one that browsers
 * have is missing on pages that came over plain HTTP.
 */
export const sha256 = (parts: readonly (string | Uint8Array)[], encoding: 'hex' | 'base64url'): string => {
  const hash = new Sha256()
  for (const part of parts) hash.update(typeof part === 'string' ? new TextEncoder().encode(part) : part)
  const bytes = hash.digest()
  return encoding === 'hex'
    ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    : btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
}

class Sha256 {
  readonly #state = START.slice()
  readonly #words = new Int32Array(BLOCK)
  /** A block that is not full yet. */
  readonly #rest = new Uint8Array(BLOCK)
  #filled = 0
  #length = 0

  update(bytes: Uint8Array): void {
    this.#length += bytes.length
    let at = 0
    if (this.#filled > 0) {
      at = Math.min(BLOCK - this.#filled, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#filled)
      this.#filled += at
      if (this.#filled < BLOCK) return
      this.#mix(this.#rest, 0)
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.#mix(bytes, at)
    this.#rest.set(bytes.subarray(at))
    this.#filled = bytes.length - at
  }

  digest(): Uint8Array {
    const bits = 8 * this.#length
    // One bit, zeros up to the end of a block, and there the length in 64 bits.
    const end = new Uint8Array((this.#filled + 8 >= BLOCK ? 2 * BLOCK : BLOCK) - this.#filled)
    end[0] = 0x80
    const view = new DataView(end.buffer)
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(end.length - 4, bits % 2 ** 32)
    this.update(end)
    const digest = new DataView(new ArrayBuffer(32))
    this.#state.forEach((word, k) => {
      digest.setInt32(4 * k, word)
    })
    return new Uint8Array(digest.buffer)
  }

  #mix(bytes: Uint8Array, from: number): void {
    const words = this.#words
    for (let t = 0, at = from; t < 16; t++, at += 4)
      words[t] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    for (let t = 16; t < BLOCK; t++) {
      const [early, late] = [words[t - 15]!, words[t - 2]!]
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[t] = (words[t - 16]! + s0 + words[t - 7]! + s1) | 0
    }
    const state = this.#state
    let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!]
    let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!]
    for (let t = 0; t < BLOCK; t++) {
      const one =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[t]! + words[t]!
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const mixed = [a, b, c, d, e, f, g, h]
    for (let k = 0; k < 8; k++) state[k]! += mixed[k]!
  }
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
