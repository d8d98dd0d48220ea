import assert from 'node:assert/strict'
import { test } from 'node:test'
import { denseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import { type Cell, type ColumnConfig, Vectorizer, type VectorizerConfig } from '@askance/data'
import { entriesOf, textConfig } from './support/vectorize.js'

const table = (...columns: ColumnConfig[]) =>
  new Vectorizer({ columns, index: { kind: 'dictionary', most: 1000 } })

const named = (vectorizer: Vectorizer, cells: readonly Cell[], learning = true) =>
  Object.fromEntries(
    entriesOf(vectorizer.vectorize({ cells, line: 7 }, learning)).map(([index, value]) => [
      vectorizer.nameOf(index),
      value,
    ]),
  )

test('standardised numbers are those of mean and variance so far', () => {
  const random = new Random(1, 'numbers')
  const vectorizer = table({ name: 'x', kind: 'number', scaling: 'standard' })
  const values: number[] = []
  for (let k = 0; k < 500; k++) {
    const value = 1e6 + 3 * random.normal()
    values.push(value)
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length
    const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length
    const expected = variance > 0 ? (value - mean) / Math.sqrt(variance) : 0
    const { x = 0 } = named(vectorizer, [value])
    assert.ok(Math.abs(x - expected) < 1e-7, `${x} is not ${expected}`)
  }
})

test('numbers scaled by their largest magnitude, and left alone', () => {
  const vectorizer = table(
    { name: 'x', kind: 'number', scaling: 'max' },
    { name: 'y', kind: 'number', scaling: 'none' },
  )
  assert.deepEqual(named(vectorizer, [-4, -4]), { x: -1, y: -4 })
  assert.deepEqual(named(vectorizer, [2, 2]), { x: 0.5, y: 2 })
  assert.deepEqual(named(vectorizer, [8, 0], false), { x: 2 })
  assert.deepEqual(named(vectorizer, [2, 1]), { x: 0.5, y: 1 })
})

test('marks missing values', () => {
  const vectorizer = table(
    { name: 'x', kind: 'number', scaling: 'none', indicator: true },
    { name: 'y', kind: 'number', scaling: 'none' },
    { name: 'c', kind: 'category' },
  )
  assert.deepEqual(named(vectorizer, [null, null, null]), { 'x=?': 1, 'c=?': 1 })
  assert.deepEqual(named(vectorizer, [1, 2, 'red']), { x: 1, y: 2, 'c=red': 1 })
})

test('text columns carry their names', () => {
  const config: VectorizerConfig = {
    ...textConfig({ words: [1, 2] }),
    columns: [
      { name: 'title', kind: 'text' },
      { name: 'body', kind: 'text' },
    ],
  }
  assert.deepEqual(named(new Vectorizer(config), ['Big news', 'news']), {
    'title:big': 1,
    'title:big news': 1,
    'title:news': 1,
    'body:news': 1,
  })
  assert.deepEqual(named(new Vectorizer(config), [null, 'x']), { 'body:x': 1 })
})

test('distinguishes named features from words of the text', () => {
  const vectorizer = new Vectorizer({ ...textConfig(), features: { scaling: 'none' } })
  const row = vectorizer.vectorize({ text: 'age', features: { names: ['age'], values: [40] }, line: 1 })
  assert.deepEqual(entriesOf(row), [
    [1, 1],
    [2, 40],
  ])
  assert.equal(vectorizer.nameOf(2), 'feature:age')
})

test('rejects an invalid cell with its line', () => {
  const vectorizer = table({ name: 'x', kind: 'number' })
  const refused = (cells: readonly Cell[], code: string) =>
    assert.throws(() => vectorizer.vectorize({ cells, line: 7 }), { code, position: { line: 7 } })
  refused(['red'], 'vectorize/number')
  refused([''], 'vectorize/number')
  refused([Number.NaN], 'vectorize/number')
  refused([1e101], 'vectorize/number')
  refused([1, 2], 'vectorize/cells')
  assert.throws(() => vectorizer.vectorize({ row: denseRow([1]), line: 7 }), { code: 'vectorize/numbered' })
  vectorizer.vectorize({ cells: ['1'], line: 7 })
  assert.deepEqual(named(vectorizer, ['3']), { x: 1 })
})

test('learns nothing of an item that it rejects', () => {
  const vectorizer = new Vectorizer({
    ...textConfig(),
    columns: [
      { name: 'colour', kind: 'category' },
      { name: 'size', kind: 'number' },
    ],
    features: { scaling: 'standard' },
  })
  vectorizer.vectorize({ text: 'one', cells: ['red', 1], line: 1 })
  const before = vectorizer.save()
  const features = { names: ['ok', 'wrong'], values: [1, Number.NaN] }
  for (const item of [{ cells: ['blue', 'abc'] }, { cells: ['blue', 2], features }])
    assert.throws(() => vectorizer.vectorize({ text: 'two words', ...item, line: 2 }), {
      code: 'vectorize/number',
    })
  assert.deepEqual(vectorizer.save(), before)
})

test('a value that was read without learning is learned later, and keeps its index', () => {
  for (const index of [
    { kind: 'dictionary', most: 3 },
    { kind: 'hash', bits: 20, names: 3 },
  ] as const) {
    const columns = [
      { name: 'colour', kind: 'category' },
      { name: 'size', kind: 'number', scaling: 'none' },
    ] as const
    const vectorizer = new Vectorizer({ columns, index })
    const rowOf = (cells: (string | number | null)[], learning: boolean) => {
      const { index: at, value, end } = vectorizer.vectorize({ cells, line: 1 }, learning)
      return Array.from(at.subarray(0, end), (i, k) => [
        vectorizer.nameOf(i),
        value[k]! * vectorizer.signOf(i),
      ])
    }
    rowOf(['red', 1], false)
    assert.equal(vectorizer.nameOf(1), undefined)
    for (const learning of [true, true, false])
      assert.deepEqual(
        new Map(rowOf(['red', 2], learning) as [string, number][]),
        new Map([
          ['colour=red', 1],
          ['size', 2],
        ]),
      )
    rowOf(['blue', null], true)
    const before = vectorizer.dropped
    rowOf(['green', 1], true)
    rowOf(['green', 1], true)
    assert.equal(vectorizer.dropped - before, index.kind === 'dictionary' ? 2 : 0)
    assert.equal(vectorizer.collisions.features, 3)
  }
})

test('rejects an invalid configuration by name', () => {
  const index = { kind: 'dictionary', most: 10 } as const
  const wrong: [string, unknown][] = [
    ['vectorizer', null],
    ['vectorizer', { columns: 3, index }],
    ['text.words', textConfig({ words: [2, 1] })],
    ['text.characters', textConfig({ characters: [0, 3] })],
    ['text.characters', textConfig({ characters: [1, 99] })],
    ['text.weight', textConfig({ weight: 'loud' as 'tf' })],
    ['text', { columns: [{ name: 'a', kind: 'text' }], index }],
    ['columns.a.kind', { columns: [{ name: 'a', kind: 'date' }], index }],
    ['columns', { columns: [null], index }],
    ['index.kind', {}],
    ['index.bits', { index: { kind: 'hash', bits: 27, names: 0 } }],
    ['index.most', { index: { kind: 'dictionary', most: 0 } }],
    ['features.scaling', { features: {}, index }],
  ]
  for (const [name, config] of wrong)
    assert.throws(
      () => new Vectorizer(config as VectorizerConfig),
      (error: { code?: string; details?: { name?: string } }) =>
        error.code === 'data/option' && error.details?.name === name,
      name,
    )
})
