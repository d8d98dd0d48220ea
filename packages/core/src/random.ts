import { coreError } from './errors.js'

/**
 * The seeded generator: xoshiro128** 1.1 (Blackman & Vigna 2021, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47), four 32-bit words of state, period 2^128 − 1.
 *
 * Its state is filled by SplitMix32 (the finaliser of MurmurHash3 over a Weyl sequence) from the two halves of the
 * seed and the name of the sub-stream, so that the permutation, the coins and the evictions of one seed never share
 * a number. A uniform number takes two outputs: 27 bits of the first and 26 of the second make 53, divided by 2^53.
 *
 * @example
 * const coins = new Random(7, 'coin')
 * const first = coins.uniform()
 * new Random(7, 'coin').uniform() === first // => true
 * new Random(7, 'eviction').uniform() === first // => false
 */
export class Random {
  readonly #s = new Int32Array(4)

  constructor(seed: number, name: string) {
    if (!Number.isSafeInteger(seed) || seed < 0) throw coreError('seed/invalid', { seed })
    let mix = scrambled((seed % 2 ** 32) | 0)
    mix = scrambled(mix ^ Math.floor(seed / 2 ** 32))
    for (let k = 0; k < name.length; k++) mix = scrambled(mix ^ name.charCodeAt(k))
    for (let k = 0; k < 4; k++) {
      mix = (mix + 0x9e3779b9) | 0
      this.#s[k] = scrambled(mix)
    }
    if (this.#s.every((word) => word === 0)) this.#s[0] = 1
  }

  /** 32 random bits as a signed integer. */
  bits(): number {
    const s = this.#s
    const s1 = s[1]
    const product = Math.imul(s1, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9)
    s[2] ^= s[0]
    s[3] ^= s1
    s[1] = s1 ^ s[2]
    s[0] ^= s[3]
    s[2] ^= s1 << 9
    s[3] = (s[3] << 11) | (s[3] >>> 21)
    return result
  }

  /** A uniform number in [0, 1) with 53 random bits. */
  uniform(): number {
    const high = this.bits() >>> 5
    const low = this.bits() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }

  /** A uniform whole number in 0 … n − 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n)
  }

  /** A standard normal number (Box–Muller; the second of the pair is not kept, so the state stays four words). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()))
    return radius * Math.cos(2 * Math.PI * this.uniform())
  }

  save(): Int32Array {
    return this.#s.slice()
  }

  load(state: Int32Array): void {
    this.#s.set(state)
  }
}

const scrambled = (word: number): number => {
  let z = (word + 0x6d2b79f5) | 0
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
  return z ^ (z >>> 16)
}

/** 0 … n − 1 in random order (Fisher–Yates), from the sub-stream "permutation" of the seed. */
export const permutation = (n: number, seed: number): Int32Array => {
  const random = new Random(seed, 'permutation')
  const order = Int32Array.from({ length: n }, (_, k) => k)
  for (let k = n - 1; k > 0; k--) {
    const j = random.below(k + 1)
    const kept = order[k]
    order[k] = order[j]
    order[j] = kept
  }
  return order
}
