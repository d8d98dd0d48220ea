import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlattScaling } from '../src/calibration/platt.js'
import { SoftmaxScaling } from '../src/calibration/softmax.js'
import { Random } from '../src/internals.js'
import { assertNear, differenceOf, nanIn } from './support/compare.js'

interface Pair {
  readonly scores: readonly number[]
  readonly label: number
  readonly probability: number
}

/** Labels drawn from softmax(1.5·scores + bias). */
const drawn = (seed: number, count: number, bias: readonly number[]): Pair[] => {
  const random = new Random(seed, 'softmax')
  return Array.from({ length: count }, () => {
    const scores = bias.map(() => random.normal())
    const odds = scores.map((score, c) => Math.exp(1.5 * score + bias[c]))
    let rest = random.uniform() * odds.reduce((sum, value) => sum + value, 0)
    const label = odds.findIndex((value) => {
      rest -= value
      return rest < 0
    })
    return { scores, label, probability: 0.1 + 0.9 * random.uniform() }
  })
}

const fitted = (pairs: readonly Pair[], classes: number, window = 500): SoftmaxScaling => {
  const softmax = new SoftmaxScaling(classes, { window })
  for (const { scores, label, probability } of pairs) softmax.add(scores, label, probability)
  return softmax
}

const slowSoftmax = (logits: readonly number[]): number[] => {
  const powers = logits.map((z) => Math.exp(z))
  const sum = powers.reduce((all, value) => all + value, 0)
  return powers.map((power) => power / sum)
}

/** The objective, written out. */
const slowLoss = (pairs: readonly Pair[], a: number, b: readonly number[]): number => {
  const spreads = pairs.map(({ scores }) => Math.max(...scores) - Math.min(...scores)).sort((x, y) => x - y)
  const typical = spreads[(spreads.length - 1) >> 1]
  const raw = pairs.map(({ probability }) => Math.min(1 / probability, 10))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const share = sum(raw) / sum(raw.map((weight) => weight ** 2))
  const count = (label: number) => sum(raw.filter((_, i) => pairs[i].label === label)) * share
  const terms = pairs.map(({ scores, label }, i) => {
    const other = 1 / (count(label) + b.length)
    const p = slowSoftmax(scores.map((score, c) => a * score + b[c]))
    const cross = p.map((value, c) => (c === label ? 1 - (b.length - 1) * other : other) * Math.log(value))
    return -raw[i] * share * sum(cross)
  })
  return sum(terms) + 0.05 * (a * typical - 2) ** 2 + 0.25 * sum(b.map((value) => value ** 2))
}

/** The intercepts, which sum to 0, from what the softmax says of equal scores. */
const interceptsOf = (softmax: SoftmaxScaling): number[] => {
  const logs = [
    ...softmax.probabilities(Array(softmax.classes).fill(0), new Float64Array(softmax.classes)),
  ].map(Math.log)
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  return logs.map((value) => value - mean)
}

test('the fit is where the plain objective is lowest', () => {
  for (const [count, window] of [
    [20, 20],
    [4, 20],
    [57, 20],
  ]) {
    const pairs = drawn(count, count, [0.5, 0, -1, 0.3])
    const softmax = fitted(pairs, 4, window)
    const seen = pairs.slice(-window)
    const b = interceptsOf(softmax)
    const reached = slowLoss(seen, softmax.slope, b)
    for (const step of [1e-3, -1e-3]) {
      assert.ok(reached < slowLoss(seen, softmax.slope + step, b), `${count} pairs, slope`)
      for (let k = 0; k < 4; k++) {
        const shifted = b.map((value, c) => (c === k ? value + step : value))
        assert.ok(reached < slowLoss(seen, softmax.slope, shifted), `${count} pairs, intercept ${k}`)
      }
    }
  }
})

test('two classes are Platt scaling', () => {
  const platt = new PlattScaling()
  const softmax = new SoftmaxScaling(2)
  for (const { scores, label, probability } of drawn(5, 120, [0, 0.7])) {
    platt.add([scores[1]], label, probability)
    softmax.add([0, scores[1]], label, probability)
  }
  for (const score of [-1e300, -3, -0.2, 0, 1, 1e300]) {
    const [, expected] = platt.probabilities([score], new Float64Array(2))
    assertNear(softmax.probabilities([0, score], new Float64Array(2))[1], expected, `${score}`, 1e-6)
  }
})

