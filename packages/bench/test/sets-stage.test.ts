import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { permutation } from '@askance/core/internals'
import { findStream } from '@askance/data'
import { openSet } from '../src/experiment/runtime.js'
import { foldOf, stageOf } from '../src/sets/stage.js'
import { rowsOf } from '../src/sets/table.js'
import { coded, fileIn, madeLibsvm, madeSet, streamSet, temporaryFolder } from './support/sets.js'

const sorted = (values: Int32Array): number[] => Array.from(values).sort((a, b) => a - b)
const naturals = (length: number): number[] => Array.from({ length }, (_, k) => k)

describe('the order of a run', () => {
  test('a set is permuted by the seed of the run, as the core does it', () => {
    const set = madeSet({ seed: 1, rows: 57 })
    for (let seed = 1; seed <= 20; seed++) {
      const { order, labels } = stageOf(set, seed)
      assert.deepEqual(order, permutation(57, seed), `seed ${seed}`)
      assert.equal(labels, set.table.labels)
    }
  })

  test('keeps the given order for every seed', () => {
    const set = madeSet({ seed: 1, rows: 20, shuffled: false })
    for (const seed of [1, 2, 99]) assert.deepEqual(Array.from(stageOf(set, seed).order), naturals(20))
  })

  test('rows are read where they lie', () => {
    const set = madeSet({ seed: 1, rows: 20 })
    const { rows } = stageOf(set, 4)
    assert.equal(rows.value, set.table.value)
    assert.equal(rows.length, 20)
    assert.equal(rows.entries, set.table.index.length)
  })

  test('generates a stream for every seed, equal for equal seeds', async () => {
    const parameters = { rows: 40, dimension: 5 }
    const set = await streamSet('gaussian', parameters, 3)
    const values = new Set<string>()
    for (const seed of [3, 4, 5, 3]) {
      const { rows, labels, order } = stageOf(set, seed)
      const direct = findStream('gaussian').create(parameters, seed)
      assert.deepEqual(Array.from(order), naturals(40))
      for (let i = 0; i < 40; i++) {
        assert.ok(direct.next())
        const { index, value, start, end } = rows.row(i)
        assert.deepEqual(value.slice(start, end), direct.row.value.slice(direct.row.start, direct.row.end))
        assert.deepEqual(index.slice(start, end), direct.row.index.slice(direct.row.start, direct.row.end))
        assert.equal(labels[i], direct.label)
      }
      values.add(rows.value.subarray(0, rows.entries).join())
    }
    assert.equal(values.size, 3)
  })

  test('the facts of a stream are those of the first run', async () => {
    const set = await streamSet('sea', { rows: 30, period: 10 }, 8)
    const { labels } = stageOf(set, 8)
    assert.deepEqual(
      set.facts.counts,
      [0, 1].map((c) => labels.filter((label) => label === c).length),
    )
    assert.deepEqual([set.facts.items, set.positive, set.shuffled], [30, 1, false])
    assert.match(set.facts.notes[0], /generated for every run, after W\. N\. Street/)
    const other = await streamSet('sea', { rows: 30, period: 10 }, 9)
    assert.notEqual(other.facts.digest, set.facts.digest)
    assert.equal((await streamSet('sea', { rows: 30, period: 10 }, 8)).facts.digest, set.facts.digest)
  })

  test('a stream made from a data set has its rows', async (t) => {
    const folder = temporaryFolder(t)
    const options = { seed: 2, rows: 50, classes: 4 }
    fileIn(folder, 'base.libsvm', madeLibsvm(options))
    const source = { stream: 'regrouped', parameters: { period: 10 }, of: 'base' }
    const set = await openSet({ name: 'x', source, scaling: 'l2' }, folder, 1)
    assert.deepEqual(set.stream, { name: 'regrouped', parameters: { period: 10 }, classes: 4 })
    assert.deepEqual([set.facts.items, set.facts.classes], [50, ['-1', '1']])
    const { rows } = stageOf(set, 6)
    const base = rowsOf(set.table)
    const order = permutation(50, 6)
    for (let t = 0; t < 50; t++) {
      const [made, own] = [rows.row(t), base.row(order[t])]
      assert.deepEqual(made.value.slice(made.start, made.end), own.value.slice(own.start, own.end))
    }
    await assert.rejects(
      openSet({ name: 'x', source: { ...source, of: 'none' } }, folder, 1),
      coded('dataset/absent'),
    )
    await assert.rejects(streamSet('seas', {}), coded('synthetic/unknown'))
  })
})

