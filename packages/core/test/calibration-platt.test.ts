import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlattScaling } from '../src/calibration/platt.js'
import { Random } from '../src/internals.js'
import { assertNear, differenceOf, nanIn } from './support/compare.js'
import { record } from './support/drift-stream.js'

type Pair = readonly [score: number, label: number, probability: number]

const drawn = (seed: number, count: number): Pair[] => {
  const random = new Random(seed, 'platt')
  return Array.from({ length: count }, () => {
    const score = 3 * random.normal()
    return [
      score,
      random.uniform() < 1 / (1 + Math.exp(-score - 0.5)) ? 1 : 0,
      0.05 + 0.95 * random.uniform(),
    ]
  })
}

const fitted = (pairs: readonly Pair[], window: number): PlattScaling => {
  const platt = new PlattScaling({ window })
  for (const [score, label, probability] of pairs) platt.add([score], label, probability)
  return platt
}

/** The objective, written out: a is for raw scores. */
const slowLoss = (pairs: readonly Pair[], a: number, b: number): number => {
  const sorted = pairs.map(([score]) => Math.abs(score)).sort((x, y) => x - y)
  const typical = sorted[(sorted.length - 1) >> 1]
  const raw = pairs.map(([, , probability]) => Math.min(1 / probability, 10))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const share = sum(raw) / sum(raw.map((weight) => weight ** 2))
  const weights = raw.map((weight) => weight * share)
  const count = (label: number) => sum(weights.filter((_, i) => pairs[i][1] === label))
  const terms = pairs.map(([score, label], i) => {
    const target = label === 1 ? (count(1) + 1) / (count(1) + 2) : 1 / (count(0) + 2)
    const p = 1 / (1 + Math.exp(-(a * score + b)))
    return -weights[i] * (target * Math.log(p) + (1 - target) * Math.log(1 - p))
  })
  return sum(terms) + 0.05 * (a * typical - 2) ** 2 + 0.125 * b * b
}

test('the fit is where the plain objective is lowest', () => {
  for (const [count, window] of [
    [20, 20],
    [3, 10],
    [37, 10],
    [57, 20],
  ]) {
    const pairs = drawn(count, count)
    const platt = fitted(pairs, window)
    const seen = pairs.slice(-window)
    const reached = slowLoss(seen, platt.slope, platt.intercept)
    for (const [da, db] of [
      [1e-3, 0],
      [-1e-3, 0],
      [0, 1e-3],
      [0, -1e-3],
      [1e-3, 1e-3],
      [-1e-3, 1e-3],
    ])
      assert.ok(
        reached < slowLoss(seen, platt.slope + da, platt.intercept + db),
        `${count} pairs, ${da}, ${db}`,
      )
  }
})

test('with enough answers it finds the curve they come from, in any unit', () => {
  for (const unit of [1, 1e-9, 1e12]) {
    const platt = new PlattScaling()
    for (const [score, label, probability] of drawn(7, 500)) platt.add([unit * score], label, probability)
    for (const score of [-4, -1, 0, 2])
      assertNear(platt.probability(unit * score), 1 / (1 + Math.exp(-score - 0.5)), `${unit} ${score}`, 0.06)
  }
})

test('probabilities rise with the score, sum to 1 and are never NaN, whatever it was fed', () => {
  const huge = [1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1e300, 5e-324, 0, Number.NaN]
  const feeds: Record<string, readonly (readonly [number, number])[]> = {
    nothing: [],
    one: [[2, 1]],
    zeros: Array.from({ length: 8 }, (_, k) => [0, k % 2]),
    same: Array.from({ length: 50 }, (_, k) => [k - 10, 1]),
    apart: Array.from({ length: 50 }, (_, k) => [k - 25, k > 25 ? 1 : 0]),
    reversed: Array.from({ length: 50 }, (_, k) => [k - 25, k > 25 ? 0 : 1]),
    huge: Array.from({ length: 70 }, (_, k) => [huge[k % 7], k % 2]),
  }
  for (const [name, feed] of Object.entries(feeds)) {
    const platt = new PlattScaling()
    for (const [score, label] of feed) platt.add([score], label)
    assert.equal(nanIn(platt.save()), undefined, name)
    let last = 0
    for (const score of [...huge.slice(2, 4), -50, -1, -0.1, 0, 0.1, 1, 50, ...huge.slice(0, 2)]) {
      const [other, p] = platt.probabilities([score], new Float64Array(2))
      assert.ok(p >= last && p <= 1, `${name}: ${p} at ${score} follows ${last}`)
      assert.equal(other + p, 1)
      last = p
    }
    assert.ok(platt.slope > 0, name)
  }
  const same = fitted(
    Array.from({ length: 50 }, (_, k) => [1 + (k % 3), 1, 1] as const),
    500,
  )
  assert.ok(same.probability(1) > 0.9 && same.probability(1) < 0.999)
})

test('a saved calibration goes on with the same bits', () => {
  const one = fitted(drawn(8, 130), 100)
  const two = new PlattScaling({ window: 100 })
  two.load(one.save())
  for (const [score, label, probability] of drawn(9, 77)) {
    one.add([score], label, probability)
    two.add([score], label, probability)
  }
  assert.equal(differenceOf(one.save(), two.save()), undefined)
})

test('reading probabilities between answers changes no bit', () => {
  const [read, unread] = [new PlattScaling({ window: 50 }), new PlattScaling({ window: 50 })]
  for (const [score, label, probability] of drawn(10, 160)) {
    read.add([score], label, probability)
    unread.add([score], label, probability)
    read.probability(score)
  }
  assert.equal(differenceOf(read.save(), unread.save()), undefined)
})

test('on a stream, confidence over all items is near the truth though only hard ones were asked about', () => {
  let error = 0
  for (let seed = 1; seed <= 3; seed++) {
    const { confidences, right } = record({ seed, learner: 'pa1', change: 'none', noise: 0.05 })
    const bins = Array.from({ length: 10 }, () => 0)
    for (let t = 4000; t < right.length; t++)
      bins[Math.min(9, Math.floor(10 * confidences[t]))] += confidences[t] - right[t]
    error += bins.reduce((sum, bin) => sum + Math.abs(bin), 0) / (right.length - 4000) / 3
  }
  assert.ok(error < 0.06, `the expected calibration error is ${error}`)
})

test('a state with another window is refused', () => {
  assert.throws(() => new PlattScaling({ window: 20 }).load(new PlattScaling().save()), {
    code: 'model/state',
  })
})
