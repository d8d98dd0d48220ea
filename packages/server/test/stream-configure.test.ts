import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MultiLabelClassifier } from '@askance/core'
import { wholeEvents } from '../src/store/whole-events.js'
import { readConfig, type StreamConfig } from '../src/stream/config.js'
import { Stream } from '../src/stream/stream.js'
import { askingConfig, Life, sameBytes } from './support/stream-life.js'

const configure = (life: Life, change: Partial<StreamConfig>) =>
  life.run('configure', { config: { ...life.stream.config, ...change } }, 'owner')

test('costs can follow the share of positives', () => {
  const life = new Life({ algorithm: 'auto', objective: 'cost', costs: 'balance' })
  life.observe('a', 'b')
  assert.equal(life.answer('spam').outcome, 'learned')
  sameBytes(life.replayed().stream, life.stream, 'costs: balance')
})

describe('configuring', () => {
  test('before the first event rebuilds the stream without an event', () => {
    const life = new Life()
    configure(life, { classes: ['a', 'b', 'c'], algorithm: 'auto', seed: 3 })
    assert.equal(life.pages.length, 0)
    sameBytes(
      life.stream,
      new Stream('s', { ...askingConfig, classes: ['a', 'b', 'c'], algorithm: 'auto', seed: 3 }),
      'as new',
    )
    life.observe('x')
    assert.equal(life.events()[0].type, 'created')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('an older configuration and log, with a share of audits, load and give the same stream', () => {
    const life = new Life({ measure: 0.2 })
    life.observe('x', 'y')
    const entries = Object.entries(life.stream.config)
    const older = Object.fromEntries(
      entries.map(([name, value]) => (name === 'measure' ? ['audit', 0.01] : [name, value])),
    ) as unknown as StreamConfig
    assert.deepEqual(readConfig(older), life.stream.config)
    const stream = new Stream('s', readConfig(older))
    for (const page of life.pages)
      stream.replay(
        wholeEvents(page)
          .split('\n')
          .map((line) => {
            const entry = JSON.parse(line)
            return JSON.stringify(entry.type === 'created' ? { ...entry, config: older } : entry)
          })
          .join('\n'),
      )
    sameBytes(stream, life.stream, 'the older log')
  })

  test('a budget change is logged once', () => {
    const life = new Life({ budget: { ratio: 1 } })
    life.observe('a')
    configure(life, { budget: { ratio: 0.5, credit: 3 } })
    configure(life, { budget: { credit: 3, ratio: 0.5 } })
    configure(life, { title: 'another' })
    assert.equal(life.events().filter(({ type }) => type === 'rebudgeted').length, 1)
    assert.deepEqual(life.run('status', {}).budget, { credit: 3, ratio: 0.5 })
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('classes may be added but not removed', () => {
    const life = new Life()
    life.observe('a')
    assert.deepEqual(configure(life, { classes: ['eggs', 'spam', 'ham'] }).classes, ['eggs', 'spam', 'ham'])
    const config = { ...life.stream.config, classes: ['ham', 'eggs'] }
    assert.equal(life.refusal('configure', { config }), 'stream/classes')
    life.answer('eggs')
    assert.deepEqual(life.run('status', {}).classes, ['eggs', 'spam', 'ham'])
  })

  test('while paused nothing is asked or leased; items are predicted, and answers accepted', () => {
    const life = new Life()
    life.observe('a', 'b')
    const id = life.take()
    configure(life, { paused: true })
    assert.equal(life.observe('c')[0].asked, false)
    assert.deepEqual(life.run('lease', { count: 1 }, 'bob'), [])
    assert.equal(life.run('answer', { id, label: 'ham' }).outcome, 'learned')
    configure(life, { paused: false })
    assert.equal(life.observe('d')[0].asked, true)
    assert.ok(life.take('bob'))
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('shorter leases expire in time despite longer ones', () => {
    const life = new Life({ leaseSeconds: 3600 })
    life.observe('a', 'b')
    const long = life.take('ann')
    configure(life, { leaseSeconds: 10 })
    const short = life.take('bob')
    life.now += 10_000
    assert.equal(life.take('cyd'), short)
    assert.equal(life.stream.queue.find(long)?.holder, 'ann')
  })
})

describe('an imported model', () => {
  const learned = (
    config: Partial<StreamConfig>,
    items: readonly { id: string; text?: string; label: string }[],
  ) => {
    const life = new Life(config)
    const rows = items.map((item, k) => ({
      ...item,
      ...(item.text === undefined && {
        row: { index: [1, 2], value: [1, item.label === 'ham' ? 3 + k : -3 - k] },
      }),
    }))
    life.run('teach', { items: rows })
    return life
  }
  const rowsOf = ['ham', 'spam', 'ham', 'spam'].map((label, k) => ({ id: `o${k}`, label }))
  const textsOf = rowsOf.map((item) => ({
    ...item,
    text: item.label === 'ham' ? 'the minutes' : 'free offer',
  }))

  test('of rows continues where it was', () => {
    const model = learned({}, rowsOf).run('exported', {})
    const life = new Life({ budget: { ratio: 0.5 } })
    life.run('imported', { model }, 'owner')
    assert.equal(life.counts.taught, 4)
    assert.deepEqual(life.stream.classifier.budget, { ratio: 0.5 })
    const asked = { items: [{ row: { index: [1, 2], value: [1, -5] } }] }
    assert.equal(life.run('predict', asked)[0].predicted, 'spam')
    life.observe('a', 'b')
    assert.equal(life.counts.taught, 4, 'the first items leave it in place')
    assert.equal(life.run('predict', asked)[0].predicted, 'spam')
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
    sameBytes(life.replayed(life.pages.length, life.stream.save()).stream, life.stream, 'so does a snapshot')
    assert.equal(life.refusal('imported', { model }), 'stream/begun')
  })

  test('of texts uses its own vectorizer', () => {
    const source = learned({ algorithm: 'auto' }, textsOf)
    const { vectorizer } = source.run('status', {})
    assert.ok(typeof vectorizer === 'object')
    const life = new Life({ algorithm: 'auto', vectorizer })
    life.run('imported', { model: source.run('exported', {}) }, 'owner')
    const asked = { items: [{ text: 'an offer' }, { text: 'minutes' }] }
    assert.deepEqual(life.run('predict', asked), source.run('predict', asked))
    life.run('observe', { items: [{ id: 'a', text: 'minutes of the offer' }] })
    sameBytes(life.replayed().stream, life.stream, 'the log tells the same')
  })

  test('defines the shape of items, and its open questions are closed', () => {
    const source = learned({}, textsOf)
    const life = new Life()
    const { counts, vectorizer } = life.run('imported', { model: source.run('exported', {}) })
    assert.equal(counts.open, 0)
    assert.deepEqual(vectorizer, source.run('status', {}).vectorizer)
    const items = [{ text: 'an offer for free' }]
    assert.deepEqual(life.run('predict', { items }), source.run('predict', { items }))
  })

  test('that is invalid is rejected and changes nothing', () => {
    const life = new Life()
    assert.match(life.refusal('imported', { model: new Uint8Array([1, 2, 3]) }), /^model\//)
    const several = new MultiLabelClassifier({ classes: ['ham', 'spam'] }).save()
    assert.equal(life.refusal('imported', { model: several }), 'model/multi-label')
    assert.equal(life.pages.length, 0)
    assert.equal(life.stream.seq, 0)
    sameBytes(life.stream, new Stream('s', askingConfig), 'as new')
  })

  test('must come before the first item', () => {
    const model = learned({}, rowsOf).run('exported', {})
    const life = new Life()
    life.observe('a')
    assert.equal(life.refusal('imported', { model }), 'stream/begun')
  })

  test('exports linear weights if there are any', () => {
    const life = learned({ algorithm: 'PA-I', drift: false }, rowsOf)
    assert.deepEqual(life.run('linear', {}).classes, ['ham', 'spam'])
  })
})

test('the curve has a point every hundred items, or every twenty answers', () => {
  const life = new Life({ budget: { ratio: 1 } })
  const points = () => life.pages.flatMap((page) => page.points.map(({ t }) => t))
  for (let k = 0; k < 250; k++) life.observe(`i${k}`)
  assert.deepEqual(points(), [100, 200])
  for (let k = 0; k < 41; k++) life.answer('ham')
  assert.deepEqual(points(), [100, 200, 250, 250])
  const point = JSON.parse(life.pages.flatMap((page) => page.points).at(-1)?.point ?? '')
  assert.deepEqual(point.counts.answers, 40)
  assert.equal(point.delay.count, 40)
  assert.equal(
    Object.values(point.classes as Record<string, number>).reduce((a, b) => a + b),
    250,
  )
})
