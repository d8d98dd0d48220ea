import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Life, sameBytes } from './support/stream-life.js'

const ids = (count: number): string[] => Array.from({ length: count }, (_, k) => `i${k}`)

describe('undo', () => {
  test('undoes the last ten actions, latest first', () => {
    const life = new Life()
    life.observe(...ids(12))
    const said: string[] = []
    for (let k = 0; k < 12; k++) {
      const id = life.take()
      said.push(id)
      if (k % 3 === 0) life.run('answer', { id, label: 'ham' })
      else life.run(k % 3 === 1 ? 'skip' : 'unsure', { id })
      life.now++
    }
    for (const id of said.slice(2).reverse()) assert.equal(life.run('undo', {}).id, id)
    assert.equal(life.refusal('undo', {}), 'undo/nothing')
    assert.deepEqual([life.counts.answers, life.counts.open, life.counts.spent], [1, 10, 11])
    assert.deepEqual(life.run('agreement', {}).labellers, [
      { name: 'ann', answers: 1, unsure: 0, skipped: 1 },
    ])
    assert.equal(life.run('status', {}).leased, 10, 'they are in hand again')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('applies to one’s own answers, which can then be changed', () => {
    const life = new Life()
    life.observe('a', 'b')
    const { id } = life.answer('ham')
    assert.equal(life.refusal('undo', {}, 'bob'), 'undo/nothing')
    assert.equal(life.run('undo', {}).id, id)
    assert.equal(life.run('answer', { id, label: 'spam' }).outcome, 'learned')
    assert.equal(life.counts.answers, 1)
  })

  test('of a skip is rejected if the budget is used up', () => {
    const life = new Life({ budget: { total: 1, horizon: 1 } })
    life.observe('a')
    life.run('skip', { id: life.take() })
    life.observe('b')
    assert.equal(life.refusal('undo', {}), 'question/late')
  })

  test('of a vote, before and after it was settled', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a')
    assert.equal(life.answer('ham', 'ann').outcome, 'voted')
    assert.equal(life.run('undo', {}, 'ann').votes, 0)
    assert.equal(life.run('answer', { id: 'a', label: 'spam' }, 'ann').outcome, 'voted')
    assert.equal(life.answer('spam', 'bob').outcome, 'learned')
    assert.equal(life.run('undo', {}, 'ann').votes, 1)
    assert.deepEqual([life.counts.answers, life.counts.open], [0, 1])
    assert.equal(life.run('answer', { id: 'a', label: 'ham' }, 'ann').outcome, 'voted')
    assert.equal(life.answer('ham', 'cyd').outcome, 'learned')
    assert.equal(life.run('agreement', {}).labellers[0].agreement, 1)
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('of a vote is rejected while another labeller has the lease', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a')
    life.answer('ham', 'ann')
    const id = life.take('bob')
    const pages = life.pages.length
    assert.equal(life.refusal('undo', {}, 'ann'), 'question/leased')
    assert.equal(life.pages.length, pages)
    assert.equal(life.run('answer', { id, label: 'ham' }, 'bob').outcome, 'learned')
  })

  test('of a skip of a begun question counts once', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a')
    life.answer('ham', 'ann')
    life.run('skip', { id: life.take('bob') }, 'bob')
    assert.equal(life.run('undo', {}, 'bob').votes, 1)
    assert.equal(life.refusal('undo', {}, 'bob'), 'undo/nothing')
    assert.deepEqual(life.run('agreement', {}).labellers[1], {
      name: 'bob',
      answers: 0,
      unsure: 0,
      skipped: 0,
    })
  })

  test('of a vote on a question skipped since reopens it for both', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a')
    life.answer('ham', 'ann')
    life.run('skip', { id: life.take('bob') }, 'bob')
    assert.equal(life.run('undo', {}, 'ann').votes, 0)
    assert.equal(life.refusal('undo', {}, 'bob'), 'undo/nothing')
    life.run('release', { ids: ['a'] }, 'ann')
    assert.equal(life.take('bob'), 'a')
  })

  test('skips votes on expired questions', () => {
    const life = new Life({ answersPerItem: 2, expireAfter: 100 })
    life.observe('a')
    life.now += 50_000
    life.observe('b')
    life.answer('ham')
    const second = life.answer('ham').id
    life.now += 70_000
    life.observe('c')
    assert.equal(life.stream.classifier.question('a')?.state, 'expired')
    assert.equal(second, 'b')
    assert.equal(life.run('undo', {}).id, 'b')
    assert.equal(life.refusal('undo', {}), 'undo/nothing')
  })
})

describe('several voters', () => {
  test('a restart keeps voters excluded', () => {
    const life = new Life({ answersPerItem: 3 })
    life.observe('a', 'b')
    const { id } = life.answer('ham', 'ann')
    const other = id === 'a' ? 'b' : 'a'
    for (const again of [life.replayed(), life.replayed(life.pages.length, life.stream.save())]) {
      assert.equal(again.refusal('answer', { id, label: 'spam' }, 'ann'), 'question/own')
      assert.deepEqual(
        again.run('lease', { count: 5 }, 'ann').map((question) => question.id),
        [other],
      )
      assert.deepEqual(
        again.run('lease', { count: 5 }, 'bob').map((question) => question.id),
        [id],
      )
    }
  })

  test('that are unsure leave the question unsure; ties ask at most two more', () => {
    const life = new Life({ answersPerItem: 2 })
    life.observe('a')
    for (const by of ['ann', 'bob']) life.run('unsure', { id: life.take(by) }, by)
    assert.equal(life.stream.classifier.question('a')?.state, 'unsure')
    life.observe('b')
    const labels = ['ham', 'spam', 'eggs', 'beans']
    labels.forEach((label, k) => {
      assert.equal(life.answer(label, `v${k}`).outcome, 'voted')
    })
    assert.equal(life.stream.classifier.question('b')?.state, 'unsure')
    assert.equal(life.counts.answers, 0)
  })

  test('lowering the number of answers settles questions', () => {
    const life = new Life({ answersPerItem: 3 })
    life.observe('a', 'b')
    for (const by of ['ann', 'bob']) life.run('answer', { id: life.take(by), label: 'ham' }, by)
    assert.equal(life.counts.answers, 0)
    life.run('configure', { config: { ...life.stream.config, answersPerItem: 2 } }, 'owner')
    assert.deepEqual([life.counts.answers, life.counts.open], [1, 1])
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })
})
