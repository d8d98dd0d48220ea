import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Heap, type Ranked } from '../src/stream/heap.js'

/** A reference implementation that sorts on every access. */
const sorted = (entries: ReadonlySet<Ranked>): Ranked[] =>
  [...entries].sort((a, b) => b.rank - a.rank || a.t - b.t)

for (const seed of [1, 2, 3, 4, 5])
  test(`a heap matches a sorted list, seed ${seed}`, () => {
    const random = new Random(seed, 'heap')
    const heap = new Heap<Ranked>()
    const plain = new Set<Ranked>()
    const anyRank = (): number => random.below(8) / 8
    for (let step = 0; step < 3000; step++) {
      const all = [...plain]
      const some = all[random.below(Math.max(1, all.length))]
      const choice = random.below(6)
      if (choice < 3 || !some) {
        const entry = { rank: anyRank(), t: step, place: -1 }
        heap.add(entry)
        plain.add(entry)
      } else if (choice === 3) heap.rerank(some, anyRank())
      else {
        const gone = choice === 4 ? some : sorted(plain)[0]
        heap.remove(gone)
        plain.delete(gone)
        assert.equal(gone.place, -1)
      }
      assert.equal(heap.size, plain.size)
      assert.equal(heap.first, sorted(plain)[0])
    }
    for (const entry of sorted(plain)) {
      assert.equal(heap.first, entry)
      heap.remove(entry)
    }
    assert.equal(heap.size, 0)
  })

test('entries outside the heap can be removed and reranked, and stay outside', () => {
  const heap = new Heap<Ranked>()
  const entry = { rank: 1, t: 1, place: -1 }
  heap.remove(entry)
  heap.rerank(entry, 3)
  assert.deepEqual([heap.size, entry.rank, entry.place], [0, 3, -1])
})
