import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { type Draws, SeededDraws } from '../src/auto/draws.js'
import { Represented } from '../src/auto/represented.js'
import { cosine } from '../src/auto/waves/cosine.js'
import { createBank } from '../src/auto/waves/create.js'
import { PlainBank } from '../src/auto/waves/plain.js'
import { SimdBank } from '../src/auto/waves/simd.js'
import { Waves } from '../src/auto/waves.js'
import { Random } from '../src/random.js'

const WIDTH = 2
const INTERCEPT = 0.3

/** A row of length 1 with the intercept and so many of the slots below `end`, each once and in any order. */
const randomRow = (random: Random, entries: number, end: number): Represented => {
  const slots = Int32Array.from({ length: end }, (_, slot) => slot)
  for (let k = 1; k < entries; k++) {
    const other = k + random.below(end - k)
    const slot = slots[k]
    slots[k] = slots[other]
    slots[other] = slot
  }
  const values = Float32Array.from({ length: entries }, () => random.normal())
  const length = Math.hypot(...values)
  const row = new Represented()
  row.length = entries
  row.slots = slots
  row.values = values.map((value) => value / length)
  return row
}

/** The slow and obvious one: the formula in double precision, in radians. */
const reference = (draws: Draws, count: number, { slots, values, length }: Represented): number[] => {
  const sums = Array.from(draws.phases(count))
  for (let k = 0; k < length; k++) {
    const frequencies = draws.frequencies(slots[k], count)
    for (let r = 0; r < count; r++) sums[r] += Math.sqrt(2 * WIDTH) * frequencies[r] * values[k]
  }
  return [INTERCEPT, ...sums.map((sum) => Math.sqrt(2 / count) * Math.cos(sum))]
}

const bits = (numbers: Float32Array): Uint32Array => new Uint32Array(numbers.slice().buffer)

/** Throws with the seed when the check does. */
const withSeed = (seed: number, check: (random: Random) => void): void => {
  try {
    check(new Random(seed, 'waves test'))
  } catch (error) {
    throw new Error(`seed ${seed}: ${error}`, { cause: error })
  }
}

for (const kind of ['fastest', 'plain'] as const) {
  describe(`Waves (${kind})`, () => {
    it('does what the formula says', () => {
      for (let seed = 1; seed <= 10; seed++)
        withSeed(seed, (random) => {
          const draws = new SeededDraws(seed)
          const count = [256, 256, 256, 100, 7][seed % 5]
          const waves = new Waves(draws, count, WIDTH, INTERCEPT, kind)
          const out = new Float32Array(count + 1)
          for (const entries of [1, 3, 4, 16, 61, 300]) {
            const row = randomRow(random, entries, 301)
            const square = waves.of(row, out)
            const expected = reference(draws, count, row)
            // Of 300 additions in single precision, on sums of order 10.
            const error = 2e-5 * Math.sqrt(2 / count)
            for (let r = 1; r <= count; r++)
              assert.ok(Math.abs(out[r] - expected[r]) <= error, `${r}: ${out[r]}, expected ${expected[r]}`)
            assert.equal(out[0], Math.fround(INTERCEPT))
            const squares = out.reduce((sum, wave) => sum + wave * wave, 0)
            assert.ok(Math.abs(square - squares) < 1e-14, `${square}, expected ${squares}`)
          }
        })
    })

    it('approximates the kernel', () => {
      const count = 4096
      const random = new Random(11, 'waves test')
      const waves = new Waves(new SeededDraws(11), count, WIDTH, 0, kind)
      const [a, b] = [randomRow(random, 5, 5), randomRow(random, 5, 5)]
      const [waved, other] = [a, b].map((row) => {
        const out = new Float32Array(count + 1)
        waves.of(row, out)
        return out
      })
      const [x, y] = [a, b].map(({ slots, values }) =>
        [0, 1, 2, 3, 4].map((slot) => values[slots.indexOf(slot)]),
      )
      const distance = x.reduce((sum, own, slot) => sum + (own - y[slot]) ** 2, 0)
      const product = waved.reduce((sum, wave, r) => sum + wave * other[r], 0)
      assert.ok(Math.abs(product - Math.exp(-WIDTH * distance)) < 0.05, `${product}, ${distance}`)
    })

    it('gives a slot the same frequencies whenever it is used, and draws them once', () => {
      const asked: number[] = []
      const draws = new SeededDraws(5)
      const frequencies = draws.frequencies.bind(draws)
      draws.frequencies = (slot, count) => {
        asked.push(slot)
        return frequencies(slot, count)
      }
      const random = new Random(5, 'waves test')
      const rows = [3, 40, 8, 20].map((entries) => randomRow(random, entries, 40))
      const waved = (order: Represented[]): Map<Represented, Float32Array> => {
        const waves = new Waves(draws, 256, WIDTH, INTERCEPT, kind)
        return new Map(
          order.map((row) => {
            const out = new Float32Array(257)
            waves.of(row, out)
            return [row, out]
          }),
        )
      }
      const forth = waved(rows)
      assert.equal(asked.length, 40)
      assert.equal(new Set(asked).size, 40)
      const back = waved(rows.toReversed())
      for (const row of rows) assert.deepEqual(back.get(row), forth.get(row))
    })
  })
}

