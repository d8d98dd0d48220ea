import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { Random } from '@askance/core/internals'
import { defaultTexts, type InputItem, ItemInput, textInput, type VectorizerConfig } from '../src/index.js'

const words = ['offer', 'free', 'meeting', 'minutes', 'today', 'plan', 'win', 'report', 'tea', 'garden']

const drawnText = (random: Random): string =>
  Array.from({ length: 1 + random.below(6) }, () => words[random.below(words.length)]).join(' ')

const table: VectorizerConfig = {
  columns: [
    { name: 'colour', kind: 'category' },
    { name: 'size', kind: 'number', indicator: true },
  ],
  features: { scaling: 'standard' },
  index: { kind: 'dictionary', most: 50 },
}

const drawnCells = (random: Random): InputItem => ({
  cells: [['red', 'blue'][random.below(2)]!, random.uniform() < 0.1 ? null : random.normal()],
  features: { names: ['age'], values: [random.normal()] },
})

const inputs: Record<string, [VectorizerConfig, (random: Random) => InputItem]> = {
  texts: [defaultTexts, drawnText],
  'a table': [table, drawnCells],
}

describe('texts for a live classifier', () => {
  const options = { classes: ['a', 'b'], budget: { ratio: 0.3 }, seed: 4 } as const

  for (const [name, [config, draw]] of Object.entries(inputs))
    test(`${name}: a replay and a file go on with the same bits`, () => {
      const random = new Random(1, 'test/text-input')
      const log: ClassifierEvent[] = []
      const classifier = new Classifier({ ...options, input: new ItemInput({ vectorizer: config }) })
      classifier.log = (event) => log.push(JSON.parse(JSON.stringify(event)))
      for (let t = 0; t < 150; t++) {
        if (t % 10 === 0) classifier.teach(draw(random), 'b')
        const { asked, id } = classifier.observe(draw(random))
        classifier.predict(draw(random))
        if (asked) classifier.answer(id, random.uniform() < 0.5 ? 'a' : 'b')
      }
      const replayed = new Classifier({ ...options, input: new ItemInput({ vectorizer: config }) })
      for (const event of log) replayed.apply(event)
      const loaded = Classifier.load(classifier.save(), { input: new ItemInput({ vectorizer: config }) })
      for (let t = 0; t < 20; t++) {
        const item = draw(random)
        const decision = classifier.observe(item)
        assert.deepEqual(replayed.observe(item), decision)
        assert.deepEqual(loaded.observe(item), decision)
        assert.deepEqual(replayed.explainItem(item), classifier.explainItem(item))
      }
    })

  test('features are explained by name', () => {
    const classifier = new Classifier({ ...options, input: textInput() })
    classifier.teach('a free offer', 'b')
    classifier.teach('a quiet meeting', 'a')
    const { features } = classifier.explainItem('free tea')
    assert.deepEqual(
      features.map(({ feature }) => feature).filter((feature) => feature !== 'intercept'),
      ['free'],
    )
  })

  test('where nothing is learned from items, events hold none', () => {
    const config: VectorizerConfig = {
      text: { ...defaultTexts.text, weight: 'log' },
      index: { kind: 'hash', bits: 10, names: 0 },
    }
    const classifier = new Classifier({ ...options, input: new ItemInput({ vectorizer: config }) })
    assert.equal(classifier.observe('some text').trace.input, undefined)
    const learning = new Classifier({ ...options, input: textInput() })
    assert.equal(learning.observe('some text').trace.input, 'some text')
  })

  for (const algorithm of ['auto', 'D-AMD'])
    test(`the words that tell most are those of the class, whichever sign their numbers have: ${algorithm}`, () => {
      const random = new Random(3, 'test/text-telling')
      const own = { a: words.slice(0, 5), b: words.slice(5) }
      const classifier = new Classifier({ classes: ['a', 'b'], algorithm, seed: 4, input: textInput() })
      for (let n = 0; n < 200; n++) {
        const label = random.uniform() < 0.5 ? 'a' : 'b'
        const text = own[label].filter(() => random.uniform() < 0.6).join(' ')
        classifier.teach(text || own[label][0]!, label)
      }
      for (const { label, features } of classifier.topFeatures(5))
        assert.deepEqual(
          features.map(({ feature }) => feature).sort(),
          [...own[label as 'a' | 'b']].sort(),
          label,
        )
    })
})

describe('an input of items', () => {
  const cells: VectorizerConfig = {
    columns: [
      { name: 'colour', kind: 'category' },
      { name: 'size', kind: 'number', scaling: 'none' },
    ],
    index: { kind: 'dictionary', most: 50 },
  }
  const entries = (input: ItemInput, item: InputItem, learning = true) => {
    const { index, value, start, end } = input.row(item, learning)
    return [...index.slice(start, end)].map((at, k) => [input.nameOf(at), value[start + k]])
  }

  test('says what its rows are made of', () => {
    const rows = (vectorizer?: VectorizerConfig) => new ItemInput(vectorizer && { vectorizer }).rows
    const { index } = cells
    assert.equal(rows(), 'rows')
    assert.equal(rows(defaultTexts), 'text')
    assert.equal(rows({ ...defaultTexts, text: { ...defaultTexts.text, normalize: 'l2' } }), 'table')
    assert.equal(rows(cells), 'table')
    assert.equal(rows({ features: { scaling: 'none' }, index }), 'features')
    assert.equal(textInput({ preset: 'email' }).config.vectorizer?.text?.preset, 'email')
  })

  test('is made again from its configuration, which is plain JSON, and goes on with what it saved', () => {
    const input = new ItemInput({ vectorizer: cells, reader: { header: true } })
    const item = { cells: ['red', 5] }
    entries(input, item)
    const again = new ItemInput(JSON.parse(JSON.stringify(input.config)))
    assert.deepEqual([again.kind, again.config], ['items', input.config])
    again.load(input.save())
    assert.deepEqual(entries(again, item, false), [
      ['colour=red', 1],
      ['size', 5],
    ])
  })

  test('finds columns by name in data that has them in another order, or lacks some', () => {
    const input = new ItemInput({ vectorizer: cells })
    entries(input, { cells: ['red', 5] })
    input.align([
      { name: 'size', kind: 'number' },
      { name: 'weight', kind: 'number' },
      { name: 'colour', kind: 'category' },
    ])
    assert.deepEqual(entries(input, { cells: [7, 1, 'red'] }), [
      ['colour=red', 1],
      ['size', 7],
    ])
    assert.deepEqual(input.learned(), { cells: ['red', 7] })
    input.align([{ name: 'size', kind: 'number' }])
    assert.deepEqual(entries(input, { cells: [8] }, false), [['size', 8]])
  })

  test('takes ready rows as they are, and nothing else among them', () => {
    const input = new ItemInput()
    assert.deepEqual(entries(input, { row: { index: [2, 5], value: [-0, 1] } }), [
      ['2', 0],
      ['5', 1],
    ])
    assert.deepEqual(entries(input, {}), [])
    assert.equal(input.learned(), undefined)
    assert.throws(() => input.row({ text: 'x', line: 3 }, true), {
      code: 'data/rows',
      position: { line: 3 },
    })
  })
})
