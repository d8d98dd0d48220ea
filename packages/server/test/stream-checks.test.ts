import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quality } from '@askance/core'
import type { CheckReport } from '../src/operations/types.js'
import { CHECK_PROBABILITY, Checks, checkCoin, type ShownQuestion } from '../src/stream/checks.js'
import type { StreamConfig } from '../src/stream/config.js'
import { Labellers } from '../src/stream/labellers.js'
import { QuestionQueue } from '../src/stream/queue.js'
import { eventsOf, Life, sameBytes } from './support/stream-life.js'

/** A stream whose seed makes the first question an audit that is checked: found by trying, so that few answers are needed. */
const measuring = (config: Partial<StreamConfig> = {}): Life => {
  for (let seed = 0; ; seed++) {
    if (checkCoin(seed, 1) >= CHECK_PROBABILITY) continue
    const life = new Life({ ...config, seed })
    life.observe('i0', 'i1', 'i2', 'i3')
    if (life.stream.classifier.question('i0')?.reason === 'audit') return life
  }
}

/**
 * A stream in which ann has answered the question about `i0` after bob has labelled too, so that somebody must check it.
 */
const drawn = (config: Partial<StreamConfig> = {}, answer: object = { label: 'ham' }): Life => {
  const life = measuring(config)
  const taken = life.run('lease', { count: 4 }, 'ann').map(({ id }) => id)
  assert.ok(taken.includes('i0'))
  life.run('release', { ids: taken.filter((id) => id !== 'i0') }, 'ann')
  life.run('skip', { id: life.take('bob') }, 'bob')
  life.run('answer', { id: 'i0', ...answer } as never, 'ann')
  return life
}

const types = (life: Life): readonly unknown[] => eventsOf(life.pages).map(({ type }) => type)
const checksOf = (life: Life): CheckReport | undefined =>
  (life.run('quality', {}) as Quality & { checks?: CheckReport }).checks
const ids = (life: Life, by: string): readonly string[] =>
  life.run('lease', { count: 4 }, by).map(({ id }) => id)

const replays = (life: Life): void => {
  sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  const half = new Life({}, life.replayed().stream)
  half.stream.load(life.stream.save())
  sameBytes(half.stream, life.stream, 'a snapshot tells the same')
}

