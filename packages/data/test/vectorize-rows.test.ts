import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Classifier, type State } from '@askance/core'
import { decodeModel, encodeModel, Random } from '@askance/core/internals'
import { type Item, ItemInput, type TextConfig, Vectorizer, type VectorizerConfig } from '@askance/data'
import { entriesOf, plainText, randomText, textConfig } from './support/vectorize.js'

const mixed = (index: VectorizerConfig['index'], text: Partial<TextConfig>): VectorizerConfig => ({
  text: { ...plainText, ...text },
  columns: [
    { name: 'size', kind: 'number', indicator: true },
    { name: 'price', kind: 'number', scaling: 'max' },
    { name: 'colour', kind: 'category' },
    { name: 'note', kind: 'text' },
  ],
  features: { scaling: 'standard' },
  index,
})

const configs: VectorizerConfig[] = [
  mixed({ kind: 'hash', bits: 12, names: 500 }, { weight: 'tfidf', words: [1, 2], normalize: 'l2' }),
  mixed({ kind: 'dictionary', most: 300 }, { weight: 'log', characters: [2, 3], stopWords: 'english' }),
  mixed({ kind: 'hash', bits: 6, names: 10 }, { preset: 'email', weight: 'tfidf' }),
  mixed({ kind: 'dictionary', most: 5000 }, { preset: 'url', characters: [3, 3], within: 'text' }),
]

const randomItem = (random: Random, line: number): Item => {
  const names = ['u', 'v', 'w'].filter(() => random.below(2) === 0)
  const cell = <T>(value: T): T | null => (random.below(5) === 0 ? null : value)
  return {
    line,
    text: randomText(random, 60),
    cells: [
      cell(random.normal()),
      cell(100 * random.normal()),
      cell(randomText(random, 2)),
      cell(randomText(random, 20)),
    ],
    features: { names, values: names.map(() => random.normal()) },
  }
}

const stream = (seed: number, size: number): Item[] => {
  const random = new Random(seed, 'items')
  return Array.from({ length: size }, (_, k) => randomItem(random, k + 1))
}

/** As it comes back from a model file. */
const throughFile = (state: State): State =>
  decodeModel(encodeModel({ config: {}, state: { it: state } }, 'test')).state.it as State

test('rows rise, are finite, without zeros, and stay within the bound', () => {
  for (const config of configs) {
    const vectorizer = new Vectorizer(config)
    const most = config.index.kind === 'hash' ? 2 ** config.index.bits : config.index.most
    for (const item of stream(1, 400)) {
      let previous = 0
      for (const [index, value] of entriesOf(vectorizer.vectorize(item))) {
        assert.ok(index > previous && index <= most)
        assert.ok(Number.isFinite(value) && value !== 0)
        previous = index
      }
    }
  }
})

test('gives the same rows after saving and loading mid-stream', () => {
  for (const config of configs) {
    const through = new Vectorizer(config)
    let stopped = new Vectorizer(config)
    stream(2, 300).forEach((item, k) => {
      if (k % 50 === 25) {
        const again = new Vectorizer(JSON.parse(JSON.stringify(config)) as VectorizerConfig)
        again.load(throughFile(stopped.save()))
        stopped = again
      }
      assert.deepEqual(entriesOf(stopped.vectorize(item)), entriesOf(through.vectorize(item)))
    })
    assert.deepEqual(stopped.save(), through.save())
    assert.deepEqual(stopped.collisions, through.collisions)
    for (let index = 0; index < 300; index++) assert.deepEqual(stopped.names(index), through.names(index))
  }
})

test('changes nothing without learning', () => {
  for (const config of configs) {
    const vectorizer = new Vectorizer(config)
    for (const item of stream(3, 50)) vectorizer.vectorize(item)
    const before = vectorizer.save()
    const first = stream(4, 50).map((item) => entriesOf(vectorizer.vectorize(item, false)))
    const second = stream(4, 50).map((item) => entriesOf(vectorizer.vectorize(item, false)))
    assert.deepEqual(first, second)
    assert.deepEqual(vectorizer.save(), before)
  }
})

