import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Estimate, MultiLabelQuality, Quality } from '@askance/core'
import { complement } from '@askance/core/internals'
import { adviceOn } from '../src/stream/advice.js'
import type { StreamConfig } from '../src/stream/config.js'
import { Curve, type Point } from '../src/stream/curve.js'
import { packed, type Saved, unpacked } from '../src/stream/snapshot.js'
import { Stream } from '../src/stream/stream.js'
import { Life, rowItem } from './support/stream-life.js'

const ids = Array.from({ length: 12 }, (_, k) => `item-${k + 1}`)

/** Twelve items, of which some are answered, some otherwise than predicted. */
const answeredLife = (): { life: Life; wrong: string[] } => {
  const life = new Life()
  const wrong: string[] = []
  const decisions = life.observe(...ids)
  for (const [k, { id, predicted }] of decisions.slice(0, 8).entries()) {
    const label = k % 2 === 0 ? String(predicted) : predicted === 'ham' ? 'spam' : 'ham'
    life.now += 1000
    life.run('answers', { answers: [{ id, label }] })
    if (k % 2 === 1) wrong.unshift(id)
  }
  return { life, wrong }
}

describe('the state of items', () => {
  test('includes asked items only', () => {
    const { life, wrong } = answeredLife()
    life.run('teach', { items: [{ id: 'taught', label: 'ham', row: { index: [1], value: [1] } }] })
    life.run('lease', { count: 12 })
    life.run('unsure', { id: 'item-10' })
    life.run('skip', { id: 'item-11' })
    life.run('erase', { ids: ['item-1'] })
    const listed = life.run('asked', { ids: ['nothing', 'taught', ...ids] })
    assert.deepEqual(
      listed.map(({ id, state }) => [id, state]),
      ids.map((id, k) => [
        id,
        ['forgotten', ...Array(7).fill('answered'), 'open', 'unsure', 'skipped', 'open'][k],
      ]),
    )
    for (const { id, answer, reason, probability, t } of listed) {
      assert.equal(answer !== undefined, t > 1 && t <= 8, id)
      assert.ok(reason !== '' && probability > 0.9)
    }
    const decision = life.events().find((event) => event.id === wrong[0] && event.type === 'observed')
    assert.notEqual(listed.find(({ id }) => id === wrong[0])?.answer, decision?.predicted)
  })

  test('lists wrong items, latest first, until they are corrected', () => {
    const { life, wrong } = answeredLife()
    const found = life.run('labelled', { wrong: true, limit: 10 })
    assert.deepEqual(
      found.map(({ id }) => id),
      wrong,
    )
    const [first, second] = found
    assert.deepEqual(life.run('labelled', { wrong: true, limit: 1 }), [first])
    assert.deepEqual(life.run('labelled', { wrong: true, limit: 1, ...(first && { after: first }) }), [
      second,
    ])
    const predicted = first?.answer === 'ham' ? 'spam' : 'ham'
    assert.deepEqual(
      life.run('labelled', { wrong: true, limit: 10, label: String(first?.answer) }),
      found.filter(({ answer }) => answer === first?.answer),
    )
    life.run('answers', { answers: [{ id: wrong[0] ?? '', label: predicted }] })
    assert.deepEqual(life.run('labelled', { wrong: true, limit: 10 }), found.slice(1))
    life.run('forget', { id: wrong[1] ?? '' })
    assert.deepEqual(life.run('labelled', { wrong: true, limit: 10 }), found.slice(2))
    assert.deepEqual(life.replayed().run('labelled', { wrong: true, limit: 10 }), found.slice(2))
  })

  test('the status has the oldest open question and the withdrawn count', () => {
    const life = new Life()
    assert.equal('waitingSince' in life.run('status', {}), false)
    life.observe('a')
    life.now += 5000
    life.observe('b')
    assert.equal(life.run('status', {}).waitingSince, 1_000_000)
    life.run('answers', { answers: [{ id: 'a', label: 'ham' }] })
    assert.equal(life.run('status', {}).waitingSince, 1_005_000)
    assert.equal(life.run('status', {}).withdrawn, 0)
    const eager = new Life({ algorithm: 'PAA-I', measure: 0, budget: {} })
    for (let k = 0; k < 200; k++) {
      eager.observe(`n${k}`)
      if (k % 2) eager.run('answers', { answers: [{ id: `n${k}`, label: k % 4 === 1 ? 'ham' : 'spam' }] })
    }
    const withdrawn = eager.events().filter(({ type }) => type === 'withdrawn').length
    assert.ok(withdrawn > 0)
    assert.equal(eager.run('status', {}).withdrawn, withdrawn)
    assert.equal(eager.replayed().run('status', {}).withdrawn, withdrawn)
  })
})

describe('confusion and features', () => {
  test('list the largest classes only', () => {
    const classes = Array.from({ length: 60 }, (_, k) => `class ${k}`)
    const life = new Life({ classes, algorithm: 'auto' })
    const items = classes.map((label, k) => ({ id: label, label, features: { [`word ${k}`]: 1 } }))
    life.run('teach', { items: items.map(({ id, ...item }) => ({ id: `taught ${id}`, ...item })) })
    const said = new Set(
      life.run('observe', { items }).map((one) => ('predicted' in one ? one.predicted : undefined)),
    )
    const { classes: listed, omitted } = life.run('features', { count: 3 })
    assert.deepEqual([listed.length, omitted], [20, 40])
    assert.equal(listed.filter(({ label }) => said.has(label)).length, Math.min(20, said.size))
    assert.ok(listed.some(({ features }) => features.length > 0))
    const confusion = life.run('confusion', {})
    assert.deepEqual([confusion.classes.length, confusion.omitted, confusion.items], [50, 10, 60])
  })
})

