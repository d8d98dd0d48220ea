import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MultiLabelClassifier } from '@askance/core'
import type { MultiLabelDecision } from '../src/operations/types.js'
import type { StreamConfig } from '../src/stream/config.js'
import { Votes } from '../src/stream/votes.js'
import { Life, rowItem, sameBytes } from './support/stream-life.js'

const classes = ['sport', 'politics', 'music']

const newsLife = (config: Partial<StreamConfig> = {}): Life =>
  new Life({ classes, multiLabel: true, ...config })

const answered = (life: Life, labels: readonly string[], by = 'ann') =>
  life.run('answer', { id: life.take(by), labels }, by)

describe('a multi-label stream', () => {
  test('decides about every class and says which ones a question is about', () => {
    const life = newsLife({ budget: { ratio: 0.3 }, measure: 0.2, seed: 3 })
    const ids = Array.from({ length: 60 }, (_, k) => `i${k}`)
    const decisions = life.observe(...ids) as readonly MultiLabelDecision[]
    const partly = decisions.filter(({ classes: asked }) => asked.length > 0 && asked.length < 3)
    assert.ok(partly.length > 3)
    for (const { asked, classes: about, predicted, byClass } of decisions) {
      assert.equal(asked, about.length > 0)
      assert.deepEqual(Object.keys(byClass), classes)
      assert.deepEqual(
        about,
        classes.filter((label) => byClass[label].asked),
      )
      assert.deepEqual(
        predicted,
        classes.filter((label) => byClass[label].predicted),
      )
    }
    const spent = decisions.reduce((sum, { classes: about }) => sum + about.length, 0)
    assert.equal(life.counts.spent, spent)
    assert.equal(life.counts.open, decisions.filter(({ asked }) => asked).length)
    const [question] = life.run('lease', { count: 1 })
    assert.deepEqual(question.classes, decisions.find(({ id }) => id === question.id)?.classes)
    assert.deepEqual(Object.keys(question.probabilities ?? {}), question.classes)
    const open = life.run('questions', { after: 0, limit: 99 })
    assert.ok(open.every(({ classes: about = [] }) => about.length > 0))
  })

  test('learns several labels, or none of them, and predicts a list', () => {
    const life = newsLife()
    life.observe('a', 'b')
    assert.deepEqual(answered(life, ['music', 'sport']), {
      id: 'a',
      labels: ['music', 'sport'],
      outcome: 'learned',
    })
    assert.equal(answered(life, []).outcome, 'learned')
    assert.equal(life.counts.answers, 6)
    const [{ predicted, probabilities, confidence }] = life.run('predict', { items: [rowItem('a')] })
    assert.deepEqual(predicted, ['sport', 'music'])
    assert.deepEqual(Object.keys(probabilities), classes)
    const expected = classes.map((label) =>
      predicted.includes(label) ? probabilities[label] : 1 - probabilities[label],
    )
    assert.equal(confidence, Math.min(...expected))
    const { features, predicted: explained } = life.run('explain', { id: 'a' })
    assert.deepEqual(explained, predicted)
    assert.ok(features.length > 0 && features.every(({ label = '' }) => classes.includes(label)))
    const tops = life.run('features', { count: 2 })
    assert.deepEqual(
      tops.classes.map(({ label }) => label),
      classes,
    )
  })

  test('undoes, skips, corrects and forgets an answer as a whole', () => {
    const life = newsLife()
    life.observe('a', 'b', 'c', 'd')
    const before = life.stream.classifier.save()
    answered(life, ['sport'])
    assert.equal(life.run('undo', {}).id, 'a')
    assert.deepEqual(life.run('asked', { ids: ['a'] })[0].state, 'open')
    assert.equal(life.run('answer', { id: 'a', labels: ['sport', 'music'] }).outcome, 'learned')
    assert.equal(life.run('answer', { id: 'a', labels: ['music', 'sport'] }).outcome, 'duplicate')
    const [corrected] = life.run('answers', { answers: [{ id: 'a', labels: ['music'] }] })
    assert.equal(corrected.outcome, 'corrected')
    assert.deepEqual(life.run('asked', { ids: ['a'] })[0].answer, ['music'])
    assert.equal(life.run('skip', { id: life.take() }).state, 'skipped')
    assert.equal(life.run('unsure', { id: life.take() }).state, 'unsure')
    assert.equal(life.run('forget', { id: 'a' }).forgotten, true)
    assert.equal(life.counts.answers, 0)
    assert.equal(life.counts.open, 1)
    assert.equal(life.counts.spent, 9)
    assert.notDeepEqual(life.stream.classifier.save(), before)
    const types = life.events().map(({ type }) => type)
    for (const type of ['reopened', 'corrected', 'skipped', 'unsure', 'forgotten'])
      assert.ok(types.includes(type))
    sameBytes(life.replayed().stream, life.stream, 'the log')
  })

  test('takes examples with labels and lists wrong predictions', () => {
    const life = newsLife()
    const taught = life.run('teach', {
      items: [
        { id: 't1', ...rowItem('t1'), labels: ['sport', 'music'] },
        { id: 't2', ...rowItem('t2'), labels: [] },
      ],
    })
    assert.deepEqual(taught, { taught: 2 })
    assert.equal(life.run('teach', { items: [{ id: 't1', ...rowItem('t1'), labels: ['sport'] }] }).taught, 1)
    const [decision] = life.observe('a') as readonly MultiLabelDecision[]
    const others = classes.filter((label) => !decision.predicted.includes(label))
    answered(life, others)
    const [wrong] = life.run('labelled', { wrong: true, limit: 9 })
    assert.deepEqual([wrong.id, wrong.answer, wrong.by], ['a', others, 'ann'])
    for (const label of classes) {
      const found = life.run('labelled', { label, limit: 9 }).map(({ id }) => id)
      assert.deepEqual(found, others.includes(label) ? ['a'] : [])
    }
  })

  test('labels items that were not asked, takes labels back, and reviews them', () => {
    const life = newsLife({ paused: true })
    life.observe('a', 'b')
    const content = JSON.stringify(rowItem('a'))
    const unasked = [{ id: 'a', t: 1, content }]
    const [given] = life.run('answers', { answers: [{ id: 'a', labels: ['music', 'sport'] }], unasked })
    assert.equal(given.outcome, 'learned')
    assert.deepEqual(life.run('asked', { ids: ['a'] })[0].answer, ['music', 'sport'])
    assert.equal(life.counts.taught, 1)
    const [changed] = life.run('answers', { answers: [{ id: 'a', labels: ['sport'] }] })
    assert.deepEqual(changed, {
      ...{ id: 'a', labels: ['sport'], outcome: 'corrected' },
      before: { labels: ['music', 'sport'], by: 'ann' },
    })
    const [removed] = life.run('answers', { answers: [{ id: 'a', label: null }] })
    assert.equal(removed.outcome, 'removed')
    sameBytes(life.replayed().stream, life.stream, 'a label without a question')

    const doubted = newsLife({ answersPerItem: 2 })
    doubted.observe('x')
    answered(doubted, ['sport', 'music'], 'ann')
    answered(doubted, ['sport'], 'bob')
    const [disagreement] = doubted.run('doubtful', { kind: 'disagreements', limit: 9 })
    assert.deepEqual([disagreement.id, disagreement.doubt], ['x', 0.5])
    const mistaken = newsLife()
    for (let k = 0; k < 60; k++) {
      const row = { index: [1 + (k % 2)], value: [1] }
      mistaken.run('observe', { items: [{ id: `i${k}`, row }] })
      answered(mistaken, (k % 2 === 0) === k < 58 ? ['sport'] : [])
    }
    const [mistake] = mistaken.run('doubtful', { kind: 'mistakes', limit: 1 })
    assert.deepEqual([mistake?.id, mistake?.answer, mistake?.suggested], ['i59', ['sport'], []])
  })

  test('rejects the other kind of label, unknown labels, and new classes', () => {
    const life = newsLife()
    life.observe('a')
    const id = life.take()
    assert.equal(life.refusal('answer', { id, label: 'sport' }), 'stream/multi-label')
    assert.equal(life.refusal('answer', { id, labels: ['sport', 'news'] }), 'label/unknown')
    const items = [{ id: 'x', ...rowItem('x'), label: 'sport' }]
    assert.equal(life.refusal('teach', { items }), 'stream/multi-label')
    const [refused] = life.run('answers', { answers: [{ id, label: 'sport' }] })
    assert.equal('code' in refused && refused.code, 'stream/multi-label')
    assert.equal(life.refusal('confusion', {}), 'stream/report')
    assert.equal(life.refusal('linear', {}), 'stream/report')
    const config = { ...life.stream.config, classes: [...classes, 'news'] }
    assert.equal(life.refusal('configure', { config }), 'stream/fixed-classes')
    assert.throws(() => newsLife({ positive: 'sport' }), { code: 'option/value' })

    const single = new Life()
    single.observe('a')
    assert.equal(single.refusal('answer', { id: single.take(), labels: ['ham'] }), 'stream/single-label')
  })

  test('estimates Hamming loss, micro and macro F1, overall and by class', () => {
    const life = newsLife()
    let [right, wrong] = [0, 0]
    const ids = Array.from({ length: 30 }, (_, k) => `i${k}`)
    for (const id of ids) {
      const [{ predicted }] = life.observe(id) as readonly MultiLabelDecision[]
      const labels = classes.filter((_, k) => rowItem(id).row?.index[1] === 2 + k)
      wrong += classes.filter((label) => labels.includes(label) !== predicted.includes(label)).length
      right += labels.filter((label) => predicted.includes(label)).length
      answered(life, labels)
    }
    const quality = life.run('quality', {})
    assert.ok('hammingLoss' in quality)
    assert.equal(quality.hammingLoss.value?.toFixed(9), (wrong / 90).toFixed(9))
    assert.deepEqual(Object.keys(quality.classes), classes)
    const { microF1, macroF1 } = quality
    assert.equal(microF1.value?.toFixed(9), ((2 * right) / (2 * right + wrong)).toFixed(9))
    for (const { value = -1, anyTime } of [microF1, macroF1])
      assert.ok(anyTime.low <= value && value <= anyTime.high, JSON.stringify({ value, anyTime }))
    const { points } = life.pages.findLast((page) => page.points.length > 0) ?? { points: [] }
    assert.ok(JSON.parse(points[0].point).accuracy.value > 0.3)
  })

  test('exports a model that the library and another stream continue', () => {
    const life = newsLife()
    life.observe('a', 'b', 'c')
    answered(life, ['sport'])
    const model = life.run('exported', {})
    const loaded = MultiLabelClassifier.load<{ row: { index: number[]; value: number[] } }>(model)
    const items = [rowItem('x'), rowItem('y')]
    const predictions = life.run('predict', { items })
    assert.deepEqual(
      items.map((item) => loaded.predict(item as never)),
      predictions.map(({ predicted }) => predicted),
    )

    const other = newsLife()
    other.run('imported', { model })
    assert.deepEqual(other.run('predict', { items }), predictions)
    assert.equal(other.counts.open, 0)
    other.observe('d')
    sameBytes(other.replayed().stream, other.stream, 'an imported model')
    const fewer = newsLife({ classes: ['sport', 'music'] })
    assert.equal(fewer.refusal('imported', { model }), 'model/classes')
    assert.equal(new Life().refusal('imported', { model }), 'model/multi-label')
    assert.equal(
      newsLife().refusal('imported', { model: new Life().run('exported', {}) }),
      'model/single-label',
    )
  })

  test('settles votes class by class', () => {
    const life = newsLife({ answersPerItem: 3 })
    life.observe('a')
    assert.equal(answered(life, ['sport', 'music'], 'ann').outcome, 'voted')
    assert.equal(answered(life, ['sport', 'politics'], 'bob').outcome, 'voted')
    assert.equal(answered(life, [], 'cyd').outcome, 'learned')
    const [{ answer, state }] = life.run('asked', { ids: ['a'] })
    assert.deepEqual([state, answer], ['answered', ['sport']])
    const { labellers, pairs, agreement } = life.run('agreement', {})
    assert.deepEqual([pairs, agreement], [9, 3 / 9])
    assert.equal(labellers.find(({ name }) => name === 'ann')?.agreement, 2 / 3)
    assert.equal(life.run('undo', {}, 'cyd').id, 'a')
    sameBytes(life.replayed().stream, life.stream, 'votes and an undo')
  })
})

describe('the verdict on several classes', () => {
  const asked = ['a', 'b']
  const verdict = (wanted: number, ...votes: readonly (string | undefined)[]) => {
    const all = new Votes()
    for (const [k, labels] of votes.entries())
      all.add('q', { by: `v${k}`, ...(labels !== undefined && { label: [...labels] }) }, asked)
    return all.verdict('q', wanted, 'majority', 9)
  }

  test('is the majority of each class, and needs another vote on a tie in any', () => {
    assert.deepEqual(verdict(2, 'ab', 'ab'), { label: ['a', 'b'] })
    assert.deepEqual(verdict(2, '', ''), { label: [] })
    assert.equal(verdict(2, 'a', 'ab'), 'open')
    assert.deepEqual(verdict(2, 'a', 'ab', 'b'), { label: ['a', 'b'] })
    assert.equal(verdict(2, 'a', 'ab', undefined, undefined), 'unsure')
    assert.equal(verdict(1, undefined), 'unsure')
    // A class that was not asked about does not count.
    assert.deepEqual(verdict(1, 'ac'), { label: ['a'] })
  })
})
