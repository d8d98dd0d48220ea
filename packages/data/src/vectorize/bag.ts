import { enlarged } from '@askance/core/internals'
import { finished, hashAfter, type Mark, mixed, wordAt } from './murmur3.js'
import type { Tokens } from './tokens.js'

/**
 * The count of each feature in the current item. A feature is a mark and a slice of the tokens' buffer, compared
 * by bytes. Reused from item to item.
 */
export class FeatureBag {
  size = 0
  hashes: Int32Array = new Int32Array(64)
  starts: Int32Array = new Int32Array(64)
  ends: Int32Array = new Int32Array(64)
  counts: Int32Array = new Int32Array(64)
  readonly marks: Mark[] = []
  readonly #tokens: Tokens
  /** Slots by hash: `#base` + slot + 1. Entries of earlier items are at most `#base`, so nothing needs clearing. */
  #table: Int32Array = new Int32Array(256)
  #mask = 255
  #base = 0

  constructor(tokens: Tokens) {
    this.#tokens = tokens
  }

  /** Empties the bag and reserves capacity for the features. */
  clear(features: number): void {
    this.#base += this.size
    this.size = 0
    let places = 256
    while (places < 2 * features) places *= 2
    if (places > this.#table.length || this.#base + features >= 2 ** 31 - 1) {
      this.#table = new Int32Array(Math.max(places, this.#table.length))
      this.#base = 0
    }
    // Uses only as much of the table as this item needs, to keep it in the CPU cache.
    this.#mask = places - 1
    this.hashes = enlarged(this.hashes, features)
    this.starts = enlarged(this.starts, features)
    this.ends = enlarged(this.ends, features)
    this.counts = enlarged(this.counts, features)
  }

  /** Increments the count of the feature. */
  add(mark: Mark, start: number, end: number): void {
    this.#count(mark, start, end, hashAfter(mark, this.#tokens.bytes, start, end))
  }

  /** Increments the counts of the features from `start` to each of `ends[from]` … `ends[to - 1]`, which rise: they share a hash state. */
  addEach(mark: Mark, start: number, ends: Int32Array, from: number, to: number): void {
    const { length } = mark.bytes
    if ((length & 3) !== 0) {
      for (let k = from; k < to; k++) this.add(mark, start, ends[k]!)
      return
    }
    const { bytes } = this.#tokens
    let state = mark.hash
    let at = start
    for (let k = from; k < to; k++) {
      const end = ends[k]!
      for (; at + 4 <= end; at += 4) state = mixed(state, wordAt(bytes, at))
      // Whatever follows the last byte is cut off.
      const rest = at === end ? 0 : wordAt(bytes, at) & (-1 >>> (32 - 8 * (end - at)))
      this.#count(mark, start, end, finished(state, rest, length + end - start))
    }
  }

  #count(mark: Mark, start: number, end: number, hash: number): void {
    const { bytes } = this.#tokens
    const table = this.#table
    const base = this.#base
    let place = hash & this.#mask
    for (;;) {
      const slot = table[place]! - base - 1
      if (slot < 0) break
      if (this.hashes[slot] === hash && this.marks[slot] === mark && this.#is(bytes, slot, start, end)) {
        this.counts[slot]!++
        return
      }
      place = (place + 1) & this.#mask
    }
    const slot = this.size++
    table[place] = base + slot + 1
    this.hashes[slot] = hash
    this.starts[slot] = start
    this.ends[slot] = end
    this.counts[slot] = 1
    this.marks[slot] = mark
  }

  #is(bytes: Uint8Array, slot: number, start: number, end: number): boolean {
    let at = this.starts[slot]!
    if (this.ends[slot]! - at !== end - start) return false
    for (let k = start; k < end; k++) if (bytes[at++] !== bytes[k]) return false
    return true
  }
}
