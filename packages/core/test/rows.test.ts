import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  denseRow,
  enlarged,
  knownEnd,
  MAX_INDEX,
  MAX_VALUE,
  type Preparation,
  Random,
  Row,
  RowPreparer,
  RowTable,
  sparseRow,
  squaredNorm,
} from '../src/internals.js'
import { assertNear } from './support/compare.js'
import { makeStream, streamKinds } from './support/streams.js'

type Entries = readonly (readonly [index: number, value: number])[]

const entriesOf = ({ index, value, start, end }: Row): Entries =>
  Array.from({ length: end - start }, (_, k) => [index[start + k], value[start + k]])

test('A sparse row holds what it was given, as a copy', () => {
  const indices = [3, 17, MAX_INDEX]
  const values = [0.5, -MAX_VALUE, 0]
  const row = sparseRow(indices, values)
  indices[0] = 1
  values[0] = 9
  assert.deepEqual(entriesOf(row), [
    [3, 0.5],
    [17, -MAX_VALUE],
    [MAX_INDEX, 0],
  ])
  assert.deepEqual(entriesOf(sparseRow([], [])), [])
  assert.deepEqual(entriesOf(sparseRow(Int32Array.of(2), Float64Array.of(1))), [[2, 1]])
})

test('A sparse row that breaks a rule is refused by that rule’s name', () => {
  const wrong: [ArrayLike<number>, ArrayLike<number>, string][] = [
    [[1, 2], [1], 'row/lengths'],
    [[1], [1, 2], 'row/lengths'],
    [[0], [1], 'row/index'],
    [[-1], [1], 'row/index'],
    [[1.5], [1], 'row/index'],
    [[Number.NaN], [1], 'row/index'],
    [[MAX_INDEX + 1], [1], 'row/index'],
    [[2, 2], [1, 1], 'row/order'],
    [[5, 2], [1, 1], 'row/order'],
    [[1], [Number.NaN], 'row/value'],
    [[1], [Number.POSITIVE_INFINITY], 'row/value'],
    [[1], [-1.01e100], 'row/value'],
  ]
  for (const [indices, values, code] of wrong)
    assert.throws(() => sparseRow(indices, values), { code }, `${indices} ${values}`)
})

test('A dense row counts its features from 1', () => {
  assert.deepEqual(entriesOf(denseRow([0.5, 0, -2])), [
    [1, 0.5],
    [2, 0],
    [3, -2],
  ])
  assert.deepEqual(entriesOf(denseRow([])), [])
  for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, 1e101])
    assert.throws(() => denseRow([1, value]), { code: 'row/value', details: { value, index: 2 } })
})

test('Dense rows that share their indices do not disturb one another', () => {
  const short = denseRow([1, 2])
  const long = denseRow(Array.from({ length: 500 }, (_, k) => k))
  assert.equal(entriesOf(short).length, 2)
  assert.equal(entriesOf(long)[499][0], 500)
})

test('The squared norm and the known part of a row look at its own window only', () => {
  const row = new Row(Int32Array.of(1, 4, 6, 9, 12), Float64Array.of(9, 1, 2, 3, 9), 1, 4)
  assert.equal(squaredNorm(row), 1 + 4 + 9)
  assert.deepEqual(
    [0, 4, 5, 7, 10, 100].map((dimension) => knownEnd(row, dimension)),
    [1, 1, 2, 3, 4, 4],
  )
})

test('A table of rows does what an array of arrays does', () => {
  for (const seed of [1, 2, 3]) {
    const random = new Random(seed, 'table')
    const table = new RowTable()
    const expected: Entries[] = []
    const { examples } = makeStream('with new features late', seed, 300)
    for (const [t, { row }] of examples.entries()) {
      table.push(row)
      expected.push(entriesOf(row))
      if (random.uniform() < 0.4) {
        const at = random.below(expected.length)
        table.remove(at)
        expected.splice(at, 1)
      }
      if (t === 200) {
        table.clear()
        expected.length = 0
      }
      const about = `seed ${seed}, step ${t}`
      assert.equal(table.length, expected.length, about)
      assert.equal(
        table.entries,
        expected.reduce((sum, entries) => sum + entries.length, 0),
        about,
      )
      const into = new Row(new Int32Array(0), new Float64Array(0))
      for (const [i, entries] of expected.entries()) {
        if (t % 10 !== 0 && i !== expected.length - 1) continue
        assert.deepEqual(entriesOf(table.row(i)), entries, about)
        assert.deepEqual(entriesOf(table.view(i, into)), entries, about)
      }
    }
  }
})

