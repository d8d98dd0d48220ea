import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Life, sameBytes } from './support/stream-life.js'

describe('answering', () => {
  test('needs a lease and closes the question', () => {
    const life = new Life()
    life.observe('a', 'b')
    assert.equal(life.refusal('answer', { id: 'nothing', label: 'ham' }), 'question/unknown')
    assert.equal(life.refusal('answer', { id: 'a', label: 'ham' }), 'question/unleased')
    const id = life.take('ann')
    assert.equal(life.refusal('answer', { id, label: 'ham' }, 'bob'), 'question/leased')
    assert.deepEqual(life.run('answer', { id, label: 'ham' }), { id, label: 'ham', outcome: 'learned' })
    assert.equal(life.refusal('answer', { id, label: 'ham' }, 'bob'), 'question/closed')
    assert.equal(life.counts.answers, 1)
    assert.equal(life.counts.open, 1)
  })

  test('a repeated answer is a duplicate; another label is rejected', () => {
    const life = new Life()
    life.observe('a')
    const { id } = life.answer('ham')
    const pages = life.pages.length
    assert.equal(life.run('answer', { id, label: 'ham' }).outcome, 'duplicate')
    assert.equal(life.pages.length, pages)
    assert.equal(life.refusal('answer', { id, label: 'spam' }), 'question/closed')
  })

  test('with a new label adds a class', () => {
    const life = new Life({ algorithm: 'auto' })
    life.observe('a', 'b')
    life.answer('eggs')
    assert.deepEqual(life.run('status', {}).classes, ['ham', 'spam', 'eggs'])
    assert.deepEqual(
      Object.keys(life.run('predict', { items: [{ row: { index: [1], value: [1] } }] })[0].probabilities),
      ['ham', 'spam', 'eggs'],
    )
  })

  test('is rejected exactly when the lease expires', () => {
    const life = new Life()
    life.observe('a')
    const id = life.take()
    life.now += 60_000
    assert.equal(life.refusal('answer', { id, label: 'ham' }), 'question/unleased')
    assert.equal(life.take(), id)
    life.now += 59_999
    assert.equal(life.run('answer', { id, label: 'ham' }).outcome, 'learned')
  })
})

describe('skip, unsure and release', () => {
  test('differ in counts, budget and question state', () => {
    const life = new Life({ budget: { total: 3, horizon: 3, exponent: 1 } })
    life.observe('a', 'b', 'c', 'd')
    assert.deepEqual([life.counts.open, life.counts.spent], [3, 3])
    const [first, second, third] = life.run('lease', { count: 3 }).map(({ id }) => id)
    assert.deepEqual(life.run('skip', { id: first }), { id: first, state: 'skipped' })
    assert.deepEqual([life.counts.open, life.counts.spent], [2, 2])
    assert.deepEqual(life.run('unsure', { id: second }), { id: second, state: 'unsure' })
    assert.deepEqual([life.counts.open, life.counts.spent], [1, 2])
    const pages = life.pages.length
    assert.deepEqual(life.run('release', { ids: [third, second, 'nothing'] }), { released: 1 })
    assert.deepEqual([life.counts.open, life.counts.spent], [1, 2])
    assert.equal(life.pages.length, pages, 'a release is no event')
    assert.deepEqual(life.run('agreement', {}).labellers, [
      { name: 'ann', answers: 0, unsure: 1, skipped: 1 },
    ])
    assert.equal(life.refusal('skip', { id: first }), 'question/closed')
    assert.equal(life.refusal('unsure', { id: third }), 'question/unleased')
    assert.equal(life.take('bob'), third)
  })

  test('a heartbeat renews held leases and lists lost ones', () => {
    const life = new Life()
    life.observe('a', 'b')
    const mine = life.take()
    const other = life.take('bob')
    life.now += 50_000
    assert.deepEqual(life.run('heartbeat', { ids: [mine, other, 'nothing'] }), {
      leaseExpires: life.now + 60_000,
      lost: [other, 'nothing'],
    })
    life.now += 10_000
    assert.equal(life.run('status', {}).leased, 2, 'leases expire on the next operation')
    assert.deepEqual(
      life.run('questions', { after: 0, limit: 9 }).map(({ leasedTo }) => leasedTo),
      [mine, other].sort().map((id) => (id === mine ? 'ann' : undefined)),
    )
    assert.equal(life.run('status', {}).leased, 1)
  })

  test('leasing again returns held questions first, renewed', () => {
    const life = new Life()
    life.observe('a', 'b', 'c')
    const id = life.take()
    life.now += 30_000
    const again = life.run('lease', { count: 2 })
    assert.equal(again[0].id, id)
    assert.equal(again[0].leaseExpires, life.now + 60_000)
    assert.equal(again.length, 2)
    assert.equal(life.run('lease', { count: 9 }, 'bob').length, 1)
  })
})