const pointsOf = (life: Life): readonly Point[] =>
  life.pages.flatMap(({ points }) => points.map(({ point }) => JSON.parse(point) as Point))

describe('the points of the curve', () => {
  /** Some classes have no answer, some answers are corrected, and questions stay open. */
  const played = (config: Partial<StreamConfig>): Life => {
    const life = new Life({ algorithm: 'PA-I', measure: 0.2, ...config })
    const { classes, multiLabel } = life.stream.config
    for (let k = 0; k < 160; k++) {
      life.observe(`p${k}`)
      const [feature] = rowItem(`p${k}`).row?.index.slice(1) ?? []
      const label = classes[((feature ?? 0) + (k % 7 === 0 ? 1 : 0)) % classes.length] ?? ''
      const answer = (given: string) => (multiLabel ? { labels: [given] } : { label: given })
      if (k % 4 > 0 || k > 100) life.run('answers', { answers: [{ id: `p${k}`, ...answer(label) }] })
      if (k % 11 === 1) life.run('answers', { answers: [{ id: `p${k}`, ...answer(classes[0] ?? '') }] })
    }
    return life
  }

  const bandOf = ({ value, anyTime, fixedTime }: Estimate) => ({
    value: value ?? null,
    ...anyTime,
    fixedTime,
  })

  const pointOf = ({ stream }: Life): Point =>
    JSON.parse(new Curve().next(stream.classifier, 0)?.point.point ?? '{}')

  test('say what the report says', () => {
    for (const classes of [2, 6]) {
      const life = played({ classes: ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, classes) })
      const point = pointOf(life)
      const { all, recent, gainOverRandom, gain } = life.stream.classifier.quality() as Quality
      assert.deepEqual(point.accuracy, bandOf(all.accuracy))
      assert.deepEqual(point.f1, bandOf(classes === 2 ? all.f1 : all.macroF1))
      assert.deepEqual(point.recentAccuracy, bandOf(recent.accuracy))
      assert.ok(gainOverRandom)
      assert.deepEqual(point.overRandom, bandOf(gainOverRandom.accuracy))
      const { stop, text } = adviceOn(life.stream.classifier, life.stream.classifier.estimates())
      assert.deepEqual({ stop, text }, { stop: gain.stop, text: gain.text })
    }
    const several = played({ classes: ['a', 'b', 'c'], multiLabel: true })
    const point = pointOf(several)
    const { hammingLoss, macroF1, recent } = several.stream.classifier.quality() as MultiLabelQuality
    assert.deepEqual(point.accuracy, bandOf(complement(hammingLoss)))
    assert.deepEqual(point.f1, bandOf(macroF1))
    assert.deepEqual(point.recentAccuracy, bandOf(complement(recent.hammingLoss)))
  })
})

describe('the counts of the curve', () => {
  const SECOND = 1000
  const waits = [1, 9.999, 10, 59, 60, 700, 3600, 7200, 6 * 3600, 86_399, 86_400, 1e6]

  /** Each item is answered after its own time. */
  const waiting = (life: Life): void => {
    for (const [k, wait] of waits.entries()) {
      life.observe(`w${k}`)
      life.now += wait * SECOND
      life.run('answers', { answers: [{ id: `w${k}`, label: 'ham' }] })
    }
  }

  test('reasons and delays', () => {
    const life = new Life()
    waiting(life)
    life.observe(...Array.from({ length: 100 }, (_, k) => `more-${k}`))
    const last = pointsOf(life).at(-1)
    assert.deepEqual(last?.delays, [2, 2, 1, 1, 2, 2, 2])
    assert.equal(last?.delay.count, waits.length)
    const reasons = life.events().flatMap(({ asked, reason }) => (asked ? [String(reason)] : []))
    const counted = Object.values(last?.reasons ?? {}).reduce((sum, count) => sum + count, 0)
    assert.equal(counted, reasons.length)
    for (const [reason, count] of Object.entries(last?.reasons ?? {}))
      assert.equal(count, reasons.filter((one) => one === reason).length, reason)
  })

  test('continue from a snapshot of an older version without them', () => {
    const life = new Life()
    waiting(life)
    const { rest, model } = unpacked(life.stream.save())
    const saved = rest as Saved & { curve: unknown[] }
    assert.equal(saved.curve.length, 10)
    const stream = new Stream('s', life.stream.config)
    stream.load(packed({ ...saved, curve: saved.curve.slice(0, 7) }, model))
    const old = new Life({}, stream)
    old.now = life.now
    old.observe(...Array.from({ length: 100 }, (_, k) => `more-${k}`))
    old.now += 30 * SECOND
    old.run('answers', { answers: Array.from({ length: 20 }, (_, k) => ({ id: `more-${k}`, label: 'ham' })) })
    const last = pointsOf(old).at(-1)
    assert.deepEqual(last?.delays, [0, 20, 0, 0, 0, 0, 0])
    assert.equal(last?.delay.count, waits.length + 20, 'what was counted before goes on')
    assert.equal(
      Object.values(last?.reasons ?? {}).reduce((sum, count) => sum + count, 0),
      old.events().filter(({ asked }) => asked).length,
    )
  })

  test('are the same from a snapshot and from the log', () => {
    const life = new Life()
    waiting(life)
    const snapshot = life.stream.save()
    const from = life.pages.length
    life.observe(...Array.from({ length: 150 }, (_, k) => `more-${k}`))
    for (const copy of [life.replayed(), life.replayed(from, snapshot)])
      assert.deepEqual(copy.stream.curve.save(), life.stream.curve.save())
  })
})
