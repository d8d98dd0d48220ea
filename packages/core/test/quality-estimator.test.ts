import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics } from '../src/metrics/metrics.js'
import { type Estimate, type QualityEstimates, QualityEstimator } from '../src/quality/index.js'
import { Random } from '../src/random.js'
import { assertNear } from './support/compare.js'

const names = [
  'accuracy',
  'precision',
  'recall',
  'f1',
  'macroF1',
  'sensitivity',
  'specificity',
  'sum',
  'cost',
] as const

const each = (estimates: QualityEstimates, check: (estimate: Estimate, name: string) => void): void => {
  for (const name of names) check(estimates[name], name)
}

interface Item {
  readonly predicted: number
  readonly truth: number
  readonly probability: number
  readonly answered: boolean
}

const randomItems = (seed: number, count: number, classes: number, least = 0.05): readonly Item[] => {
  const random = new Random(seed, 'items')
  return Array.from({ length: count }, () => {
    const truth = random.below(classes)
    const predicted = random.uniform() < 0.7 ? truth : random.below(classes)
    const probability = least + (1 - least) * random.uniform() ** 3
    return { truth, predicted, probability, answered: random.uniform() < probability }
  })
}

const feed = (quality: QualityEstimator, items: readonly Item[]): void => {
  for (const { predicted, truth, probability, answered } of items) {
    quality.observe(predicted, probability)
    if (answered) quality.answer(predicted, truth, probability)
  }
}

/** The estimated total of e, straight from the formulas: by predicted class, w′ = w·N/Σw, with Tin's correction. */
const slowTotal = (items: readonly Item[], classes: number, e: (item: Item) => number): number => {
  let total = 0
  for (let c = 0; c < classes; c++) {
    const N = items.filter(({ predicted }) => predicted === c).length
    const answers = items.filter(({ predicted, answered }) => predicted === c && answered)
    const sum = answers.reduce((all, { probability }) => all + 1 / probability, 0)
    const weights = answers.map(({ probability }) => N / probability / sum)
    const mean = answers.reduce((all, item, n) => all + weights[n] * e(item), 0) / N
    const bias =
      answers.reduce((all, item, n) => all + weights[n] * (weights[n] - 1) * (e(item) - mean), 0) / N ** 2
    total += N * (mean + bias)
  }
  return total
}

for (const classes of [2, 4])
  test(`Estimates over ${classes} classes equal the formulas`, () => {
    const items = randomItems(classes, 600, classes)
    const quality = new QualityEstimator(classes, 1, { falseNegative: 3, falsePositive: 0.5 })
    feed(quality, items)
    const total = (e: (item: Item) => number) => slowTotal(items, classes, e)
    const is = (holds: boolean) => (holds ? 1 : 0)
    const hits = total(({ predicted, truth }) => is(predicted === 1 && truth === 1))
    const positives = total(({ truth }) => is(truth === 1))
    const predicted = items.filter((item) => item.predicted === 1).length
    const misses = total((item) => is(item.predicted !== 1 && item.truth === 1))
    const { accuracy, precision, recall, f1, cost } = quality.estimate()
    assertNear(accuracy.value!, total((item) => is(item.predicted === item.truth)) / 600, 'accuracy', 1e-9)
    assertNear(precision.value!, hits / predicted, 'precision', 1e-9)
    assertNear(recall.value!, hits / positives, 'recall', 1e-9)
    assertNear(f1.value!, (2 * hits) / (predicted + positives), 'f1', 1e-9)
    assertNear(cost.value!, (3 * misses + 0.5 * (predicted - hits)) / 600, 'cost', 1e-9)
  })

const uneven = { sensitivityWeight: 0.8, specificityWeight: 0.2, falseNegative: 5, falsePositive: 0.5 }

for (const costs of [uneven, 'balance'] as const)
  test(`With every item answered the estimates are the metrics, and certain: ${JSON.stringify(costs)}`, () => {
    const quality = new QualityEstimator(3, 2, costs)
    const metrics = new Metrics(3, 2, costs)
    for (const { predicted, truth } of randomItems(1, 300, 3)) {
      quality.observe(predicted, 1)
      quality.answer(predicted, truth, 1)
      metrics.add(predicted, truth, true, false)
    }
    const values = metrics.values()
    each(quality.estimate(), ({ value, anyTime, fixedTime }, name) => {
      const exact = values[name as 'f1'] / (name === 'cost' ? 300 : 1)
      for (const number of [value!, anyTime.low, anyTime.high, fixedTime.low, fixedTime.high])
        assertNear(number, exact, name, 1e-9)
    })
  })

test('With none, one or two answers everything is possible', () => {
  const quality = new QualityEstimator(2, 1, { falseNegative: 4 })
  for (let answers = 0; answers < 3; answers++) {
    for (let t = 0; t < 50; t++) quality.observe(t % 2, 0.1)
    each(quality.estimate(), ({ value, anyTime, fixedTime }, name) => {
      const all = { low: 0, high: name === 'cost' ? 4 : 1 }
      assert.deepEqual([anyTime, fixedTime], [all, all], `${name} after ${answers} answers`)
      if (answers === 0) assert.equal(value, undefined, name)
    })
    assert.equal(quality.estimate().answers, answers)
    quality.answer(1, 1, 0.1)
  }
})