describe('the cosine', () => {
  it('is that of Math.cos to 2e-7', () => {
    const check = (t: number): void => {
      const error = Math.abs(cosine(t) - Math.cos(2 * Math.PI * t))
      assert.ok(error <= 2e-7, `cos 2π ${t} is off by ${error}`)
    }
    const random = new Random(3, 'waves test')
    for (let n = 0; n < 200000; n++) {
      check(Math.fround(64 * (random.uniform() - 0.5)))
      check(Math.fround(random.uniform() * 2 ** -random.below(30)))
    }
    for (let eighths = -256; eighths <= 256; eighths++) check(eighths / 8)
  })

  it('is the same in every turn, and exact where it is 1, 0 and −1', () => {
    for (const turns of [-17, 0, 1, 31])
      assert.deepEqual(
        [0, 0.25, 0.5, 0.75].map((part) => cosine(turns + part)),
        [1, 0, -1, 0],
      )
  })
})

describe('the two implementations', () => {
  const same = (seed: number, count: number, end: number, sizes: readonly number[]): void =>
    withSeed(seed, (random) => {
      const plain = new Waves(new SeededDraws(seed), count, WIDTH, INTERCEPT, 'plain')
      const fastest = new Waves(new SeededDraws(seed), count, WIDTH, INTERCEPT)
      const [expected, actual] = [new Float32Array(count + 1), new Float32Array(count + 1)]
      for (const entries of sizes) {
        const row = randomRow(random, entries, end)
        const square = plain.of(row, expected)
        assert.equal(fastest.of(row, actual), square, `${entries} entries`)
        assert.deepEqual(bits(actual), bits(expected), `${entries} entries`)
      }
    })

  it('give the same bits for every size of a row', () => {
    for (let seed = 20; seed < 30; seed++)
      same(
        seed,
        256,
        130,
        Array.from({ length: 120 }, (_, k) => k + 1),
      )
    same(30, 256, 1025, [15, 300, 600, 1025, 1024])
  })

  it('give the same bits for every count of waves', () => {
    for (const count of [1, 2, 15, 16, 17, 64, 100, 512]) same(31, count, 50, [1, 2, 7, 50])
  })

  it('give the same bits with more slots than the initial capacity', () => {
    same(32, 20, 3000, [10, 3000, 100])
  })

  it('give the same bits for the numbers at which it is rounded the hardest', () => {
    const random = new Random(33, 'waves test')
    const phases = Float32Array.from({ length: 256 }, (_, r) => (r % 2 === 0 ? r / 16 : random.uniform()))
    const banks = [new PlainBank(phases), new SimdBank(phases)]
    const frequencies = Float32Array.from(phases, (_, r) => [1, -30, 2 ** -26, 0, -0, 0.5][r % 6])
    for (const bank of banks) bank.add(frequencies)
    for (const value of [1, -1, 0.5, 1e-30, -1e-44, 0]) {
      const row = new Represented()
      row.length = 1
      row.values[0] = value
      const [expected, actual] = banks.map((bank) => {
        const out = new Float32Array(257)
        return { square: bank.waves(row, out), out }
      })
      assert.equal(actual.square, expected.square)
      assert.deepEqual(bits(actual.out), bits(expected.out), `value ${value}`)
    }
  })
})

describe('createBank', () => {
  const phases = new Float32Array(256)

  it('chooses WebAssembly here, and plain TypeScript when asked', () => {
    assert.ok(createBank(phases) instanceof SimdBank)
    assert.ok(createBank(phases, 'plain') instanceof PlainBank)
  })

  it('falls back where the host has no WebAssembly', () => {
    const described = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')
    assert.ok(described)
    Object.defineProperty(globalThis, 'WebAssembly', { ...described, value: undefined })
    try {
      assert.ok(createBank(phases) instanceof PlainBank)
    } finally {
      Object.defineProperty(globalThis, 'WebAssembly', described)
    }
  })

  it('falls back where compiling is forbidden', () => {
    // In a process of its own, for what was compiled here once stays compiled.
    const url = new URL('../src/auto/waves/create.js', import.meta.url)
    const script = `WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('forbidden') } }
      const { createBank } = await import('${url}')
      console.log(createBank(new Float32Array(256)).constructor.name)`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    assert.equal(printed.trim(), 'PlainBank')
  })
})
