import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { packed, type Saved, unpacked } from '../src/stream/snapshot.js'
import { Stream } from '../src/stream/stream.js'
import { Life, rowItem, sameBytes } from './support/stream-life.js'

const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

/** A stream that asks about nothing. */
const quiet = () => new Life({ budget: { total: 0 }, measure: 0 })

/** An item that was not asked, as the plan adds it. */
const unasked = (id: string, t: number) => ({ id, t, content: JSON.stringify({ id, ...rowItem(id) }) })

describe('labels without leases', () => {
  test('are examples if the item was not asked, and can be corrected and taken back', () => {
    const life = quiet()
    life.observe('a', 'b', 'c')
    const label = (label: string | null, id = 'b') =>
      life.run('answers', { answers: [{ id, label }], unasked: [unasked('b', 2)] }, 'ann')[0]
    assert.equal(label('ham', 'a').outcome, 'refused', 'the plan found no such item')
    assert.deepEqual(label('ham'), { id: 'b', label: 'ham', outcome: 'learned' })
    assert.deepEqual([life.counts.taught, life.counts.answers, life.counts.spent], [1, 0, 0])
    assert.deepEqual(label('spam').outcome, 'corrected')
    const [listed] = life.run('labelled', { limit: 9 })
    assert.deepEqual([listed?.id, listed?.t, listed?.answer, listed?.by], ['b', 2, 'spam', 'ann'])
    assert.deepEqual(label(null), { id: 'b', outcome: 'removed', before: { label: 'spam', by: 'ann' } })
    assert.deepEqual(life.run('labelled', { limit: 9 }), [])
    assert.deepEqual(label('ham').outcome, 'learned')
    assert.equal(life.run('labelled', { limit: 9 })[0]?.t, 2, 'it keeps its round')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('taken back, open the question again for everybody', () => {
    const life = new Life()
    life.observe('a', 'b')
    const { id } = life.answer('ham')
    assert.equal(life.run('answers', { answers: [{ id, label: null }] }, 'owner')[0]?.outcome, 'removed')
    assert.deepEqual([life.counts.open, life.counts.answers], [2, 0])
    assert.deepEqual(life.run('answers', { answers: [{ id, label: null }] })[0], { id, outcome: 'removed' })
    assert.equal(life.run('lease', { count: 9 }, 'bob').length, 2)
  })

  test('of others are refused to labellers', () => {
    const life = new Life()
    life.observe('a', 'b')
    const answers = (label: string | null, by: string) =>
      life.run('answers', { answers: [{ id: 'a', label }], isLabeller: true }, by)[0]
    assert.equal(answers('ham', 'ann').outcome, 'learned')
    const refused = answers('spam', 'bob')
    assert.equal('code' in refused && refused.code, 'answer/other')
    assert.equal('code' in answers(null, 'bob'), true)
    assert.deepEqual(answers('spam', 'ann').outcome, 'corrected')
    assert.equal(
      life.run('answers', { answers: [{ id: 'a', label: 'ham' }] }, 'owner')[0].outcome,
      'corrected',
    )
    assert.equal('code' in answers('spam', 'ann'), true, 'it is the label of the owner now')
  })

  test('of labellers are votes where several are wanted', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a')
    const answers = (label: string, by: string) =>
      life.run('answers', { answers: [{ id: 'a', label }], isLabeller: true }, by)[0]
    assert.equal(answers('ham', 'ann').outcome, 'voted')
    const again = answers('spam', 'ann')
    assert.equal('code' in again && again.code, 'question/own')
    assert.equal(answers('ham', 'bob').outcome, 'learned')
    const [item] = life.run('labelled', { limit: 9, by: 'bob' })
    assert.deepEqual([item?.answer, item?.by, item?.votes?.length], ['ham', undefined, 2])
  })
})

describe('lists of labels', () => {
  const life = new Life()
  life.observe('a', 'b', 'c', 'd')
  for (const [id, label, by] of [
    ['a', 'ham', 'ann'],
    ['b', 'spam', 'bob'],
    ['c', 'spam', 'ann'],
  ] as const)
    life.run('answers', { answers: [{ id, label, by }] })

  test('select by state, label and labeller, latest first', () => {
    const list = (filter: object, limit = 9) => ids(life.run('labelled', { ...filter, limit }))
    assert.deepEqual(list({}), ['d', 'c', 'b', 'a'])
    assert.deepEqual(list({ status: 'answered' }), ['c', 'b', 'a'])
    assert.deepEqual(list({ status: 'open' }), ['d'])
    assert.deepEqual(list({ label: 'spam' }), ['c', 'b'])
    assert.deepEqual(list({ label: 'spam', by: 'ann' }), ['c'])
    assert.deepEqual(list({ by: 'ann' }, 1), ['c'])
    assert.deepEqual(list({ by: 'ann', after: { t: 3, id: 'c' } }), ['a'])
    assert.deepEqual(list({ status: 'open', label: 'spam' }), [])
    assert.deepEqual(list({ by: 'nobody' }), [])
  })

  test('are the same after a restart, and without authors from an older snapshot', () => {
    const before = life.run('labelled', { limit: 9 })
    assert.deepEqual(life.replayed().run('labelled', { limit: 9 }), before)
    const { rest, model } = unpacked(life.stream.save())
    const { labels: _, ...older } = rest as Saved
    const stream = new Stream('s', life.stream.config)
    stream.load(packed(older, model))
    assert.deepEqual(
      new Life({}, stream).run('labelled', { limit: 9 }),
      before.map(({ by: _, ...item }) => item),
    )
  })
})

describe('the review', () => {
  test('lists disagreements until they are settled', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a', 'b', 'c')
    const vote = (id: string, label: string, by: string) =>
      life.run('answers', { answers: [{ id, label }], isLabeller: true }, by)
    for (const id of ['a', 'b', 'c']) vote(id, 'ham', 'ann')
    vote('a', 'ham', 'bob')
    vote('b', 'spam', 'bob')
    vote('c', 'spam', 'bob')
    vote('c', 'spam', 'cy')
    const list = () => life.run('doubtful', { kind: 'disagreements', limit: 9 })
    assert.deepEqual(ids(list()), ['b', 'c'], 'a tie is more doubtful than two against one')
    assert.equal(list()[1]?.suggested, 'spam')
    // A settled question is confirmed even if its label stays.
    life.run('answers', { answers: [{ id: 'c', label: 'spam' }], confirm: true }, 'owner')
    assert.deepEqual(ids(list()), ['b'])
    life.run('answers', { answers: [{ id: 'b', label: 'ham' }], confirm: true }, 'owner')
    assert.deepEqual(list(), [])
    assert.deepEqual(life.replayed().run('doubtful', { kind: 'disagreements', limit: 9 }), [])
    // Another label must be checked again.
    life.run('answers', { answers: [{ id: 'b', label: 'spam' }] }, 'owner')
    assert.deepEqual(ids(list()), ['b'])
  })

  test('finds labels that the model contradicts', () => {
    const life = new Life({ algorithm: 'auto' })
    const isSpam = (k: number) => k % 2 === 0
    const items = Array.from({ length: 60 }, (_, k) => ({
      id: `m${k}`,
      features: { [isSpam(k) ? 'prize' : 'meeting']: 1, [`w${k % 7}`]: 1 },
    }))
    life.run('observe', { items })
    const wrong = new Set([20, 41])
    const answers = items.map(({ id }, k) => ({
      id,
      label: isSpam(k) !== wrong.has(k) ? 'spam' : 'ham',
    }))
    life.run('answers', { answers })
    const found = life.run('doubtful', { kind: 'mistakes', limit: 5 })
    assert.deepEqual(new Set(ids(found)), new Set(['m20', 'm41']))
    assert.deepEqual(new Set(found.map(({ suggested }) => suggested)), new Set(['ham', 'spam']))
    for (const { doubt } of found) assert.ok(doubt >= 0.8 && doubt <= 1)
    life.run('answers', { answers: [{ id: 'm20', label: 'ham' }], confirm: true })
    assert.deepEqual(ids(life.run('doubtful', { kind: 'mistakes', limit: 5 })), ['m41'])
  })
})
