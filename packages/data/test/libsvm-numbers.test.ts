import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_VALUE, Random } from '@askance/core/internals'
import { KERNELS, readRows } from './support/read.js'

const SEED = 20_240_601
const COUNT = 100_000

const digitsOf = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random.below(10))).join('')

/** Decimal numbers of many shapes: short, long, with leading and trailing zeros, dots anywhere, exponents. */
const shapes: readonly ((random: Random) => string)[] = [
  (random) => `0.${digitsOf(random, 1 + random.below(9))}`,
  (random) => digitsOf(random, 1 + random.below(22)),
  (random) => `${digitsOf(random, 1 + random.below(12))}.${digitsOf(random, 1 + random.below(20))}`,
  (random) => String(random.uniform()),
  (random) => String(random.normal() * 10 ** (random.below(60) - 30)),
  (random) => `${digitsOf(random, 1 + random.below(19))}e${random.below(100) - 50}`,
  (random) => `${digitsOf(random, 1)}.${digitsOf(random, random.below(25))}E+${random.below(30)}`,
  (random) => `.${digitsOf(random, 1 + random.below(30))}`,
  (random) =>
    `${'0'.repeat(random.below(12))}${digitsOf(random, 1 + random.below(6))}.${'0'.repeat(random.below(25))}`,
  (random) => `${digitsOf(random, 16 + random.below(4))}e-${random.below(23)}`,
  (random) => `${digitsOf(random, 1 + random.below(5))}e-${300 + random.below(40)}`,
  // Halfway between two doubles, and next to it.
  (random) => String(2n ** 53n + BigInt(random.below(2 ** 53)) * 2n + 1n),
  (random) =>
    `${2n ** 54n + BigInt(random.below(2 ** 53)) * 4n + 2n}.${'0'.repeat(random.below(4))}${random.below(2)}`,
  (random) => `${(BigInt(random.below(2 ** 53)) * 2n + 1n) * 5n ** 3n}e-3`,
]

const numbers = (): string[] => {
  const random = new Random(SEED, 'test/numbers')
  return Array.from({ length: COUNT }, () => {
    for (;;) {
      const sign = ['', '', '-', '+'][random.below(4)]
      const text = sign + shapes[random.below(shapes.length)](random)
      if (Math.abs(Number(text)) <= MAX_VALUE) return text
    }
  })
}

for (const kernel of KERNELS)
  test(`${COUNT} numbers are rounded as Number rounds them (${kernel})`, async () => {
    const texts = numbers()
    const rows = await readRows(texts.map((text) => `1 1:${text}\n`).join(''), { kernel })
    const wrong = texts.filter((text, k) => !Object.is(rows[k].value[0], Number(text)))
    assert.deepEqual(wrong.slice(0, 5), [], `seed ${SEED}`)
  })