describe('folds', () => {
  for (const shuffled of [true, false])
    test(`of a set ${shuffled ? 'that is permuted' : 'in its own order'} part the rows`, () => {
      for (const rows of [10, 23, 60])
        for (const folds of [2, 3, 5]) {
          const set = madeSet({ seed: 3, rows, shuffled })
          const about = `${rows} rows, ${folds} folds`
          const left: number[] = []
          for (let fold = 0; fold < folds; fold++) {
            const { train, rest } = foldOf(set, 12, fold, folds)
            assert.deepEqual(sorted(Int32Array.of(...train.order, ...rest)), naturals(rows), about)
            assert.ok(Math.abs(rest.length - rows / folds) < 1, about)
            left.push(...rest)
          }
          assert.deepEqual(
            sorted(Int32Array.from(left)),
            naturals(rows),
            `${about}: each row is left out once`,
          )
        }
    })

  test('keep the order that a run of the seed has', () => {
    const set = madeSet({ seed: 3, rows: 30 })
    const order = Array.from(permutation(30, 7))
    const { train, rest } = foldOf(set, 7, 1, 3)
    assert.deepEqual(
      Array.from(train.order),
      order.filter((_, k) => k % 3 !== 1),
    )
    assert.deepEqual(
      Array.from(rest),
      order.filter((_, k) => k % 3 === 1),
    )
  })

  test('of at most so many rows: the first of the permutation', () => {
    const set = madeSet({ seed: 3, rows: 100 })
    for (const most of [10, 99, 100, 1000]) {
      const kept = Math.min(most, 100)
      const parts = [0, 1, 2].map((fold) => foldOf(set, 5, fold, 3, most))
      for (const { train, rest } of parts)
        assert.deepEqual(
          sorted(Int32Array.of(...train.order, ...rest)),
          sorted(permutation(100, 5).subarray(0, kept)),
        )
    }
  })

  test('of at most so many rows of a set in its own order: evenly spread over it', () => {
    const set = madeSet({ seed: 3, rows: 100, shuffled: false })
    const { train, rest } = foldOf(set, 5, 0, 2, 25)
    const all = sorted(Int32Array.of(...train.order, ...rest))
    assert.equal(all.length, 25)
    for (let k = 1; k < 25; k++) assert.equal(all[k] - all[k - 1], 4)
    assert.deepEqual(Array.from(train.order), sorted(train.order))
    for (const most of [7, 33, 99]) {
      const part = foldOf(set, 5, 0, 2, most)
      const kept = sorted(Int32Array.of(...part.train.order, ...part.rest))
      assert.equal(new Set(kept).size, most)
      for (let k = 1; k < most; k++) assert.ok(Math.abs(kept[k] - kept[k - 1] - 100 / most) < 1)
    }
  })

  test('of a stream are streams of their own, played whole', async () => {
    const set = await streamSet('gaussian', { rows: 30, dimension: 4 })
    for (const fold of [0, 1, 2]) {
      const { train, rest } = foldOf(set, 50, fold, 3)
      const own = stageOf(set, 50 + fold)
      assert.deepEqual(train.rows.value, own.rows.value)
      assert.deepEqual(Array.from(train.order), naturals(30))
      assert.equal(rest.length, 0)
    }
    assert.deepEqual(Array.from(foldOf(set, 50, 0, 3, 12).train.order), naturals(12))
  })
})
