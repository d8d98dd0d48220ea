import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics } from '../src/metrics/metrics.js'
import { type Estimate, type QualityEstimates, QualityEstimator } from '../src/quality/index.js'
import { Random } from '../src/random.js'
import type { State } from '../src/state/state.js'
import { assertNear } from './support/compare.js'
import { type SlowItem, slowEstimate } from './support/slow-quality.js'

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

/** Items whose confidence says something about them, with harder ones asked about more often. */
const confidentItems = (seed: number, count: number): readonly SlowItem[] => {
  const random = new Random(seed, 'confident')
  return Array.from({ length: count }, () => {
    const score = 3 * random.normal()
    const confidence = 1 / (1 + Math.exp(-Math.abs(score)))
    const predicted = score > 0 ? 1 : 0
    const truth = random.uniform() < 0.9 * confidence ? predicted : 1 - predicted
    const probability = 0.02 + 0.3 * (1 - confidence)
    return { predicted, truth, confidence, probability, answered: random.uniform() < probability }
  })
}

for (const seed of process.env.ASKANCE_SOAK ? [1, 2, 3] : [1])
  test(`Estimates and intervals equal those of the formulas, item by item: seed ${seed}`, () => {
    const items = confidentItems(seed, 400)
    const quality = new QualityEstimator(2, 1)
    for (const { predicted, probability, confidence } of items)
      quality.observe(predicted, probability, confidence)
    for (const { predicted, truth, probability, confidence, answered } of items)
      if (answered) quality.answer(predicted, truth, probability, confidence)
    const estimates = quality.estimate()
    const positives = items.filter(({ predicted }) => predicted === 1).length
    for (const name of ['accuracy', 'precision', 'recall', 'f1', 'specificity'] as const) {
      const { value, fixedTime } = estimates[name]
      const slow = slowEstimate(items, name)
      const oneItem = 1 / (name === 'accuracy' ? items.length : positives)
      assertNear(value!, slow.value, `${name}: value`, 1e-6)
      // Both are cut to what the answers leave possible.
      if (fixedTime.low > 0.01) assertNear(fixedTime.low, slow.low - oneItem, `${name}: low`, 1e-5)
      if (fixedTime.high < 0.98) assertNear(fixedTime.high, slow.high + oneItem, `${name}: high`, 1e-5)
    }
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

test('With none, one or two answers everything is possible that they leave possible', () => {
  const quality = new QualityEstimator(2, 1, { falseNegative: 4 })
  for (let answers = 0; answers < 3; answers++) {
    for (let t = 0; t < 50; t++) quality.observe(t % 2, 0.1)
    const items = 50 * (answers + 1)
    const estimates = quality.estimate()
    const { accuracy, precision, recall, cost } = estimates
    assert.deepEqual(
      [accuracy.fixedTime, precision.fixedTime.low],
      [{ low: answers / items, high: 1 }, (2 * answers) / items],
    )
    assert.deepEqual([recall.fixedTime.high, cost.fixedTime.high > 2], [1, true])
    each(estimates, ({ value, anyTime, fixedTime }, name) => {
      assert.deepEqual(anyTime, fixedTime, name)
      if (answers === 0) assert.equal(value, undefined, name)
    })
    assert.equal(estimates.answers, answers)
    quality.answer(1, 1, 0.1)
  }
})

test('When all answers are right, the interval is about that of the rule of three', () => {
  const quality = new QualityEstimator(2, 1)
  for (let t = 0; t < 20000; t++) quality.observe(t % 2, 0.01)
  for (let n = 0; n < 200; n++) quality.answer(n % 2, n % 2, 0.01)
  const { accuracy, effectiveAnswers } = quality.estimate()
  assert.ok(accuracy.value! > 0.99 && accuracy.fixedTime.high === 1)
  assertNear(effectiveAnswers, 200, 'effective', 1e-9)
  const bound = Math.log(2 / 0.05) / 200
  assert.ok(Math.abs(1 - accuracy.fixedTime.low - bound) < 0.4 * bound, `${accuracy.fixedTime.low}`)
  assert.ok(accuracy.anyTime.low < accuracy.fixedTime.low && accuracy.anyTime.low > 1 - 2.5 * bound)
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

test('Items that could not be asked about count as missing: intervals are not narrower', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(3, 400, 2))
  const before = quality.estimate()
  for (let t = 0; t < 100; t++) quality.observe(1, 0)
  quality.answer(1, 0, 0)
  const { items, unsampled, answers, accuracy } = quality.estimate()
  assert.deepEqual([items, unsampled, answers], [500, 100, before.answers])
  const width = ({ fixedTime: { low, high } }: Estimate): number => high - low
  assert.ok(width(accuracy) > 0.95 * width(before.accuracy))
})

test('Questions that nobody answered make intervals wider', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(3, 400, 2))
  const [all, half] = [
    quality.estimate(0.95, 1).accuracy.fixedTime,
    quality.estimate(0.95, 0.5).accuracy.fixedTime,
  ]
  assert.ok(half.high - half.low > 1.1 * (all.high - all.low))
})