test('with enough answers it finds the probabilities they come from', () => {
  const bias = [1, 0, -1]
  const softmax = fitted(drawn(6, 500, bias), 3)
  for (const { scores } of drawn(7, 20, bias)) {
    const expected = slowSoftmax(scores.map((score, c) => 1.5 * score + bias[c]))
    const found = softmax.probabilities(scores, new Float64Array(3))
    for (let c = 0; c < 3; c++) assertNear(found[c], expected[c], `class ${c}`, 0.1)
  }
})

test('the order of the classes does not matter', () => {
  const order = [2, 0, 3, 1]
  const turned = (scores: readonly number[]) => order.map((c) => scores[c])
  const pairs = drawn(8, 150, [1, 0, -1, 0])
  const one = fitted(pairs, 4)
  const other = fitted(
    pairs.map((pair) => ({ ...pair, scores: turned(pair.scores), label: order.indexOf(pair.label) })),
    4,
  )
  for (const { scores } of drawn(9, 20, [0, 0, 0, 0])) {
    const expected = turned([...one.probabilities(scores, new Float64Array(4))])
    const found = other.probabilities(turned(scores), new Float64Array(4))
    for (let c = 0; c < 4; c++) assertNear(found[c], expected[c], `class ${c}`, 1e-6)
  }
})

test('a class can come later: no answer speaks of it yet, then some do', () => {
  const softmax = fitted(drawn(10, 60, [0, 0]), 2)
  const into = new Float64Array(3)
  const before = softmax.probabilities([1, -1], into)[0]
  softmax.addClass()
  const [first, second, third] = softmax.probabilities([1, -1, -1], into)
  assertNear(first / (first + second), before, 'the odds of the others', 1e-12)
  assert.ok(third > 0 && third < first)
  for (const { scores, label } of drawn(11, 40, [0, 0, 1])) softmax.add(scores, label)
  assert.equal(nanIn(softmax.save()), undefined)
  assert.ok(softmax.probabilities([0, 0, 0], into)[2] > 1 / 3)
  const loaded = new SoftmaxScaling(2)
  loaded.load(softmax.save())
  assert.deepEqual(
    loaded.probabilities([1, 2, 3], new Float64Array(3)),
    softmax.probabilities([1, 2, 3], into),
  )
})

test('probabilities sum to 1 and are never NaN, whatever it was fed', () => {
  const huge = [1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, Number.NaN, -1e300, 5e-324]
  const at = (k: number) => [huge[k % 7], huge[(k + 3) % 7], huge[(k * k) % 7]]
  for (const fed of [0, 1, 2, 5, 60]) {
    const softmax = new SoftmaxScaling(3)
    for (let k = 0; k < fed; k++) softmax.add(at(k), fed < 6 ? 1 : k % 3, k % 2 ? 1 : 1e-300)
    assert.equal(nanIn(softmax.save()), undefined)
    for (let k = 0; k < 14; k++) {
      const p = softmax.probabilities(at(k), new Float64Array(3))
      assertNear(p[0] + p[1] + p[2], 1, `${fed} fed, ${at(k)}`, 1e-12)
    }
  }
})

test('a saved calibration goes on with the same bits', () => {
  const one = fitted(drawn(12, 130, [0, 1, 0]), 3, 100)
  const two = new SoftmaxScaling(3, { window: 100 })
  two.load(one.save())
  for (const { scores, label, probability } of drawn(13, 77, [0, 1, 0])) {
    one.add(scores, label, probability)
    two.add(scores, label, probability)
  }
  assert.equal(differenceOf(one.save(), two.save()), undefined)
})

test('reading probabilities between answers changes no bit, nor does a class that comes later', () => {
  const [read, unread] = [new SoftmaxScaling(2, { window: 50 }), new SoftmaxScaling(2, { window: 50 })]
  for (const bias of [
    [0, 0.5],
    [0, 0.5, 1],
  ]) {
    for (const { scores, label, probability } of drawn(14, 80, bias)) {
      read.add(scores, label, probability)
      unread.add(scores, label, probability)
      read.probabilities(scores, new Float64Array(bias.length))
    }
    assert.equal(differenceOf(read.save(), unread.save()), undefined)
    read.addClass()
    unread.addClass()
  }
})