test('A table keeps a copy, and reserving capacity changes nothing', () => {
  const table = new RowTable()
  const row = sparseRow([1, 2], [3, 4])
  table.push(row)
  row.value[0] = 99
  table.reserve(1000, 5000)
  assert.deepEqual(entriesOf(table.row(0)), [
    [1, 3],
    [2, 4],
  ])
  assert.ok(table.value.length >= 5000 && table.starts.length >= 1001)
})

test('An array is enlarged by at least doubling, and filled behind its content', () => {
  const array = Float64Array.of(1, 2, 3)
  assert.equal(enlarged(array, 3), array)
  assert.deepEqual([...enlarged(array, 4, 7)], [1, 2, 3, 7, 7, 7])
  assert.deepEqual([...enlarged(Int32Array.of(5), 4)], [5, 0, 0, 0])
})

const prepared = (preparation: Preparation, row: Row): Entries =>
  entriesOf(new RowPreparer(preparation).prepare(row))

test('Each normalisation scales a row in its way and leaves the given row as it is', () => {
  for (const kind of streamKinds)
    for (const { row } of makeStream(kind, 1, 20).examples) {
      const given = entriesOf(row)
      const largest = Math.max(0, ...given.map(([, value]) => Math.abs(value)))
      const length = Math.sqrt(given.reduce((sum, [, value]) => sum + value ** 2, 0))
      const factors = { none: () => 1, l2: () => 1 / (length || 1), max: () => 1 / (largest || 1) }
      for (const [normalize, factor] of Object.entries(factors)) {
        const made = prepared({ normalize: normalize as Preparation['normalize'], intercept: 'none' }, row)
        assert.deepEqual(
          made.map(([index]) => index),
          given.map(([index]) => index),
        )
        for (const [k, [, value]] of made.entries())
          assertNear(value, given[k][1] * factor(), `rows ${kind}, ${normalize}`, 1e-12)
      }
      assert.deepEqual(
        prepared({ normalize: 'binary', intercept: 'none' }, row),
        given.map(([index, value]) => [index, value === 0 ? 0 : 1]),
      )
      assert.deepEqual(entriesOf(row), given, 'the given row was written to')
    }
})

test('A row of length 1 keeps its bits under l2', () => {
  for (const { row } of makeStream('of unit length', 2, 30).examples)
    assert.deepEqual(prepared({ normalize: 'l2', intercept: 'none' }, row), entriesOf(row))
})

test('An intercept stands before the row at index 0', () => {
  const row = sparseRow([2, 5], [3, 4])
  assert.deepEqual(prepared({ normalize: 'max', intercept: 0.25 }, row), [
    [0, 0.25],
    [2, 0.75],
    [5, 1],
  ])
  assert.deepEqual(prepared({ normalize: 'none', intercept: 1 }, sparseRow([], [])), [[0, 1]])
  assert.deepEqual(entriesOf(row), [
    [2, 3],
    [5, 4],
  ])
})

test('An automatic intercept is a fifth of the mean length of the rows so far, empty ones left out', () => {
  const preparer = new RowPreparer({ normalize: 'none', intercept: 'auto' })
  const interceptOf = (row: Row, learning?: boolean) => entriesOf(preparer.prepare(row, learning))[0][1]
  assert.equal(interceptOf(sparseRow([], [])), 0)
  assertNear(interceptOf(sparseRow([1, 2], [3, 4])), 0.2 * 5, 'one row')
  assertNear(interceptOf(sparseRow([1], [1]), false), 0.2 * 5, 'only reading')
  assertNear(interceptOf(sparseRow([1], [1])), 0.2 * 3, 'two rows')
  assertNear(interceptOf(sparseRow([], [])), 0.2 * 3, 'an empty row')
  const other = new RowPreparer({ normalize: 'none', intercept: 'auto' })
  other.load(preparer.save())
  assert.deepEqual(
    entriesOf(other.prepare(sparseRow([1], [3]))),
    entriesOf(preparer.prepare(sparseRow([1], [3]))),
  )
})
