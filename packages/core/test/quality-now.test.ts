import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CurrentEstimator,
  QualityEstimator,
  recalibratedCells,
  WindowedQuality,
} from '../src/quality/index.js'
import { Random } from '../src/random.js'

interface Item {
  readonly confidence: number
  readonly isRight: boolean
  readonly probability: number
  readonly asked: boolean
}

/** The model gets better: its accuracy rises from 60 to 95 %, and its confidence follows, too modestly. */
const drawnItem = (random: Random, t: number, items: number): Item => {
  const accuracy = 0.6 + 0.35 * Math.min(1, (2 * t) / items)
  const hard = random.uniform() < 0.5
  const right = hard ? 2 * accuracy - 1 + 0.5 * (1 - accuracy) : 1 - 0.5 * (1 - accuracy)
  const probability = hard ? 0.15 : 0.05
  return {
    confidence: 0.5 + 0.4 * right,
    isRight: random.uniform() < right,
    probability,
    asked: random.uniform() < probability,
  }
}

test('The current accuracy is that of the latest items, and covered', () => {
  const [runs, items] = [process.env.ASKANCE_SOAK ? 200 : 25, 2000]
  let [inside, error] = [0, 0]
  for (let seed = 1; seed <= runs; seed++) {
    const random = new Random(seed, 'now')
    const all = new QualityEstimator(2, 1)
    const recent = new WindowedQuality(1000, 2, 1)
    const now = new CurrentEstimator(2, 1000)
    const right: boolean[] = []
    for (let t = 1; t <= items; t++) {
      const { confidence, isRight, probability, asked } = drawnItem(random, t, items)
      right.push(isRight)
      all.observe(1, probability, confidence)
      recent.observe(1, probability, confidence)
      now.observe(1, confidence, probability)
      if (!asked) continue
      all.answer(1, isRight ? 1 : 0, probability, confidence)
      now.answer(t, 1, confidence, isRight, probability)
    }
    assert.equal(now.window, 400)
    const { accuracy } = now.estimate(recalibratedCells(all.cells), recent.latest(now.window), 1, 0.95)
    const truth = right.slice(-400).filter(Boolean).length / 400
    if (accuracy.low <= truth && truth <= accuracy.high) inside++
    error += (accuracy.value! - truth) / runs
  }
  assert.ok(inside / runs >= 0.88, `${inside} of ${runs}`)
  assert.ok(Math.abs(error) < 0.03, `bias ${error}`)
})

test('Answers that are entered later, or again, give the same bits', () => {
  const random = new Random(3, 'now')
  const [soon, late] = [new CurrentEstimator(2, 300), new CurrentEstimator(2, 300)]
  const open: [number, Item][] = []
  for (let t = 1; t <= 5000; t++) {
    const item = drawnItem(random, t, 5000)
    for (const one of [soon, late]) one.observe(1, item.confidence, item.probability)
    if (!item.asked) continue
    soon.answer(t, 1, item.confidence, item.isRight, item.probability)
    open.push([t, item])
  }
  for (const [t, { confidence, isRight, probability }] of open)
    late.answer(t, 1, confidence, isRight, probability)
  assert.deepEqual(late.save(), soon.save())
  const copy = new CurrentEstimator(2, 300)
  copy.load(soon.save())
  for (const one of [copy, soon]) {
    one.restart()
    one.answer(17, 1, 0.9, true, 0.1)
    one.addClass()
    one.observe(2, 0.9, 0.1)
  }
  assert.deepEqual(copy.save(), soon.save())
  const nothing = copy.estimate(new Float64Array(36).fill(0.5), new Float64Array(36), 1, 0.95)
  assert.deepEqual(nothing, { items: 0, accuracy: { value: undefined, low: 0, high: 1 } })
})
