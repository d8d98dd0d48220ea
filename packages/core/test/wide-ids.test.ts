import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Random } from '@askance/core'
import { ItemIds } from '../src/wide/ids.js'
import { SipHash } from '../src/wide/siphash.js'

const MASK = (1n << 64n) - 1n
const rotated = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK

/** SipHash-2-4 as in the paper, with whole 64-bit words. */
const slow = (key: Uint8Array, bytes: Uint8Array): bigint => {
  const word = (from: Uint8Array, at: number, count = 8): bigint => {
    let sum = 0n
    for (let k = 0; k < count; k++) sum |= BigInt(from[at + k]) << BigInt(8 * k)
    return sum
  }
  const [k0, k1] = [word(key, 0), word(key, 8)]
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ]
  const round = (): void => {
    v0 = (v0 + v1) & MASK
    v2 = (v2 + v3) & MASK
    v1 = rotated(v1, 13n) ^ v0
    v3 = rotated(v3, 16n) ^ v2
    v0 = rotated(v0, 32n)
    v2 = (v2 + v1) & MASK
    v0 = (v0 + v3) & MASK
    v1 = rotated(v1, 17n) ^ v2
    v3 = rotated(v3, 21n) ^ v0
    v2 = rotated(v2, 32n)
  }
  const whole = bytes.length >> 3
  for (let block = 0; block <= whole; block++) {
    const isLast = block === whole
    const left = isLast ? bytes.length % 8 : 8
    const m = word(bytes, 8 * block, left) | (isLast ? BigInt(bytes.length & 255) << 56n : 0n)
    v3 ^= m
    round()
    round()
    v0 ^= m
  }
  v2 ^= 0xffn
  for (let k = 0; k < 4; k++) round()
  return v0 ^ v1 ^ v2 ^ v3
}

const counted = (length: number): Uint8Array => Uint8Array.from({ length }, (_, k) => k)
const wordsOf = (key: Uint8Array): Int32Array => new Int32Array(key.slice().buffer)
const fast = (key: Uint8Array, bytes: Uint8Array): bigint => {
  const hash = new SipHash(wordsOf(key))
  hash.of(bytes)
  return (BigInt(hash.high >>> 0) << 32n) | BigInt(hash.low >>> 0)
}

describe('SipHash', () => {
  test('has the published test vectors', () => {
    const published: readonly [number, bigint][] = [
      [0, 0x726fdb47dd0e0e31n],
      [1, 0x74f839c593dc67fdn],
      [2, 0x0d6c8009d9a94f5an],
      [3, 0x85676696d7fb7e2dn],
      [7, 0xab0200f58b01d137n],
      [8, 0x93f5f5799a932462n],
      [15, 0xa129ca6149be45e5n],
    ]
    for (const [length, expected] of published) assert.equal(fast(counted(16), counted(length)), expected)
  })

  test('equals a slow version with 64-bit words, for any key and length', () => {
    const random = new Random(1, 'test/siphash')
    const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256))
    for (let k = 0; k < 200; k++) {
      const [key, text] = [bytes(16), bytes(random.below(300))]
      assert.equal(fast(key, text), slow(key, text))
    }
  })
})

describe('ids', () => {
  const ids = new ItemIds(7)
  const names = Array.from({ length: 20_000 }, (_, k) => `item ${k}`)

  test('give uniform coins, evenly filled partitions, and no relation between them', () => {
    const counts = new Float64Array(16)
    const coins = new Float64Array(16)
    for (const id of names) {
      const partition = ids.partition(id, 16)
      counts[partition]++
      coins[partition] += ids.coin(id)
    }
    counts.forEach((count, p) => {
      assert.ok(Math.abs(count - 1250) < 5 * Math.sqrt(1250), `${count} in ${p}`)
      assert.ok(Math.abs(coins[p] / count - 0.5) < 5 * Math.sqrt(1 / 12 / count))
    })
  })

  test('are hashed as UTF-8, whatever their length', () => {
    for (const id of ['', 'a', 'ä', 'mail 😀', 'x'.repeat(5000), `${'x'.repeat(100)}ß`]) {
      assert.ok(ids.coin(id) >= 0 && ids.coin(id) < 1)
      assert.notEqual(ids.number(id), ids.number(`${id} `))
      assert.equal(ids.number(id), new ItemIds(7).number(id))
      assert.notEqual(ids.coin(id), new ItemIds(8).coin(id))
    }
    const key = new Uint8Array(new Random(7, 'wide coin').save().buffer)
    const expected = Number(slow(key, new TextEncoder().encode('mail 😀')) >> 11n) / 2 ** 53
    assert.equal(ids.coin('mail 😀'), expected)
  })
})
