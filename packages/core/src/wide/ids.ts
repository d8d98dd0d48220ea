import { Random } from '../random.js'
import { SipHash } from './siphash.js'

/** The most partitions of a wide stream. */
export const MAX_PARTITIONS = 256

/** The most bytes of an id in UTF-8. */
const MAX_BYTES = 4096

/**
 * What follows from the id of an item: its partition, its coin, and a number that stands for it. The coin and the number depend on the
 * seed of the stream, so that nobody who does not know it can choose ids that are asked about. Who decides again after a crash tosses
 * the same coin.
 *
 * @example
 * const ids = new ItemIds(7)
 * ids.coin('mail 1') === new ItemIds(7).coin('mail 1') // => true
 * ids.coin('mail 1') === new ItemIds(8).coin('mail 1') // => false
 * ids.partition('mail 1', 64) < 64 // => true
 */
export class ItemIds {
  readonly #coin: SipHash
  readonly #number: SipHash
  readonly #bytes = new Uint8Array(MAX_BYTES)
  readonly #encoder = new TextEncoder()

  constructor(seed: number) {
    this.#coin = new SipHash(new Random(seed, 'wide coin').save())
    this.#number = new SipHash(new Random(seed, 'wide id').save())
  }

  /** From 0 to below 1, with 53 bits. */
  coin(id: string): number {
    return this.#uniform(this.#coin, id) / 2 ** 53
  }

  /** A whole number below 2⁵³ that stands for the id, from which the partition follows too. */
  number(id: string): number {
    return this.#uniform(this.#number, id)
  }

  partition(id: string, partitions: number): number {
    return this.number(id) % partitions
  }

  #uniform(hash: SipHash, id: string): number {
    const bytes = this.#bytes
    let end = 0
    // Most ids are ASCII, and short: that is several times faster than an encoder.
    for (; end < id.length; end++) {
      const code = id.charCodeAt(end)
      if (code > 127 || end === MAX_BYTES) break
      bytes[end] = code
    }
    if (end === id.length) hash.of(bytes, end)
    else hash.of(this.#encoder.encode(id))
    return (hash.high >>> 0) * 2 ** 21 + (hash.low >>> 11)
  }
}
