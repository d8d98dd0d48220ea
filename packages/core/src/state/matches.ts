import { Bytes, Reader } from './bytes.js'
import { squeezed } from './entropy.js'

/**
 * Texts in fewer bytes: a part that came before is stored as its length and its distance (J. Ziv, A. Lempel: A universal algorithm for
 * sequential data compression. IEEE Transactions on Information Theory 23 (1977) 337–343). The last place of every four bytes is the only
 * candidate. Written are four parts, each squeezed by itself: how many bytes are new before each repetition, how long that is, how far back
 * it lies, and the new bytes.
 */
const MIN_MATCH = 4
const HASH_BITS = 16
/** A number below 2^32 takes at most five bytes. */
const MAX_NUMBER_BYTES = 5

/** A distance that takes more bytes must save more. */
const minLength = (distance: number): number =>
  distance < 1 << 7 ? MIN_MATCH : distance < 1 << 14 ? MIN_MATCH + 2 : MIN_MATCH + 4

/** The four parts, each with its length before it. */
export const matched = (bytes: Uint8Array): Uint8Array => {
  const [fresh, lengths, distances, others] = [new Bytes(), new Bytes(), new Bytes(), new Bytes()]
  const places = new Int32Array(1 << HASH_BITS)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let from = 0
  for (let at = 0; at + MIN_MATCH <= bytes.length; ) {
    const hash = hashAt(view, at)
    const before = places[hash] - 1
    places[hash] = at + 1
    const length = before < 0 ? 0 : commonLength(view, before, at)
    if (length < minLength(at - before)) {
      at++
      continue
    }
    fresh.varint(at - from)
    lengths.varint(length - MIN_MATCH)
    distances.varint(at - before)
    others.part(bytes, from, at)
    for (let k = at + 1; k < at + length && k + MIN_MATCH <= bytes.length; k++)
      places[hashAt(view, k)] = k + 1
    at += length
    from = at
  }
  others.all(bytes.subarray(from))
  const out = new Bytes()
  for (const part of [fresh, lengths, distances, others]) {
    out.varint(part.length)
    out.all(squeezed(part.taken(), 1))
  }
  return out.taken()
}

/** The `length` bytes that `matched` was given. */
export const unmatched = (bytes: Uint8Array, length: number): Uint8Array => {
  const reader = new Reader(bytes)
  const most = (MAX_NUMBER_BYTES * length) / MIN_MATCH
  const [fresh, lengths, distances] = [1, 2, 3].map(() => reader.part(1, most)) as [Reader, Reader, Reader]
  const others = reader.part(1, length)
  const out = new Uint8Array(length)
  let end = 0
  while (fresh.at < fresh.length) {
    for (let left = fresh.varint(); left > 0 && end < length; left--) out[end++] = others.byte()
    const distance = distances.varint()
    const to = end + lengths.varint() + MIN_MATCH
    if (distance < 1 || distance > end || to > length) throw new Error('a repetition is out of range')
    // One byte after the other, because a repetition may overlap itself.
    for (; end < to; end++) out[end] = out[end - distance]
  }
  while (end < length) out[end++] = others.byte()
  if (others.at < others.length) throw new Error('bytes are left over')
  return out
}

const hashAt = (view: DataView, at: number): number =>
  Math.imul(view.getInt32(at, true), 0x9e3779b1) >>> (32 - HASH_BITS)

/** How many bytes are the same; four at a time as long as there are so many. */
const commonLength = (view: DataView, before: number, at: number): number => {
  const most = view.byteLength - at
  let length = 0
  while (length + 4 <= most && view.getInt32(before + length) === view.getInt32(at + length)) length += 4
  while (length < most && view.getUint8(before + length) === view.getUint8(at + length)) length++
  return length
}
