import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SentItem } from '../src/operations/types.js'
import { Life, sameBytes } from './support/stream-life.js'

const text = (id: string, words: string) => ({ id, text: words })
const row = (id: string, ...value: number[]) => ({ id, row: { index: value.map((_, k) => k + 1), value } })

/** What refuses an item, with its number. */
const fault = (life: Life, items: readonly (SentItem & { id: string })[]): string => {
  const before = life.stream.save()
  const { shape } = life.stream
  let found = 'done'
  try {
    life.run('observe', { items })
  } catch (error) {
    const { code, details } = error as { code: string; details: { number: number } }
    found = `${code} ${details.number}`
  }
  if (found !== 'done') {
    assert.ok(Buffer.compare(before, life.stream.save()) === 0, 'a refused batch changes nothing')
    assert.equal(life.stream.shape, shape)
  }
  return found
}

describe('the shape of items', () => {
  test('is that of the first: texts', () => {
    const life = new Life({ algorithm: 'auto' })
    assert.equal(fault(life, [text('a', 'free offer'), row('b', 1)]), 'item/shape 2')
    assert.equal(life.pages.length, 0)
    assert.equal(fault(life, [text('a', 'free offer'), text('b', 'the minutes')]), 'done')
    assert.equal(fault(life, [text('c', 'more'), { id: 'd', features: { a: 1 } }]), 'item/shape 2')
    assert.equal(fault(life, [row('c', 1)]), 'item/shape 1')
    assert.deepEqual(
      life.events().map(({ type }) => type),
      ['created', 'shaped', 'observed', 'observed'],
    )
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('is that of the first: named features, with categories and gaps', () => {
    const life = new Life()
    const items = [
      { id: 'a', features: { age: 40, town: 'Ulm', height: null } },
      { id: 'b', features: { age: 20, town: 'Bonn', height: 1.8 } },
    ]
    assert.equal(fault(life, items), 'done')
    assert.equal(fault(life, [text('c', 'words')]), 'item/shape 1')
    assert.equal(fault(life, [row('c', 1)]), 'item/shape 1')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('learns categories together with numbers', () => {
    const life = new Life({ algorithm: 'auto' })
    const items = Array.from({ length: 40 }, (_, k) => ({
      id: `i${k}`,
      features: { age: 40 + ((k * 7) % 13), town: k % 2 ? 'Ulm' : 'Bonn' },
      label: k % 2 ? 'ham' : 'spam',
    }))
    life.run('teach', { items })
    const asked = ['Ulm', 'Bonn'].map((town) => ({ features: { age: 45, town } }))
    assert.deepEqual(
      life.run('predict', { items: asked }).map(({ predicted }) => predicted),
      ['ham', 'spam'],
    )
    const { features } = life.run('explain', { item: asked[0] })
    assert.ok(features.some(({ feature }) => feature === 'town=Ulm'))
  })

  test('a row with −0 equals one with 0, in the log too', () => {
    const life = new Life()
    assert.equal(fault(life, [row('a', 1, -0), row('b', -0)]), 'done')
    life.answer('ham')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('is that of the first: rows', () => {
    const life = new Life()
    assert.equal(fault(life, [row('a', 1, 2)]), 'done')
    assert.equal(life.run('status', {}).vectorizer, 'rows')
    assert.equal(fault(life, [row('b', 1), text('c', 'words')]), 'item/shape 2')
    assert.equal(fault(life, [{ id: 'c' }]), 'item/shape 1')
  })

  test('a category and a feature of the same name are one feature', () => {
    const life = new Life()
    assert.equal(fault(life, [{ id: 'a', features: { 'town=Ulm': 1, town: 'Ulm' } }]), 'done')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('an empty item is predicted but not asked', () => {
    const life = new Life({ measure: 0 })
    life.run('observe', { items: [text('a', 'words')] })
    const [decision] = life.run('observe', { items: [{ id: 'b', text: '' }] })
    assert.equal(decision.asked, false)
    const [other] = life.run('observe', { items: [{ id: 'c' }] })
    assert.equal(other.asked, false)
  })
})

describe('ids', () => {
  test('that are known are rejected with their position', () => {
    const life = new Life()
    life.run('observe', { items: [row('a', 1)] })
    assert.equal(fault(life, [row('c', 1), row('a', 1)]), 'item/repeated 2')
    assert.equal(life.refusal('teach', { items: [{ ...row('a', 1), label: 'ham' }] }), 'item/repeated')
  })
})

describe('teaching', () => {
  test('costs no budget and improves predictions', () => {
    const life = new Life({ algorithm: 'auto' })
    const items = [
      { ...text('o1', 'free offer today'), label: 'spam' },
      { ...text('o2', 'minutes of the meeting'), label: 'ham' },
    ]
    assert.deepEqual(life.run('teach', { items }), { taught: 2 })
    assert.deepEqual(life.counts, { items: 0, open: 0, spent: 0, answers: 0, taught: 2 })
    assert.equal(life.run('predict', { items: [{ text: 'an offer for free' }] })[0].predicted, 'spam')
    const { id, t, seq, asked } = life.pages[0].items
    assert.deepEqual(
      [id, t, seq, asked],
      [
        ['o1', 'o2'],
        [0, 0],
        [3, 4],
        [false, false],
      ],
    )
    life.run('observe', { items: [text('a', 'offer')] })
    assert.equal(life.pages[1].items.seq[0], 5)
  })
})

describe('items with a text and features', () => {
  test('both are learned', () => {
    const life = new Life({ classes: ['low', 'high'] })
    const ticket = (urgent: boolean, text: string) => ({
      text,
      features: { urgent, queue: urgent ? 'now' : 'later' },
    })
    const examples = Array.from({ length: 10 }, (_, k) => {
      const isUrgent = k % 2 === 0
      const text = isUrgent ? 'printer broken' : 'holiday request'
      return { id: `t${k}`, label: isUrgent ? 'high' : 'low', ...ticket(isUrgent, text) }
    })
    life.run('teach', { items: examples })
    const predicted = (item: object) => life.run('predict', { items: [item] })[0].predicted
    assert.equal(predicted(ticket(true, 'unseen words')), 'high')
    assert.equal(predicted(ticket(false, 'unseen words')), 'low')
    assert.equal(predicted({ text: 'the printer' }), 'high')
    const names = life
      .run('explain', { item: ticket(true, 'printer') })
      .features.map(({ feature }) => feature)
    assert.ok(names.includes('feature:urgent') && names.includes('printer'), names.join(' '))
  })
})

describe('predicting and explaining', () => {
  test('before the first item every item counts as an empty row', () => {
    const life = new Life({ classes: ['a', 'b', 'c', 'd'], algorithm: 'auto' })
    const [prediction] = life.run('predict', { items: [{ text: 'anything' }] })
    assert.equal(prediction.confidence, prediction.probabilities[String(prediction.predicted)])
    assert.equal(Object.keys(prediction.probabilities).length, 4)
    assert.deepEqual(life.run('explain', { item: { features: { a: 1 } } }).features, [])
    assert.equal(
      life.refusal('predict', { items: [{ text: 'a' }, { row: { index: [1], value: [1] } }] }),
      'item/shape',
    )
    assert.equal(life.refusal('explain', { id: 'nothing' }), 'item/unknown')
    assert.equal(life.pages.length, 0)
    assert.equal(life.stream.shape, undefined)
  })

  test('an explanation does not search the item for each of its features', (context) => {
    const life = new Life({ algorithm: 'auto' })
    const text = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, k) => `w${(from + k).toString(36)}`).join(' ')
    life.run('teach', {
      items: [0, 1, 2, 3].map((k) => ({
        id: `t${k}`,
        text: text(100 * k, 100 * k + 300),
        label: k % 2 === 0 ? 'ham' : 'spam',
      })),
    })
    const { mock } = context.mock.method(Object.getPrototypeOf(Int32Array.prototype), 'indexOf')
    const { features } = life.run('explain', { item: { text: text(0, 3000) } })
    assert.ok(features.length > 100)
    assert.equal(mock.callCount(), 0)
  })

  test('an explanation has the strongest 400 features, and says how many more there are', () => {
    for (const classes of [['ham', 'spam'], Array.from({ length: 30 }, (_, k) => `c${k}`)]) {
      const isMany = classes.length > 2
      const life = new Life({ classes, ...(isMany && { multiLabel: true }), algorithm: 'PA-I' })
      const rowOf = (count: number) => {
        const index = Array.from({ length: count }, (_, k) => k + 1)
        return { row: { index, value: index.map((k) => (k % 700) + 1) } }
      }
      const taught = (id: string, label: string, item: object) => ({
        id,
        ...item,
        ...(isMany ? { labels: [label] } : { label }),
      })
      life.run('teach', {
        items: [taught('one', classes[0]!, rowOf(1000)), taught('two', classes[1]!, rowOf(1))] as never,
      })
      const found = life.run('explain', { item: rowOf(2000) })
      const shares = found.features.map(({ contribution }) => Math.abs(contribution))
      assert.equal(shares.length, 400)
      assert.deepEqual(
        [...shares].sort((a, b) => b - a),
        shares,
      )
      // The intercept is a feature too; with several labels, the likely 20 classes have features each.
      assert.equal(found.omittedFeatures, (isMany ? 20 * 1001 : 1001) - 400)
      assert.deepEqual([found.unknownFeatures.length, found.omittedUnknownFeatures], [400, 600])
    }
  })

  test('changes nothing, and an explanation has the reason', () => {
    const life = new Life()
    life.observe('a', 'b')
    const before = life.stream.save()
    life.run('predict', { items: [{ row: { index: [1, 9], value: [1, 4] } }] })
    assert.ok(life.run('explain', { id: 'a' }).reasonText)
    life.run('quality', {})
    life.run('quality', { level: 0.9 })
    life.run('agreement', {})
    life.run('questions', { after: 0, limit: 5 })
    life.run('exported', {})
    assert.ok(Buffer.compare(before, life.stream.save()) === 0)
    assert.equal(life.pages.length, 1)
  })

  test('lists open questions in pages, in the order of asking', () => {
    const life = new Life()
    life.observe('a', 'b', 'c', 'd')
    const piece = (after: number, limit: number) =>
      life.run('questions', { after, limit }).map(({ id, t }) => `${id}${t}`)
    assert.deepEqual([piece(0, 3), piece(3, 3), piece(4, 3)], [['a1', 'b2', 'c3'], ['d4'], []])
  })
})
