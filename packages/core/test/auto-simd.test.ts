import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ClassWeights } from '../src/auto/linear/class-weights.js'
import type { View } from '../src/auto/linear/dual-svm.js'
import { TOPICS } from '../src/auto/topics/loadings.js'
import { newTopicMemory } from '../src/auto/topics/memory.js'
import type { Random } from '../src/internals.js'
import { withSeeds } from './support/auto-streams.js'

const drawnView = (random: Random, features: number, most = 40): View => {
  const all = Array.from({ length: 1 + random.below(most) }, () => random.below(features))
  const slots = Int32Array.from(new Set(all)).sort()
  const values = Float32Array.from(slots, () => random.normal())
  return { slots, values, start: 0, from: 0, length: slots.length, square: 1 }
}

describe('WebAssembly and TypeScript give the same bits:', () => {
  it('weights of several classes', () => {
    withSeeds([1, 2], (random) => {
      for (const classes of [3, 5, 20, 37]) {
        const [simd, plain] = [new ClassWeights(classes), new ClassWeights(classes, 'plain')]
        const features = Math.ceil(30_000 / classes)
        for (let n = 0; n < 300; n++) {
          // Some rows do not fit into the memory at first.
          const view = drawnView(random, features, n % 9 === 0 ? 2000 : 40)
          const label = random.below(classes)
          const drawn = drawnView(random, features + 9)
          const steps = Array.from({ length: 3 }, (_, k) => ({
            rival: (label + 1 + k) % classes,
            step: random.normal(),
          })).filter(({ rival }) => rival !== label)
          const scores = [simd, plain].map((weights) => {
            const out = new Float64Array(classes + 1)
            weights.reserve(view)
            if (n % 2 === 0) weights.prepare(view)
            else weights.score(view, out, 1)
            for (const { rival, step } of steps) weights.step(label, rival, step)
            weights.finish(label)
            weights.score(drawn, out, 1)
            return out
          })
          assert.deepEqual(scores[0], scores[1])
        }
        assert.ok(simd.isSimd && !plain.isSimd)
        assert.deepEqual(simd.all(features * classes), plain.all(features * classes))
        const copy = new ClassWeights(classes)
        copy.copy(simd)
        assert.deepEqual(copy.all(features * classes), plain.all(features * classes))
      }
    })
  })

  it('topics', () => {
    withSeeds([3], (random) => {
      const features = 300
      const memories = (['simd', 'plain'] as const).map((kind) => newTopicMemory(features, true, kind))
      const loadings = Float32Array.from({ length: features * TOPICS }, () => random.normal())
      const rows = Array.from({ length: 50 }, () => drawnView(random, features))
      const matrix = Float64Array.from({ length: TOPICS * TOPICS }, () => random.normal() / 8)
      const [simd, plain] = memories.map(({ arrays, operations }) => {
        arrays.loadings.set(loadings)
        for (const { slots, values, length } of rows) {
          slots.forEach((slot, k) => {
            arrays.from[k] = TOPICS * slot
            arrays.weights[k] = values[k]
          })
          operations.findTopics(length)
          operations.addTopics(length)
        }
        operations.addSums(0, 1)
        operations.addSums(1, features)
        operations.addSquares()
        const lower = arrays.products.map((value, at) => (at % TOPICS <= at / TOPICS ? value : 0))
        arrays.products.set(matrix)
        operations.transform(0, features)
        return { topics: arrays.topics, sums: arrays.sums, lower, loadings: arrays.loadings }
      })
      assert.deepEqual(simd, plain)
    })
  })
})