test('A class without a positive answer has a value from the confidence, and one that was never met has none', () => {
  const quality = new QualityEstimator(2, 1)
  for (let t = 0; t < 200; t++) quality.observe(0, 0.2, 0.9)
  for (let n = 0; n < 30; n++) quality.answer(0, 0, 0.2, 0.9)
  assert.deepEqual([quality.estimate().f1.value, quality.estimate().recall.value], [undefined, undefined])
  for (let t = 0; t < 10; t++) quality.observe(1, 0.2, 0.9)
  const { f1, accuracy } = quality.estimate()
  assert.ok(f1.fromConfidence && f1.value! > 0.3 && f1.fixedTime.high - f1.fixedTime.low > 0.5)
  assert.equal(accuracy.fromConfidence, undefined)
})

test('A review that lowers probabilities makes intervals wider', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(3, 400, 2))
  const before = quality.estimate().accuracy.fixedTime
  for (let k = 0; k < 40; k++) quality.review(1, 0.5, 400, 0.5, 0.05)
  const { low, high } = quality.estimate().accuracy.fixedTime
  assert.ok(high - low > 1.1 * (before.high - before.low))
})

test('A new class comes last; a saved estimator goes on where it was', () => {
  const quality = new QualityEstimator(2, 1)
  feed(quality, randomItems(4, 300, 2))
  const two = { ...quality.estimate() }
  quality.addClass()
  assert.equal(quality.classes, 3)
  assert.ok(Math.abs(quality.estimate().f1.value! - two.f1.value!) < 0.03)
  assert.ok(Math.abs(quality.estimate().macroF1.value! - (two.macroF1.value! * 2) / 3) < 0.03)
  const copy = new QualityEstimator(2, 1)
  copy.load(quality.save(), 300)
  const more = randomItems(5, 200, 3)
  feed(quality, more)
  feed(copy, more)
  assert.equal(copy.classes, 3)
  assert.deepEqual(copy.estimate(), quality.estimate())
})

test('A state without cells loads as if the confidence of its items were unknown', () => {
  const items = randomItems(4, 300, 2)
  const quality = new QualityEstimator(2, 1)
  feed(quality, items)
  const { table } = quality.save() as Record<string, State>
  const { counts: _, ...old } = table as Record<string, State>
  const copy = new QualityEstimator(2, 1)
  copy.load({ table: old }, 300)
  const [{ accuracy, answers }, now] = [copy.estimate(), quality.estimate()]
  assert.ok(Math.abs(answers - now.answers) < 1e-9)
  assertNear(accuracy.value!, now.accuracy.value!, 'accuracy', 1e-3)
  // A later answer about one of these items has no cell of its own.
  const [first] = items
  copy.answer(first.predicted, first.truth, first.probability, 0.99, 1)
  assert.ok(copy.estimate().accuracy.fixedTime.low > 0)
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