test('the order of named features does not matter', () => {
  const random = new Random(5, 'order')
  const config: VectorizerConfig = {
    features: { scaling: 'none' },
    index: { kind: 'hash', bits: 5, names: 0 },
  }
  const vectorizer = new Vectorizer(config)
  for (let round = 0; round < 200; round++) {
    const names = Array.from({ length: 1 + random.below(80) }, (_, k) => `f${k}`)
    // Whole numbers: their sums are exact in any order.
    const values = names.map(() => random.below(100) - 50)
    const turned = { names: names.toReversed(), values: values.toReversed() }
    const row = entriesOf(vectorizer.vectorize({ features: { names, values }, line: 1 }))
    assert.deepEqual(entriesOf(vectorizer.vectorize({ features: turned, line: 1 })), row)
  }
})

test('tf-idf is what a recount gives', () => {
  const documents = stream(6, 200).map(({ text }) => text?.replace(/[^a-j ]/g, '') ?? '')
  const config = textConfig({ weight: 'tfidf' })
  const vectorizer = new Vectorizer(config)
  const seen: Set<string>[] = []
  documents.forEach((text, k) => {
    const words = text.split(' ').filter((word) => word !== '')
    seen.push(new Set(words))
    const expected = [...new Set(words)].map((word): [string, number] => {
      const df = seen.filter((set) => set.has(word)).length
      const tf = words.filter((other) => other === word).length
      return [word, (1 + Math.log(tf)) * (Math.log((2 + k) / (1 + df)) + 1)]
    })
    const row = entriesOf(vectorizer.vectorize({ text, line: 1 }))
    const found = new Map(row.map(([index, value]) => [vectorizer.nameOf(index), value]))
    assert.equal(found.size, expected.length)
    for (const [word, value] of expected) assert.ok(Math.abs((found.get(word) ?? 0) - value) < 1e-12)
  })
})

test('a full dictionary drops and counts new features', () => {
  const vectorizer = new Vectorizer(textConfig({}, { kind: 'dictionary', most: 3 }))
  vectorizer.vectorize({ text: 'a b c d e', line: 1 })
  const row = entriesOf(vectorizer.vectorize({ text: 'e c a', line: 2 }))
  assert.deepEqual(row, [
    [1, 1],
    [3, 1],
  ])
  assert.equal(vectorizer.dropped, 3)
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => vectorizer.nameOf(index)),
    [undefined, 'a', 'b', 'c', undefined],
  )
})

test('a long row is sorted like a short one', () => {
  const random = new Random(8, 'long')
  const vectorizer = new Vectorizer({
    features: { scaling: 'none' },
    index: { kind: 'hash', bits: 24, names: 0 },
  })
  for (const size of [2, 24, 25, 400, 401, 20_000]) {
    const names = Array.from({ length: size }, (_, k) => `${k}-${random.below(1e9)}`)
    const row = entriesOf(vectorizer.vectorize({ features: { names, values: names.map(() => 1) }, line: 1 }))
    assert.deepEqual(
      row,
      row.toSorted(([a], [b]) => a - b),
    )
    assert.equal(new Set(row.map(([index]) => index)).size, row.length)
  }
})

test('rejects an inconsistent state', () => {
  const vectorizer = new Vectorizer(textConfig({ weight: 'tfidf' }))
  vectorizer.vectorize({ text: 'one two', line: 1 })
  const state = vectorizer.save()
  const broken = (change: State) => () => new Vectorizer(vectorizer.config).load({ ...state, ...change })
  assert.throws(broken({ index: {} }), { code: 'model/state' })
  const names = { bytes: new Uint8Array(3), starts: Int32Array.of(0, 9) }
  assert.throws(broken({ index: { names, dropped: 0 } }), { code: 'model/state' })
  const frequencies = { documents: 1, index: Int32Array.of(-1), counts: Int32Array.of(1) }
  assert.throws(broken({ text: { frequencies } }), { code: 'model/state' })
})

test('a model file carries its vectorizer', () => {
  const vectorizer = textConfig({ weight: 'tfidf' }, { kind: 'hash', bits: 10, names: 100 })
  const input = new ItemInput({ vectorizer })
  const model = new Classifier({ algorithm: 'PA', classes: ['ham', 'spam'], input })
  model.teach('win money', 'spam')
  model.teach('see you', 'ham')
  const loaded = Classifier.load<string>(model.save())
  assert.deepEqual(loaded.input.config, { vectorizer })
  assert.equal(loaded.predict('you?'), 'ham')
  assert.equal(loaded.predict('money'), 'spam')
})
