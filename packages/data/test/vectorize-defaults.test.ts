import assert from 'node:assert/strict'
import { test } from 'node:test'
import { denseRow } from '@askance/core'
import { type Column, defaultVectorizer, type Item, Vectorizer } from '@askance/data'

const texts = (...all: string[]): Item[] => all.map((text, k) => ({ text, line: k + 1 }))
const presetOf = (sample: Item[], columns: Column[] = []) =>
  defaultVectorizer({ columns, sample })?.text?.preset

test('distinguishes texts, URLs and e-mails', () => {
  assert.equal(presetOf(texts('hello world', 'see http://example.org')), 'plain')
  assert.equal(presetOf(texts('http://a.example/x', 'b.example.org/login?x', 'www.c.example')), 'url')
  assert.equal(presetOf(texts('hello', 'yes', 'no')), 'plain')
  assert.equal(presetOf(texts('Received: from x\n\nhi', 'From: a@b.example\n\nhi')), 'email')
  assert.equal(presetOf(texts('hi', 'ho').map((item) => ({ ...item, meta: { subject: 'x' } }))), 'email')
})

test('tables are standardised, marked and numbered', () => {
  const columns: Column[] = [
    { name: 'x', kind: 'number' },
    { name: 'c', kind: 'category' },
  ]
  const config = defaultVectorizer({ columns, sample: [{ cells: [1, 'a'], line: 1 }] })
  assert.deepEqual(config, {
    columns: [
      { name: 'x', kind: 'number', scaling: 'standard', indicator: true },
      { name: 'c', kind: 'category' },
    ],
    index: { kind: 'dictionary', most: 2 ** 20 },
  })
})

test('configures text for a text column, even if it is empty at first', () => {
  const columns: Column[] = [
    { name: 't', kind: 'text' },
    { name: 'x', kind: 'number' },
  ]
  const sample: Item[] = [{ cells: [null, 1], line: 1 }]
  const config = defaultVectorizer({ columns, sample })
  assert.equal(config?.text?.normalize, 'l2')
  assert.ok(config && new Vectorizer(config).vectorize(sample[0]))
  assert.equal(presetOf([{ cells: ['http://a.example/', 2], line: 1 }], columns), 'url')
})

test('standardises dense named features and treats sparse ones as counts', () => {
  const items = (...all: string[][]): Item[] =>
    all.map((names, k) => ({ features: { names, values: names.map(() => 1) }, line: k + 1 }))
  const scalingOf = (sample: Item[]) => defaultVectorizer({ columns: [], sample })?.features?.scaling
  assert.equal(scalingOf(items(['a', 'b'], ['b', 'a'], ['a', 'b'])), 'standard')
  assert.equal(scalingOf(items(['a', 'b'], ['c'], ['d', 'e'])), 'none')
})

test('numbered rows need no vectorizer', () => {
  assert.equal(defaultVectorizer({ columns: [], sample: [{ row: denseRow([1]), line: 1 }] }), undefined)
  assert.equal(defaultVectorizer({ columns: [], sample: [] }), undefined)
})

test('short texts get parts of words, many classes fewer indices', () => {
  const config = (sample: Item[], classes?: number) =>
    defaultVectorizer({ columns: [], sample, ...(classes && { classes }) })
  assert.deepEqual(config(texts('hello world'))?.text?.characters, [3, 5])
  assert.equal(config(texts('hello world '.repeat(100)))?.text?.characters, null)
  const bits = [undefined, 2, 20, 77, 10_000].map((classes) => config(texts('hi'), classes)?.index)
  assert.deepEqual(
    bits.map((index) => index?.kind === 'hash' && index.bits),
    [18, 20, 18, 16, 14],
  )
})