describe('a check', () => {
  test('is drawn by a coin of the seed, for one audit in twenty', () => {
    const seeds = Array.from({ length: 40 }, (_, seed) => seed)
    const coins = seeds.flatMap((seed) => Array.from({ length: 100 }, (_, t) => checkCoin(seed, t)))
    const share = coins.filter((coin) => coin < CHECK_PROBABILITY).length / coins.length
    assert.ok(Math.abs(share - CHECK_PROBABILITY) < 0.012, `${share}`)
    assert.equal(new Set(coins).size, coins.length)
  })

  test('asks another person, who sees what the first one saw; agreement changes nothing', () => {
    const life = drawn()
    const entry = life.events().find(({ type }) => type === 'check-drawn') as Record<string, unknown>
    assert.equal(entry.probability, CHECK_PROBABILITY)
    assert.equal(entry.coin, checkCoin(life.stream.config.seed, 1))
    const { answers, spent } = life.counts
    assert.ok(!ids(life, 'ann').includes('i0'), 'nobody checks themselves')
    const question = life.run('lease', { count: 1 }, 'bob')[0]
    const { leaseExpires: _, votes, ...seen } = question
    assert.equal(votes, 0)
    assert.deepEqual(seen, entry.shown)
    assert.equal(question.confidence, 0.5, 'the model had not learned the answer')
    assert.equal(life.run('answer', { id: 'i0', label: 'ham' }, 'bob').outcome, 'checked')
    assert.equal(life.run('answer', { id: 'i0', label: 'ham' }, 'bob').outcome, 'duplicate')
    assert.deepEqual([life.counts.answers, life.counts.spent], [answers, spent], 'no budget is spent')
    assert.deepEqual(life.run('doubtful', { kind: 'disagreements', limit: 10 }), [])
    const checks = checksOf(life)
    assert.deepEqual([checks?.answered, checks?.agreed], [1, 1])
    assert.equal(checks?.text, 'Labellers agree on 1 of 1 check.')
    assert.equal(life.run('agreement', {}).labellers.find(({ name }) => name === 'bob')?.answers, 1)
    replays(life)
  })

  test('that disagrees is reviewed, and the learned label stays until then', () => {
    const life = drawn()
    life.run('answer', { id: life.take('bob'), label: 'spam' }, 'bob')
    const [doubt] = life.run('doubtful', { kind: 'disagreements', limit: 10 })
    assert.deepEqual(doubt.votes, [
      { by: 'ann', label: 'ham' },
      { by: 'bob', label: 'spam' },
    ])
    assert.deepEqual([doubt.id, doubt.answer, doubt.by, doubt.doubt], ['i0', 'ham', 'ann', 0.5])
    life.run('answers', { answers: [{ id: 'i0', label: 'spam' }], confirm: true }, 'owner')
    assert.deepEqual(life.run('doubtful', { kind: 'disagreements', limit: 10 }), [])
    assert.equal(checksOf(life)?.agreed, 0, 'what the two said does not change')
    replays(life)
  })

  test('is hidden from labellers who may get it', () => {
    const life = drawn()
    const seen = (by: string) => life.run('asked', { ids: ['i0'], isLabeller: true }, by)[0]
    assert.equal(seen('bob').answer, undefined)
    assert.equal(seen('ann').answer, 'ham')
    assert.deepEqual(life.run('undecided', {}), ['i0'])
    life.run('answer', { id: life.take('bob'), label: 'spam' }, 'bob')
    assert.equal(seen('bob').answer, 'ham')
    assert.deepEqual(life.run('undecided', {}), [])
  })

  test('can be undone, skipped and unsure', () => {
    const life = drawn()
    life.run('answer', { id: life.take('bob'), label: 'spam' }, 'bob')
    assert.equal(life.run('undo', {}, 'bob').id, 'i0')
    assert.equal(checksOf(life), undefined)
    assert.equal(life.counts.answers, 1, 'the first answer stays')
    life.run('skip', { id: 'i0' }, 'bob')
    assert.ok(!ids(life, 'bob').includes('i0'))
    life.run('undo', {}, 'bob')
    life.run('skip', { id: 'i0' }, 'bob')
    assert.equal(life.take('cyd'), 'i0', 'the next person is asked')
    assert.deepEqual(life.run('unsure', { id: 'i0' }, 'cyd'), { id: 'i0', state: 'unsure' })
    assert.equal(checksOf(life), undefined)
    assert.ok(!ids(life, 'dan').includes('i0'))
    replays(life)
  })

  for (const [how, end] of [
    ['undone', (life: Life) => void life.run('undo', {}, 'ann')],
    ['forgotten', (life: Life) => void life.run('forget', { id: 'i0' }, 'owner')],
    ['erased', (life: Life) => void life.run('erase', { ids: ['i0'] }, 'owner')],
    [
      'corrected',
      (life: Life) => void life.run('answers', { answers: [{ id: 'i0', label: 'spam' }] }, 'owner'),
    ],
  ] as const)
    test(`ends if the first answer is ${how}`, () => {
      const life = drawn()
      assert.equal(life.take('bob'), 'i0')
      end(life)
      assert.ok(
        ['question/unleased', 'question/closed', 'question/leased'].includes(
          life.refusal('answer', { id: 'i0', label: 'ham' }, 'bob'),
        ),
      )
      assert.deepEqual(life.run('undecided', {}), [])
      replays(life)
    })

  test('is drawn again after the first answer was undone and given again', () => {
    const life = drawn()
    life.run('undo', {}, 'ann')
    life.run('answer', { id: 'i0', label: 'spam' }, 'ann')
    assert.equal(types(life).filter((type) => type === 'check-drawn').length, 2)
    life.run('answer', { id: life.take('bob'), label: 'spam' }, 'bob')
    assert.equal(checksOf(life)?.agreed, 1)
  })

  test('needs two people, and one answer per item', () => {
    const alone = measuring()
    for (let k = 0; k < 4; k++) alone.answer('ham')
    assert.ok(!types(alone).includes('check-drawn'))
    const voting = measuring({ answersPerItem: 2 })
    for (let k = 0; k < 4; k++) for (const by of ['ann', 'bob']) voting.answer('ham', by)
    assert.ok(!types(voting).includes('check-drawn'))
  })

  test('takes back the answers of a labeller who is erased', () => {
    const life = drawn()
    life.run('answer', { id: life.take('bob'), label: 'spam' }, 'bob')
    const gone = life.run('eraseLabeller', { labeller: 'bob', as: 'x', after: 0 }, 'owner')
    assert.deepEqual([gone.votes, checksOf(life)], [1, undefined])
    assert.equal(life.take('cyd'), 'i0')
    life.run('eraseLabeller', { labeller: 'ann', as: 'y', after: 0 }, 'owner')
    assert.deepEqual(life.run('undecided', {}), [])
  })

  test('compares sets of labels in a multi-label stream', () => {
    const config = { multiLabel: true, algorithm: 'auto', classes: ['a', 'b'] } as const
    const life = drawn(config, { labels: ['a', 'b'] })
    life.run('answer', { id: life.take('bob'), labels: ['b', 'a'] }, 'bob')
    assert.equal(checksOf(life)?.agreed, 1)
    replays(life)
  })

  test('does not keep what was shown after its answer is final', () => {
    const checks = new Checks(new QuestionQueue(), new Labellers())
    const shown = { id: 'x' } as ShownQuestion
    for (let t = 1; t <= 30; t++) {
      const id = `i${t}`
      const drawn = { type: 'check-drawn', id, time: 0, probability: 0.05, coin: 0, shown } as const
      checks.take(drawn, { label: 'a', t, by: 'ann' })
      checks.take({ type: 'checked', id, time: 0, by: 'bob', label: 'a' }, undefined)
    }
    const kept = (checks.save() as [string, { shown?: unknown }][]).filter(([, check]) => check.shown)
    assert.deepEqual(
      kept.map(([id]) => id),
      Array.from({ length: 10 }, (_, k) => `i${21 + k}`),
    )
    assert.deepEqual(checks.count(), { answered: 30, agreed: 30 })
  })
})
