import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool, sparseRow } from '@askance/core'
import { PoolItems, reservoirPlace } from '../src/pool/items.js'
import { bitsOf } from './support/pools.js'

const row = (k: number) => sparseRow([1 + k], [1])

describe('working set', () => {
  test('has every item with the same probability', () => {
    const [items, size, runs] = [60, 10, 600]
    const counts = new Array<number>(items).fill(0)
    for (let seed = 0; seed < runs; seed++) {
      const kept: number[] = []
      for (let n = 1; n <= items; n++) {
        const place = reservoirPlace(n, seed, size)
        if (place !== undefined) kept[place] = n - 1
      }
      assert.equal(kept.length, size)
      for (const k of kept) counts[k]++
    }
    const expected = (runs * size) / items
    const deviation = Math.sqrt(expected * (1 - size / items))
    for (const count of counts) assert.ok(Math.abs(count - expected) < 4.5 * deviation, String(count))
  })

  test('forgets replaced items and keeps groups of identical ones', () => {
    const items = new PoolItems()
    for (const k of [0, 1, 0]) items.add(`item ${items.size}`, row(k))
    assert.deepEqual(items.groups[0], { places: [0, 2], question: undefined, skips: [] })
    items.add('other', row(5), 0)
    assert.deepEqual(items.groups[2].places, [2])
    assert.equal(items.placeOf('item 0'), undefined)
    items.add('again', row(0), 1)
    assert.deepEqual(items.groups[2].places, [1, 2])
    items.add('only an id')
    assert.deepEqual([items.size, items.kept], [6, ['other', 'again', 'item 2']])
    const loaded = new PoolItems()
    loaded.load(items.save(), () => undefined)
    assert.deepEqual(loaded.groups, items.groups)
    assert.deepEqual([...loaded.ids], [...items.ids])
  })
})

test('a pool of more items than it keeps asks, labels, saves and replays', () => {
  const size = 20_300
  const pool = new Pool({ classes: ['a', 'b'], algorithm: 'PAA-II', budget: { total: 20 }, seed: 3 })
  const replayed = new Pool(pool.config)
  const added = { rows: 0 }
  pool.log = (event) => {
    if (event.type === 'added' && event.row) added.rows++
    replayed.apply(JSON.parse(JSON.stringify(event)))
  }
  const item = (k: number) => ({ row: sparseRow([1 + (k % 2), 3 + k], [1, 1]) })
  for (let k = 0; k < size; k++) pool.add(item(k), `${k}`)
  const label = (id: string) => (Number(id) % 2 === 0 ? 'a' : 'b')
  for (let question = pool.next(); question; question = pool.next())
    pool.answer(question.id, label(question.id))
  pool.teach(item(1), 'b', `${[...Array(size).keys()].find((k) => !pool.question(`${k}`))}`)
  const { items, kept, known } = pool.progress()
  assert.deepEqual([items, kept, known], [size, 20_000, 21])
  assert.ok(added.rows > 20_000 && added.rows < size)
  assert.throws(() => [...pool.labelled()], { code: 'pool/kept' })
  let right = 0
  const all = Array.from({ length: size }, (_, k) => ({ item: item(k), id: `${k}` }))
  for (const one of pool.labelled(all)) if (one.label === label(one.id)) right++
  assert.ok(right > 0.99 * size)
  assert.deepEqual(bitsOf(replayed), bitsOf(pool))
  assert.deepEqual(bitsOf(Pool.load(bitsOf(pool))), bitsOf(pool))
})
