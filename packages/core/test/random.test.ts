import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permutation, Random, SeededCoins } from '../src/internals.js'

const MASK = 0xffffffffn

const rotated = (word: bigint, bits: bigint): bigint => ((word << bits) | (word >> (32n - bits))) & MASK

/** xoshiro128** 1.1 as its authors write it in C, over big integers. */
class Xoshiro {
  readonly #s: bigint[]

  constructor(state: Int32Array) {
    this.#s = Array.from(state, (word) => BigInt(word) & MASK)
  }

  next(): bigint {
    const s = this.#s
    const result = (rotated((s[1] * 5n) & MASK, 7n) * 9n) & MASK
    const shifted = (s[1] << 9n) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = rotated(s[3], 11n)
    return result
  }
}

test('The bits are those of xoshiro128**', () => {
  for (const seed of [0, 1, 7, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    const random = new Random(seed, 'coin')
    const reference = new Xoshiro(random.save())
    for (let n = 0; n < 2000; n++)
      assert.equal(BigInt(random.bits()) & MASK, reference.next(), `seed ${seed}`)
  }
})

test('A uniform number takes 27 bits of one output and 26 of the next', () => {
  const random = new Random(3, 'coin')
  const reference = new Xoshiro(random.save())
  for (let n = 0; n < 1000; n++) {
    const bits = ((reference.next() >> 5n) << 26n) | (reference.next() >> 6n)
    assert.equal(random.uniform(), Number(bits) / 2 ** 53)
  }
})

/** Stored once: these numbers must never change, or saved runs could not be repeated. */
const firsts: readonly { seed: number; name: string; state: number[]; uniforms: number[] }[] = [
  {
    seed: 0,
    name: 'coin',
    state: [1557733249, -362941126, 773053410, -1719476042],
    uniforms: [0.2580201349290222, 0.6044363688939068, 0.6160637841352274],
  },
  {
    seed: 7,
    name: 'coin',
    state: [1862530986, 1076003046, 976068538, -599938015],
    uniforms: [0.03253508832058605, 0.5891377369557516, 0.9445359924690452],
  },
  {
    seed: 7,
    name: 'eviction',
    state: [-1750696609, -2031247373, 131654095, -1614424684],
    uniforms: [0.8849925020417923, 0.6129889511866726, 0.7992032866240395],
  },
  {
    seed: 2 ** 40 + 5,
    name: 'coin',
    state: [411049909, -316802168, -833897856, -1932977462],
    uniforms: [0.13518469289779356, 0.2065989598881275, 0.7653311969548605],
  },
]

for (const { seed, name, state, uniforms } of firsts)
  test(`Seed ${seed}, sub-stream ${name}, begins as it always did`, () => {
    const random = new Random(seed, name)
    assert.deepEqual([...random.save()], state)
    assert.deepEqual([random.uniform(), random.uniform(), random.uniform()], uniforms)
  })

test('Permutations stay what they always were', () => {
  assert.deepEqual([...permutation(10, 7)], [6, 2, 4, 7, 9, 8, 1, 5, 3, 0])
  assert.deepEqual([...permutation(5, 0)], [2, 0, 3, 1, 4])
})

test('Uniform numbers fill [0, 1) evenly, to the last of 53 bits', () => {
  const random = new Random(11, 'coin')
  const counts = new Array<number>(16).fill(0)
  const bits = new Array<number>(53).fill(0)
  const numbers = 32_000
  for (let n = 0; n < numbers; n++) {
    const u = random.uniform()
    assert.ok(u >= 0 && u < 1, `seed 11: ${u}`)
    counts[Math.floor(16 * u)]++
    const whole = BigInt(u * 2 ** 53)
    for (let bit = 0; bit < 53; bit++) if ((whole >> BigInt(bit)) & 1n) bits[bit]++
  }
  // Within five standard deviations of what chance gives.
  for (const count of counts) assert.ok(Math.abs(count - 2000) < 5 * Math.sqrt(2000 * (15 / 16)), `${counts}`)
  for (const count of bits) assert.ok(Math.abs(count - numbers / 2) < 5 * Math.sqrt(numbers / 4), `${bits}`)
})

test('Sub-streams and seeds share no numbers', () => {
  const seen = new Set<number>()
  const seeds = [0, 1, 2, 3, 2 ** 32, 2 ** 32 + 1, 2 ** 33, 2 ** 52, Number.MAX_SAFE_INTEGER]
  const names = ['coin', 'eviction', 'permutation', 'nioc', '', 'c', 'co']
  for (const seed of seeds)
    for (const name of names) {
      const random = new Random(seed, name)
      for (let n = 0; n < 50; n++) seen.add(random.uniform())
    }
  assert.equal(seen.size, seeds.length * names.length * 50)
})

test('A seed must be a whole number that a double holds', () => {
  for (const seed of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    assert.throws(() => new Random(seed, 'coin'), { code: 'seed/invalid' }, String(seed))
  assert.doesNotThrow(() => new Random(Number.MAX_SAFE_INTEGER, 'coin'))
})

test('A saved generator goes on where it was', () => {
  const random = new Random(5, 'coin')
  random.uniform()
  const saved = random.save()
  const expected = [random.uniform(), random.uniform(), random.bits()]
  const other = new Random(99, 'else')
  other.load(saved)
  assert.deepEqual([other.uniform(), other.uniform(), other.bits()], expected)
  random.load(saved)
  assert.equal(random.uniform(), expected[0])
  saved.fill(0)
  assert.equal(random.uniform(), expected[1], 'the state was shared with the saved one')
})

test('A permutation holds every number once, in an order of its seed', () => {
  for (const n of [0, 1, 2, 17, 1000]) {
    const order = permutation(n, 3)
    assert.deepEqual(
      order.toSorted(),
      Int32Array.from({ length: n }, (_, k) => k),
    )
  }
  assert.notDeepEqual(permutation(100, 1), permutation(100, 2))
  assert.deepEqual(permutation(100, 1), permutation(100, 1))
})

test('Every order of four things is about equally likely', () => {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 4800; seed++) {
    const order = permutation(4, seed).join()
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  assert.equal(counts.size, 24)
  for (const [order, count] of counts)
    assert.ok(Math.abs(count - 200) < 5 * Math.sqrt(200), `${order}: ${count}`)
})

test('Whole numbers below n and normal numbers are spread as they should be', () => {
  const random = new Random(13, 'shapes')
  const counts = new Array<number>(6).fill(0)
  let [sum, squares] = [0, 0]
  for (let n = 0; n < 12_000; n++) {
    counts[random.below(6)]++
    const z = random.normal()
    sum += z
    squares += z * z
  }
  for (const count of counts) assert.ok(Math.abs(count - 2000) < 5 * Math.sqrt(2000), `seed 13: ${counts}`)
  assert.ok(Math.abs(sum / 12_000) < 5 / Math.sqrt(12_000), `seed 13: mean ${sum / 12_000}`)
  assert.ok(Math.abs(squares / 12_000 - 1) < 5 * Math.sqrt(2 / 12_000), `seed 13: ${squares / 12_000}`)
})

test('Coins are the uniform numbers of the sub-stream "coin"', () => {
  const coins = new SeededCoins(7)
  assert.deepEqual([coins.toss(), coins.toss()], [0.03253508832058605, 0.5891377369557516])
  const saved = coins.save()
  const next = coins.toss()
  const other = new SeededCoins(1)
  other.load(saved)
  assert.equal(other.toss(), next)
})
