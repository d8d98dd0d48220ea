/**
 * MurmurHash3 x86 32-bit with seed 0 (Appleby, public domain), the hash of scikit-learn's FeatureHasher, over UTF-8.
 * A feature's name is a mark (often empty) followed by a slice of a buffer; the mark is hashed once, so no
 * string is built for hashing.
 */

const encoder = new TextEncoder()

/** A prefix shared by many features, such as `subject:`. */
export class Mark {
  readonly text: string
  readonly bytes: Uint8Array
  /** The hash after the whole words of the mark, and the bytes left over. */
  readonly hash: number
  readonly rest: number

  constructor(text: string) {
    this.text = text
    this.bytes = encoder.encode(text)
    const whole = this.bytes.length & ~3
    let hash = 0
    for (let at = 0; at < whole; at += 4) hash = mixed(hash, wordAt(this.bytes, at))
    let rest = 0
    for (let at = whole; at < this.bytes.length; at++) rest |= this.bytes[at]! << (8 * (at - whole))
    this.hash = hash
    this.rest = rest
  }
}

export const NO_MARK = new Mark('')

/** The signed 32-bit hash of the mark followed by the bytes from `start` to `end`. */
export const hashAfter = (mark: Mark, bytes: Uint8Array, start: number, end: number): number => {
  let hash = mark.hash
  let rest = mark.rest
  let shift = (mark.bytes.length & 3) << 3
  let at = start
  if (shift === 0) for (; at + 4 <= end; at += 4) hash = mixed(hash, wordAt(bytes, at))
  for (; at < end; at++) {
    rest |= bytes[at]! << shift
    shift += 8
    if (shift < 32) continue
    hash = mixed(hash, rest)
    rest = 0
    shift = 0
  }
  return finished(hash, rest, mark.bytes.length + end - start)
}

/** The hash of `length` bytes, after its whole words, and with the bytes left over. */
export const finished = (state: number, rest: number, length: number): number => {
  let hash = state ^ scrambled(rest) ^ length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/**
 * The hash of a text, as a signed 32-bit number.
 *
 * @example
 * murmur3('hello') // => 613153351
 */
export const murmur3 = (text: string): number => {
  const bytes = encoder.encode(text)
  return hashAfter(NO_MARK, bytes, 0, bytes.length)
}

/** Four bytes as a word. */
export const wordAt = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)

const scrambled = (word: number): number => {
  const k = Math.imul(word, 0xcc9e2d51)
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593)
}

/** The hash after another whole word. */
export const mixed = (hash: number, word: number): number => {
  const h = hash ^ scrambled(word)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}
