import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { newMemory, rowsAfter } from '../src/auto/kernel/memory.js'
import { kernelOf, PlainOperations, SAME } from '../src/auto/kernel/plain.js'
import { KernelRows } from '../src/auto/kernel/rows.js'
import { SimdOperations } from '../src/auto/kernel/simd.js'
import type { View } from '../src/auto/linear/dual-svm.js'
import { Random } from '../src/random.js'
import { withSeeds } from './support/auto-streams.js'
import { drawnView, kernel } from './support/kernel.js'

const close = (actual: number, expected: number, error: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= error, `${what}: ${actual}, expected ${expected}`)

describe('the kernel', () => {
  it('is ½e + ½e⁵ + 0.09 with e = exp(−2d), to single precision', () => {
    const random = new Random(1, 'kernel test')
    for (let n = 0; n < 50_000; n++) {
      const [d, square] = [30 * random.uniform() ** 3, 5 * random.uniform()]
      const squares = Math.fround(square + d)
      const product = Math.fround(square / 2)
      const e = Math.exp(-2 * Math.max(0, squares - 2 * product))
      close(kernelOf(product, squares), e / 2 + e ** 5 / 2 + 0.09, 1e-6, `d = ${d}`)
    }
  })

  it('is the same for all rows and themselves, and 0.09 far away', () => {
    assert.equal(kernelOf(0.5, 1), SAME)
    // A distance that is a rounding error below 0.
    assert.equal(kernelOf(1, 1.9999998), SAME)
    assert.equal(kernelOf(0, 1e30), Math.fround(0.09))
  })
})

/** Random changes to a store; `check` is called after each with what the slow version knows. */
const changed = (
  random: Random,
  store: KernelRows,
  lines: number,
  rounds: number,
  check: (views: readonly View[], pulls: readonly number[][]) => void,
): void => {
  const views: View[] = []
  const pulls: number[][] = []
  for (let n = 0; n < rounds; n++) {
    const i = random.below(Math.max(1, views.length))
    const kind = views.length < 3 ? 0 : random.below(6)
    if (kind <= 2) {
      views.push(drawnView(random, 4 + Math.floor(n / 2)))
      pulls.push(new Array<number>(lines).fill(0))
      store.add(views[views.length - 1])
    } else if (kind === 3) {
      views[i] = drawnView(random, 4 + Math.floor(n / 2))
      store.renew(i, views[i])
    } else if (kind === 4) {
      store.remove(i)
      views[i] = views[views.length - 1]
      pulls[i] = pulls[pulls.length - 1]
      views.pop()
      pulls.pop()
    } else {
      const steps = Float64Array.from({ length: lines }, () => (random.below(2) ? random.normal() : 0))
      store.move(i, steps)
      steps.forEach((step, c) => {
        pulls[i][c] += step
        store.setPull(c, i, pulls[i][c])
      })
    }
    check(views, pulls)
  }
}

for (const kind of ['plain', 'simd'] as const)
  describe(`stored rows with a kernel (${kind})`, () => {
    it('have the scores of the slow version, whatever is added, renewed, removed or moved', () => {
      withSeeds([1, 2, 3], (random) => {
        const lines = [1, 3][random.below(2)]
        const store = new KernelRows(lines, 0, kind)
        changed(random, store, lines, 80, (views, pulls) => {
          const all = store.scores()
          for (let i = 0; i < views.length; i++)
            for (let c = 0; c < lines; c++) {
              const expected = views.reduce((sum, own, j) => sum + pulls[j][c] * kernel(own, views[i]), 0)
              close(all[c * views.length + i], expected, 1e-5, `row ${i}, line ${c}`)
            }
          const query = drawnView(random, 60)
          const sums = store.products(query)
          for (let c = 0; c < lines; c++) {
            const expected = views.reduce((sum, own, j) => sum + pulls[j][c] * kernel(own, query), 0)
            close(sums[c], expected, 1e-5, `a row that is not stored, line ${c}`)
          }
        })
      })
    })

    it('have the same kernel whichever row comes first, and when they are stored anew', () => {
      withSeeds([4, 5], (random) => {
        const store = new KernelRows(2, 0, kind)
        changed(random, store, 2, 150, (views, pulls) => {
          if (random.below(10) > 0) return
          const anew = new KernelRows(2, views.length, kind)
          anew.fill(views, (c, i) => pulls[i][c])
          for (let i = 0; i < views.length; i++)
            for (let j = 0; j < views.length; j++) {
              assert.equal(store.kernel(i, j), store.kernel(j, i))
              assert.equal(store.kernel(i, j), anew.kernel(i, j))
            }
          assert.deepEqual(anew.scores(), store.settledScores())
        })
      })
    })
  })

describe('the two implementations', () => {
  it('give the same bits', () => {
    for (let seed = 10; seed < 14; seed++)
      for (const lines of [1, 5]) {
        const stores = (['plain', 'simd'] as const).map((kind) => new KernelRows(lines, 0, kind))
        const [plain, simd] = stores.map((store) => {
          const random = new Random(seed, 'kernel test')
          const seen: number[] = []
          changed(random, store, lines, 120, () => {
            seen.push(...store.scores(), ...store.products(drawnView(random, 60)).subarray(0, lines))
          })
          return seen
        })
        assert.ok(plain.length > 1000)
        assert.deepEqual(simd, plain, `seed ${seed}`)
      }
  })

  it('give the same bits with many rows, whose memory has grown', () => {
    const [plain, simd, anew] = (['plain', 'simd', 'simd'] as const).map((kind, n) => {
      const random = new Random(1, 'kernel test')
      const store = new KernelRows(2, n === 2 ? 600 : 0, kind)
      for (let i = 0; i < 600; i++) {
        store.add(drawnView(random, 12), 2048)
        const step = random.normal()
        store.move(i, Float64Array.of(step, 0))
        store.setPull(0, i, step)
      }
      for (let i = 0; i < 600; i += 7) store.renew(i, drawnView(random, 12))
      return [...store.scores(), ...store.products(drawnView(random, 12)).subarray(0, 2)]
    })
    assert.deepEqual(simd, plain)
    assert.deepEqual(anew, plain)
  })

  it('have room for twice as many rows each time, and a little more from 512 on', () => {
    let rows = 32
    const sizes = Array.from({ length: 7 }, () => {
      rows = rowsAfter(rows)
      return rows
    })
    assert.deepEqual(sizes, [64, 128, 256, 528, 1040, 2064, 4112])
  })

  it('are chosen by the host and the number of rows', () => {
    const operations = (rows: number, kind?: 'plain'): unknown =>
      newMemory({ rows, slots: 8, lines: 1 }, kind).operations
    assert.ok(operations(128) instanceof SimdOperations)
    assert.ok(operations(128, 'plain') instanceof PlainOperations)
    assert.ok(operations(32) instanceof PlainOperations)
    const described = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')
    assert.ok(described)
    Object.defineProperty(globalThis, 'WebAssembly', { ...described, value: undefined })
    try {
      assert.ok(operations(128) instanceof PlainOperations)
    } finally {
      Object.defineProperty(globalThis, 'WebAssembly', described)
    }
  })

  it('are plain where compiling is forbidden', () => {
    // In a process of its own, because what was compiled here once stays compiled.
    const url = new URL('../src/auto/kernel/memory.js', import.meta.url)
    const script = `WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('forbidden') } }
      const { newMemory } = await import('${url}')
      console.log(newMemory({ rows: 128, slots: 8, lines: 1 }).operations.constructor.name)`
    const args = ['--input-type=module', '-e', script]
    assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim(), 'PlainOperations')
  })
})
