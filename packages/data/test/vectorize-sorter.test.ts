import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { PairSorter } from '../src/vectorize/pair-sorter.js'

const random = new Random(1, 'sorter')

/** Keys by their distribution: spread like hashes, equal, in few buckets, and of few bits. */
const distributions: Readonly<Record<string, (k: number) => number>> = {
  spread: () => random.below(2 ** 20),
  'with duplicates': () => random.below(100) * 9973,
  equal: () => 77,
  skewed: (k) => (k % 2 ? 2 ** 20 : random.below(50)),
  small: () => random.below(3),
  wide: () => random.below(2 ** 31),
  falling: (k) => 2 ** 21 - k,
}

for (const [name, keyOf] of Object.entries(distributions))
  test(`sorts pairs stably, keys ${name}`, () => {
    const sorter = new PairSorter()
    for (const size of [0, 1, 2, 24, 25, 64, 400, 1000, 1001, 5000]) {
      const pairs = Array.from({ length: size }, (_, k) => [keyOf(k), k] as const)
      const index = Int32Array.from(pairs, ([key]) => key)
      const value = Float64Array.from(pairs, ([, k]) => k)
      sorter.sort(index, value, size)
      const expected = [...pairs].sort(([a], [b]) => a - b)
      assert.deepEqual(
        [...index].map((key, k) => [key, value[k]]),
        expected,
        `${size} pairs`,
      )
    }
  })