describe('external answers', () => {
  test('are learned without a lease, correct others, and fail independently', () => {
    const life = new Life({ budget: { total: 2, horizon: 2, exponent: 1 } })
    life.observe('a', 'b', 'c')
    const first = life.take()
    const other = first === 'a' ? 'b' : 'a'
    const found = life.run(
      'answers',
      {
        answers: [
          { id: first, label: 'ham' },
          { id: 'nothing', label: 'ham' },
          { id: other, label: '' },
          { id: other, label: 'ham', by: 'expert' },
          { id: other, label: 'spam' },
          { id: other, label: 'spam' },
        ],
      },
      'sender',
    )
    assert.deepEqual(
      found.map((one) => ('code' in one ? one.code : one.outcome)),
      ['learned', 'question/unknown', 'label/empty', 'learned', 'corrected', 'duplicate'],
    )
    assert.equal(life.refusal('answer', { id: first, label: 'spam' }), 'question/closed')
    assert.equal(life.counts.answers, 2)
    assert.equal(life.refusal('undo', {}, 'expert'), 'undo/nothing', 'another has corrected it')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('to a returned question are late if the budget is used up', () => {
    const life = new Life({ budget: { total: 1, horizon: 1, exponent: 1 } })
    life.observe('a')
    life.run('skip', { id: life.take() })
    life.observe('b')
    assert.equal(life.run('answers', { answers: [{ id: 'a', label: 'ham' }] })[0].outcome, 'late')
    assert.equal(life.counts.spent, 1)
  })

  test('of examples are corrections that cannot be undone', () => {
    const life = new Life()
    life.run('teach', { items: [{ id: 'old', label: 'ham', row: { index: [1], value: [1] } }] })
    assert.equal(life.run('answers', { answers: [{ id: 'old', label: 'spam' }] })[0].outcome, 'corrected')
    assert.equal(life.refusal('undo', {}), 'undo/nothing')
  })
})

describe('forgetting', () => {
  test('unlearns an answer, and nothing else can be forgotten', () => {
    const life = new Life()
    life.observe('a', 'b')
    const { id } = life.answer('ham')
    assert.deepEqual(life.run('forget', { id }), { id, forgotten: true })
    assert.equal(life.counts.answers, 0)
    assert.equal(life.pages.at(-1)?.erased.length, 0)
    assert.equal(life.refusal('forget', { id }), 'question/unanswered')
    assert.equal(life.refusal('forget', { id: 'nothing' }), 'question/unknown')
    assert.equal(life.refusal('undo', {}), 'undo/nothing')
  })

  test('with erase closes an open question for good', () => {
    const life = new Life()
    life.observe('a', 'b')
    const id = life.take()
    assert.deepEqual(life.run('erase', { ids: [id] }, 'owner'), { erased: 1, forgotten: [] })
    assert.deepEqual(life.pages.at(-1)?.erased, [id])
    assert.equal(life.refusal('answer', { id, label: 'ham' }), 'question/closed')
    assert.equal(life.refusal('undo', {}, 'owner'), 'undo/nothing')
    const second = life.take()
    life.run('skip', { id: second })
    life.run('erase', { ids: [second] }, 'owner')
    assert.equal(life.refusal('undo', {}), 'undo/nothing')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })
})
