/**
 * SipHash-2-4 (J.-P. Aumasson & D. J. Bernstein: SipHash: a fast short-input PRF. INDOCRYPT 2012, 489–508): 64 bits that nobody can
 * predict without the key. 64-bit words are pairs of 32-bit ones, because JavaScript has no fast 64-bit integers.
 *
 * @example
 * const key = Int32Array.of(0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c)
 * const hash = new SipHash(key)
 * hash.of(new Uint8Array(0))
 * hash.high >>> 0 // => 0x726fdb47
 * hash.low >>> 0 // => 0xdd0e0e31
 */
export class SipHash {
  readonly #key: Int32Array
  /** The two halves of the last hash. */
  high = 0
  low = 0

  /** The key as four words, the least significant first. */
  constructor(key: Int32Array) {
    this.#key = key.slice(0, 4)
  }

  of(bytes: Uint8Array, end: number = bytes.length): void {
    const [k0, k1, k2, k3] = this.#key
    // v0 to v3, each a low and a high half.
    let a = k0 ^ 0x70736575
    let A = k1 ^ 0x736f6d65
    let b = k2 ^ 0x6e646f6d
    let B = k3 ^ 0x646f7261
    let c = k0 ^ 0x6e657261
    let C = k1 ^ 0x6c796765
    let d = k2 ^ 0x79746573
    let D = k3 ^ 0x74656462
    const blocks = end >> 3
    // The last block has the remaining bytes and the length; then come four rounds without input.
    for (let block = 0; block <= blocks + 2; block++) {
      let m = 0
      let M = 0
      if (block <= blocks) {
        const at = 8 * block
        const left = Math.min(8, end - at)
        for (let k = 0; k < left; k++)
          if (k < 4) m |= bytes[at + k] << (8 * k)
          else M |= bytes[at + k] << (8 * (k - 4))
        if (block === blocks) M |= (end & 255) << 24
      } else if (block === blocks + 1) c ^= 0xff
      d ^= m
      D ^= M
      for (let round = 0; round < 2; round++) {
        // v0 += v1; v1 = rotl(v1, 13) ^ v0; v0 = rotl(v0, 32)
        let sum = (a >>> 0) + (b >>> 0)
        let low = sum | 0
        let high = (A + B + (sum > 0xffffffff ? 1 : 0)) | 0
        let x = ((b << 13) | (B >>> 19)) ^ low
        let X = ((B << 13) | (b >>> 19)) ^ high
        b = x
        B = X
        a = high
        A = low
        // v2 += v3; v3 = rotl(v3, 16) ^ v2
        sum = (c >>> 0) + (d >>> 0)
        C = (C + D + (sum > 0xffffffff ? 1 : 0)) | 0
        c = sum | 0
        x = ((d << 16) | (D >>> 16)) ^ c
        X = ((D << 16) | (d >>> 16)) ^ C
        d = x
        D = X
        // v0 += v3; v3 = rotl(v3, 21) ^ v0
        sum = (a >>> 0) + (d >>> 0)
        A = (A + D + (sum > 0xffffffff ? 1 : 0)) | 0
        a = sum | 0
        x = ((d << 21) | (D >>> 11)) ^ a
        X = ((D << 21) | (d >>> 11)) ^ A
        d = x
        D = X
        // v2 += v1; v1 = rotl(v1, 17) ^ v2; v2 = rotl(v2, 32)
        sum = (c >>> 0) + (b >>> 0)
        low = sum | 0
        high = (C + B + (sum > 0xffffffff ? 1 : 0)) | 0
        x = ((b << 17) | (B >>> 15)) ^ low
        X = ((B << 17) | (b >>> 15)) ^ high
        b = x
        B = X
        c = high
        C = low
      }
      a ^= m
      A ^= M
    }
    this.low = a ^ b ^ c ^ d
    this.high = A ^ B ^ C ^ D
  }
}
