import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QualityEstimator } from '../src/quality/index.js'
import { Random } from '../src/random.js'
import { assertNear } from './support/compare.js'

interface Item {
  readonly predicted: number
  readonly truth: number
  readonly probability: number
}

interface Stream {
  readonly items: number
  readonly classes: number
  /** How much rarer each class is than the one before. */
  readonly rarity: number
  readonly audit: number
}

/** Harder items are asked about more often, and are wrong more often: a plain count of the answers would lean. */
const someItem = (random: Random, { classes, rarity, audit }: Stream): Item => {
  let truth = 0
  while (truth < classes - 1 && random.uniform() < rarity) truth++
  const hard = random.uniform() ** 2
  const predicted = random.uniform() < hard / 2 ? random.below(classes) : truth
  return { predicted, truth, probability: audit + (1 - audit) * 0.3 * hard }
}

test('Of a row and its own class it says what precision says', () => {
  const random = new Random(3, 'items')
  const quality = new QualityEstimator(2, 1)
  for (let t = 0; t < 4000; t++) {
    const item = someItem(random, { items: 4000, classes: 2, rarity: 0.3, audit: 0.02 })
    quality.observe(item.predicted, item.probability)
    if (random.uniform() < item.probability) quality.answer(item.predicted, item.truth, item.probability)
  }
  const { cells, predicted } = quality.confusion()
  const { precision } = quality.estimate()
  assertNear(cells[1][1].value! / predicted[1], precision.value!, 'value', 1e-9)
  assertNear(cells[1][1].fixedTime.low / predicted[1], precision.fixedTime.low, 'low', 1e-9)
  assertNear(cells[1][1].fixedTime.high / predicted[1], precision.fixedTime.high, 'high', 1e-9)
})

const CHECKPOINTS = 8

const isInside = (value: number, { low, high }: { low: number; high: number }): boolean =>
  value >= low - 1e-9 && value <= high + 1e-9

test('Cells and shares are unbiased, and their intervals cover', () => {
  const stream: Stream = { items: 6000, classes: 3, rarity: 0.4, audit: 0.03 }
  const runs = process.env.ASKANCE_SOAK ? 300 : 60
  const { classes, items } = stream
  const places = Array.from({ length: classes * (classes + 1) }, () => ({ error: 0, fixed: 0, always: 0 }))
  for (let seed = 1; seed <= runs; seed++) {
    const random = new Random(seed, 'stream')
    const quality = new QualityEstimator(classes, 0)
    const truths = new Float64Array(classes * classes)
    const always = places.map(() => true)
    for (let t = 1; t <= items; t++) {
      const { predicted, truth, probability } = someItem(random, stream)
      quality.observe(predicted, probability)
      truths[predicted * classes + truth]++
      if (random.uniform() < probability) quality.answer(predicted, truth, probability)
      if ((t * CHECKPOINTS) % items !== 0) continue
      const { cells, shares } = quality.confusion()
      const column = (k: number): number =>
        Array.from(cells.keys()).reduce((sum, p) => sum + truths[p * classes + k], 0)
      const looked = [
        ...cells.flatMap((row, p) => row.map((cell, k) => [cell, truths[p * classes + k], items] as const)),
        ...shares.map((share, k) => [share, column(k) / t, 1] as const),
      ]
      looked.forEach(([{ value, anyTime, fixedTime }, truth, scale], k) => {
        if (!isInside(truth, anyTime)) always[k] = false
        if (t < items) return
        places[k].error += ((value ?? truth) - truth) / scale / runs
        if (isInside(truth, fixedTime)) places[k].fixed++
      })
    }
    always.forEach((held, k) => {
      if (held) places[k].always++
    })
  }
  places.forEach(({ error, fixed, always }, k) => {
    assert.ok(Math.abs(error) < (process.env.ASKANCE_SOAK ? 0.003 : 0.005), `${k}: bias ${error}`)
    assert.ok(fixed / runs >= 0.9, `${k}: at the end ${fixed} of ${runs} cover`)
    assert.ok(always / runs >= 0.9, `${k}: at all checkpoints ${always} of ${runs} cover`)
  })
})

test('With every item answered it is the count, and certain', () => {
  const quality = new QualityEstimator(3, 0)
  const random = new Random(1, 'items')
  const counts = [0, 1, 2].map(() => [0, 0, 0])
  for (let t = 0; t < 300; t++) {
    const [predicted, truth] = [random.below(3), random.below(3)]
    counts[predicted][truth]++
    quality.observe(predicted, 1)
    quality.answer(predicted, truth, 1)
  }
  const { cells } = quality.confusion()
  cells.forEach((row, p) => {
    row.forEach(({ value, anyTime, fixedTime }, t) => {
      for (const number of [value!, anyTime.low, anyTime.high, fixedTime.low, fixedTime.high])
        assertNear(number, counts[p][t], `${p} for ${t}`, 1e-6)
    })
  })
})

test('Rows add up to what was predicted; of what was never predicted everything is known', () => {
  const quality = new QualityEstimator(3, 0)
  for (let t = 0; t < 40; t++) quality.observe(t % 2, 0.5)
  for (let n = 0; n < 12; n++) quality.answer(0, n % 3 === 0 ? 1 : 0, 0.5)
  const { cells, shares, predicted } = quality.confusion()
  assert.deepEqual(predicted, [20, 20, 0])
  assert.ok(Math.abs(cells[0][1].value! - 20 / 3) < 1.5)
  for (const row of [0, 1])
    assertNear(
      cells[row].reduce((sum, { value }) => sum + value!, 0),
      20,
      'row',
      1e-9,
    )
  const none = { low: 0, high: 0 }
  assert.deepEqual(cells[2], Array(3).fill({ value: 0, anyTime: none, fixedTime: none }))
  assert.ok(Math.abs(shares[0].value! + shares[1].value! + shares[2].value! - 1) < 0.1)
  const silent = new QualityEstimator(2, 0).confusion()
  assert.deepEqual(silent.shares[0], {
    value: undefined,
    anyTime: { low: 0, high: 1 },
    fixedTime: { low: 0, high: 1 },
  })
})

test('A class that comes later has its row and its column; of many classes the largest are returned', () => {
  const quality = new QualityEstimator(2, 0)
  for (let t = 0; t < 100; t++) quality.observe(t % 2, 0.5)
  quality.addClass()
  for (let n = 0; n < 40; n++) quality.answer(n % 2, n % 4 === 0 ? 2 : n % 2, 0.5)
  const { cells, shares } = quality.confusion()
  assert.ok(Math.abs(cells[0][2].value! - 25) < 2 && cells[1][2].value! < 2)
  assert.ok(Math.abs(shares[2].value! - 0.25) < 0.03)
  const cut = quality.confusion(0.95, 2)
  assert.deepEqual([cut.classes, cut.omitted, cut.cells.length], [[0, 1], 1, 2])
  assert.deepEqual(cut.cells[1], cells[1].slice(0, 2))
  assert.deepEqual(quality.confusion(0.95, 1).classes, [1])
})
