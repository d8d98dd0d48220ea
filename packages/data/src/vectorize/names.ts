import type { State } from '@askance/core'
import { bytesIn, coreError, enlarged, integersIn } from '@askance/core/internals'
import { largerBytes } from './growth.js'
import { hashAfter, type Mark, NO_MARK } from './murmur3.js'

/** The average name length at which the store counts as full. */
const BYTES_PER_NAME = 64

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

interface NamesOptions {
  /** There are 2^bits buckets; a name is in bucket |hash| mod 2^bits. */
  readonly bits: number
  /** Maximum number of names. */
  readonly most: number
  /** Whether names with the same 32-bit hash are distinguished. */
  readonly exact: boolean
}

/**
 * Names in order of insertion, in one UTF-8 buffer, looked up by hash. The names of a bucket form a
 * linked list; the first one stays at its head.
 */
export class Names {
  size = 0
  /** The number of names that share a bucket with an earlier one. */
  collided = 0
  readonly #mask: number
  readonly #most: number
  readonly #exact: boolean
  /** For each bucket the id of its first name, plus 1, and that name's hash, adjacent to load both at once. */
  readonly #heads: Int32Array
  /** For each name the id of the next one in its bucket, plus 1. */
  #next: Int32Array = new Int32Array(64)
  #hashes: Int32Array = new Int32Array(64)
  /** Name i has the bytes `starts[i]` to `starts[i + 1]`. */
  #starts: Int32Array = new Int32Array(65)
  #bytes: Uint8Array = new Uint8Array(512)

  constructor({ bits, most, exact }: NamesOptions) {
    this.#mask = 2 ** bits - 1
    this.#most = most
    this.#exact = exact
    this.#heads = new Int32Array(2 * 2 ** bits)
    // An empty bucket holds the hash of another bucket, which none of its own names can have.
    this.#heads[1] = 1
  }

  /** Whether no further name fits. */
  get full(): boolean {
    return this.size >= this.#most
  }

  /** The bucket of a hash. The smallest number has no positive counterpart; as in scikit-learn it maps to 0. */
  bucketOf(hash: number): number {
    return Math.abs(hash) & this.#mask
  }

  /** The id of the name that is the mark and a slice of the bytes, or −1. */
  find(hash: number, mark: Mark, bytes: Uint8Array, start: number, end: number): number {
    let id = this.#heads[2 * this.bucketOf(hash)]! - 1
    while (id >= 0 && !(this.#hashes[id] === hash && (!this.#exact || this.#is(id, mark, bytes, start, end))))
      id = this.#next[id]! - 1
    return id
  }

  /**
   * Writes the positions of hashes that are not the first of their bucket to `into`; returns their number.
   * No branch depends on the loaded values, so the CPU can load many table entries in parallel.
   */
  strangers(hashes: Int32Array, size: number, into: Int32Array): number {
    const heads = this.#heads
    const mask = this.#mask
    let count = 0
    for (let k = 0; k < size; k++) {
      const hash = hashes[k]!
      const difference = heads[2 * (Math.abs(hash) & mask) + 1]! ^ hash
      into[count] = k
      count += (difference | -difference) >>> 31
    }
    return count
  }

  /** Adds a name that `find` did not find; returns its id, or −1 if the store is full. */
  add(hash: number, mark: Mark, bytes: Uint8Array, start: number, end: number): number {
    const id = this.size
    const from = this.#starts[id]!
    const to = from + mark.bytes.length + end - start
    if (this.full || to > BYTES_PER_NAME * this.#most) return -1
    this.#starts = enlarged(this.#starts, id + 2)
    this.#next = enlarged(this.#next, id + 1)
    this.#hashes = enlarged(this.#hashes, id + 1)
    const own = largerBytes(this.#bytes, to)
    this.#bytes = own
    let at = from
    for (let k = 0; k < mark.bytes.length; k++) own[at++] = mark.bytes[k]!
    for (let k = start; k < end; k++) own[at++] = bytes[k]!
    this.#starts[id + 1] = to
    this.#hashes[id] = hash
    this.#link(id, hash)
    this.size++
    return id
  }

  /** The id of a whole name, added if it is new. */
  addText(text: string): number {
    const bytes = encoder.encode(text)
    const hash = hashAfter(NO_MARK, bytes, 0, bytes.length)
    const found = this.find(hash, NO_MARK, bytes, 0, bytes.length)
    return found >= 0 ? found : this.add(hash, NO_MARK, bytes, 0, bytes.length)
  }

  /** The id of a whole name, or −1. */
  findText(text: string): number {
    const bytes = encoder.encode(text)
    return this.find(hashAfter(NO_MARK, bytes, 0, bytes.length), NO_MARK, bytes, 0, bytes.length)
  }

  name(id: number): string | undefined {
    return id >= 0 && id < this.size
      ? decoder.decode(this.#bytes.subarray(this.#starts[id]!, this.#starts[id + 1]!))
      : undefined
  }

  /** The first name of a bucket. */
  firstIn(bucket: number): string | undefined {
    return this.name((this.#heads[2 * bucket] ?? 0) - 1)
  }

  /** The hash of the first name of a bucket; 0 where there is none. */
  hashIn(bucket: number): number {
    return this.#heads[2 * bucket] ? this.#heads[2 * bucket + 1]! : 0
  }

  /** All names of a bucket in order of insertion. */
  namesIn(bucket: number): string[] {
    const ids: number[] = []
    for (let id = (this.#heads[2 * bucket] ?? 0) - 1; id >= 0; id = this.#next[id]! - 1) ids.push(id)
    return ids.sort((a, b) => a - b).map((id) => this.name(id)!)
  }

  /** Saves only the names; hashes and lists are derived from them. */
  save(): State {
    return {
      bytes: this.#bytes.slice(0, this.#starts[this.size]),
      starts: this.#starts.slice(0, this.size + 1),
    }
  }

  /** Loads into an empty store. */
  load(state: State): void {
    const bytes = bytesIn(state, 'bytes')
    const starts = integersIn(state, 'starts')
    const sound = starts[0] === 0 && starts.every((start, k) => k === 0 || start >= starts[k - 1]!)
    if (!sound || starts.at(-1) !== bytes.length)
      throw coreError('model/state', { reason: 'its feature names are inconsistent' })
    for (let k = 0; k + 1 < starts.length; k++) {
      const start = starts[k]!
      const end = starts[k + 1]!
      if (this.add(hashAfter(NO_MARK, bytes, start, end), NO_MARK, bytes, start, end) < 0)
        throw coreError('model/state', { reason: 'it has more feature names than its limit' })
    }
  }

  #link(id: number, hash: number): void {
    const place = 2 * this.bucketOf(hash)
    const head = this.#heads[place]! - 1
    this.#next[id] = 0
    if (head < 0) {
      this.#heads[place] = id + 1
      this.#heads[place + 1] = hash
    } else {
      this.#next[id] = this.#next[head]!
      this.#next[head] = id + 1
      this.collided++
    }
  }

  #is(id: number, mark: Mark, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes
    let at = this.#starts[id]!
    if (this.#starts[id + 1]! - at !== mark.bytes.length + end - start) return false
    for (let k = 0; k < mark.bytes.length; k++) if (own[at++] !== mark.bytes[k]) return false
    for (let k = start; k < end; k++) if (own[at++] !== bytes[k]) return false
    return true
  }
}