test('When all answers are right, the interval is that of the rule of three', () => {
  const quality = new QualityEstimator(2, 1)
  for (let t = 0; t < 20000; t++) quality.observe(t % 2, 0.01)
  for (let n = 0; n < 200; n++) quality.answer(n % 2, n % 2, 0.01)
  const { accuracy, effectiveAnswers } = quality.estimate()
  assert.equal(accuracy.value, 1)
  assert.equal(accuracy.fixedTime.high, 1)
  assertNear(effectiveAnswers, 200, 'effective', 1e-9)
  const bound = Math.log(2 / 0.05) / 200
  assert.ok(Math.abs(1 - accuracy.fixedTime.low - bound) < 0.1 * bound, `${accuracy.fixedTime.low}`)
  assert.ok(accuracy.anyTime.low < accuracy.fixedTime.low && accuracy.anyTime.low > 1 - 2 * bound)
})

test('Intervals are in order, within the range, around the value and wider at all times', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const classes = 2 + (seed % 4)
    const quality = new QualityEstimator(classes, 0)
    feed(quality, randomItems(seed, 5 + seed * 8, classes, seed % 3 ? 0.01 : 0.0001))
    each(quality.estimate(), ({ value, anyTime, fixedTime }, name) => {
      const about = `${name}, seed ${seed}`
      assert.ok(0 <= anyTime.low && anyTime.low <= fixedTime.low + 1e-12, about)
      assert.ok(fixedTime.low <= fixedTime.high && fixedTime.high <= anyTime.high + 1e-12, about)
      assert.ok(anyTime.high <= 1, about)
      if (value !== undefined) assert.ok(fixedTime.low <= value && value <= fixedTime.high, about)
    })
  }
})

test('One answer of enormous weight leaves one effective answer and finite, wide intervals', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(7, 500, 2))
  for (let t = 0; t < 10; t++) quality.observe(1, 1e-8)
  quality.answer(1, 0, 1e-8)
  quality.observe(1, 1e-300)
  const estimates = quality.estimate()
  assert.equal(estimates.unsampled, 1)
  assert.ok(estimates.effectiveAnswers < 1.01)
  each(estimates, ({ value, anyTime, fixedTime }, name) => {
    for (const number of [value!, anyTime.low, anyTime.high, fixedTime.low]) assert.ok(number >= 0, name)
    assert.ok(anyTime.high - anyTime.low > 0.2, name)
  })
})

test('A higher level means a wider interval', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(2, 3000, 2))
  const [narrow, usual, wide] = [0.8, 0.95, 0.99].map((level) => quality.estimate(level))
  for (const name of names)
    for (const kind of ['anyTime', 'fixedTime'] as const) {
      const [a, b, c] = [narrow, usual, wide].map((at) => at[name][kind].high - at[name][kind].low)
      assert.ok(a < b && b < c, `${name}, ${kind}: ${a}, ${b}, ${c}`)
    }
})

test('Items that could not be asked about are counted and left out', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(3, 400, 2))
  const before = quality.estimate()
  for (let t = 0; t < 100; t++) quality.observe(1, 0)
  quality.answer(1, 0, 0)
  assert.deepEqual(quality.estimate(), { ...before, unsampled: 100 })
  assert.equal(before.items, 400)
})

test('A new class comes last; a saved estimator goes on where it was', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(4, 300, 2))
  const two = quality.estimate()
  quality.addClass()
  assert.equal(quality.classes, 3)
  assert.deepEqual(quality.estimate().f1, two.f1)
  assertNear(quality.estimate().macroF1.value!, (two.macroF1.value! * 2) / 3, 'a class without items', 1e-9)
  const copy = new QualityEstimator(2, 1)
  copy.load(quality.save())
  const more = randomItems(5, 200, 3)
  feed(quality, more)
  feed(copy, more)
  assert.equal(copy.classes, 3)
  assert.deepEqual(copy.estimate(), quality.estimate())
})

test('Many classes are estimated too', () => {
  const classes = 40
  const quality = new QualityEstimator(classes, 0)
  const metrics = new Metrics(classes, 0)
  const items = randomItems(6, 20000, classes)
  feed(quality, items)
  for (const { predicted, truth } of items) metrics.add(predicted, truth, false, false)
  const { macroF1 } = quality.estimate()
  const exact = metrics.values().macroF1
  assert.ok(macroF1.fixedTime.low < exact && exact < macroF1.fixedTime.high)
  assert.ok(macroF1.fixedTime.high - macroF1.fixedTime.low < 0.05)
})

test('A predicted class without answers is estimated together with the others, not left out', () => {
  const quality = new QualityEstimator(2, 1)
  for (let t = 0; t < 100; t++) quality.observe(t < 90 ? 0 : 1, 0.5)
  for (let n = 0; n < 40; n++) quality.answer(0, n % 4 ? 0 : 1, 0.5)
  const { shares, cells } = quality.confusion()
  // Nothing is known of the ten, so the mix among all is that among those answered; none of them can be right.
  assertNear(shares[1].value ?? Number.NaN, 0.25, 'share')
  assert.equal(cells[1][1].value, undefined)
  assert.ok(quality.estimate().accuracy.fixedTime.low < 0.75 - 0.1)
})
