import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QualityEstimator, WindowedQuality } from '../src/quality/index.js'
import { Random } from '../src/random.js'
import { assertNear } from './support/compare.js'

const SIZE = 150

interface Item {
  readonly predicted: number
  readonly truth: number
  readonly probability: number
  readonly asked: boolean
}

const randomItem = (random: Random, classes: number): Item => {
  const truth = random.below(classes)
  const predicted = random.uniform() < 0.8 ? truth : random.below(classes)
  const probability = 0.1 + 0.9 * random.uniform()
  return { predicted, truth, probability, asked: random.uniform() < probability }
}

test('A window estimates what an estimator of the last items does, answers out of order included', () => {
  const random = new Random(1, 'window')
  const recent = new WindowedQuality(SIZE, 3, 2)
  const items: Item[] = []
  const open: number[] = []
  const answered = new Set<number>()
  for (let t = 1; t <= 700; t++) {
    const item = randomItem(random, 3)
    items.push(item)
    assert.equal(recent.observe(item.predicted, item.probability), t)
    if (item.asked) open.push(t)
    while (open.length > 20) {
      const [late] = open.splice(random.below(open.length), 1)
      answered.add(late)
      assert.equal(recent.answer(late, items[late - 1].truth), late > t - SIZE)
    }
    if (t % 50 > 0) continue
    const whole = new QualityEstimator(3, 2)
    for (let s = Math.max(1, t - SIZE + 1); s <= t; s++) {
      const { predicted, truth, probability } = items[s - 1]
      whole.observe(predicted, probability)
      if (answered.has(s)) whole.answer(predicted, truth, probability)
    }
    const [actual, expected] = [recent.estimate(), whole.estimate()]
    assert.equal(actual.items, expected.items)
    assert.equal(actual.answers, expected.answers)
    assertNear(actual.f1.value!, expected.f1.value!, `round ${t}`, 1e-9)
    assertNear(actual.accuracy.anyTime.low, expected.accuracy.anyTime.low, `round ${t}`, 1e-9)
  }
  assert.equal(recent.answer(700 - SIZE, 0), false, 'gone')
  assert.equal(recent.answer(701, 0), false, 'not there yet')
})

test('A saved window goes on where it was, with a class that came later', () => {
  const random = new Random(2, 'window')
  const original = new WindowedQuality(SIZE, 2, 1)
  const copy = new WindowedQuality(SIZE, 2, 1)
  const step = (windows: readonly WindowedQuality[], classes: number): void => {
    const { predicted, truth, probability, asked } = randomItem(random, classes)
    for (const window of windows) {
      const item = window.observe(predicted, probability)
      if (asked) window.answer(item, truth)
    }
  }
  for (let t = 0; t < 100; t++) step([original], 2)
  original.addClass()
  copy.load(original.save())
  assert.equal(copy.classes, 3)
  for (let t = 0; t < 200; t++) {
    step([original, copy], 3)
    if (t % 20 === 0) assert.deepEqual(copy.estimate(), original.estimate())
  }
})
