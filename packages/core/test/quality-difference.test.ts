import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DifferenceEstimator } from '../src/quality/index.js'
import { Random } from '../src/random.js'
import { assertNear } from './support/compare.js'

/** Two predictors with errors of their own and errors in common; asked by what the first one makes of it. */
const play = (seed: number, items: number, positives: number, noise: number) => {
  const random = new Random(seed, 'two')
  const difference = new DifferenceEstimator()
  let ahead = 0
  for (let t = 0; t < items; t++) {
    const truth = random.uniform() < positives ? 1 : 0
    const common = (truth ? 1.5 : -1.5) + random.normal()
    const score = common + 0.2 * random.normal()
    const a = score > 0 ? 1 : 0
    const b = common + noise * random.normal() > 0 ? 1 : 0
    const p = 0.01 + (0.99 * 0.1) / (0.1 + 3 * Math.abs(score))
    const confidence = 1 / (1 + Math.exp(-3 * Math.abs(score)))
    difference.observe(a, b, p, confidence)
    if (random.uniform() < p) difference.answer(a, b, truth, p, confidence)
    ahead += (a === truth ? 1 : 0) - (b === truth ? 1 : 0)
  }
  return { truth: ahead / items, estimate: difference.estimate().accuracy }
}

for (const [items, positives, noise] of [
  [4000, 0.4, 1],
  [10000, 0.1, 1],
  [10000, 0.3, 0.3],
] as const)
  test(`Differences are unbiased and covered: ${items} items, ${100 * positives} % positive, noise ${noise}`, () => {
    // With fewer runs the share that is covered varies more.
    const [runs, least] = process.env.ASKANCE_SOAK ? [400, 0.93] : [100, 0.9]
    const all = Array.from({ length: runs }, (_, k) => play(k + 1, items, positives, noise))
    let [fixed, always, bias] = [0, 0, 0]
    for (const { truth, estimate } of all) {
      const { value, fixedTime, anyTime } = estimate
      if (truth >= fixedTime.low && truth <= fixedTime.high) fixed++
      if (truth >= anyTime.low && truth <= anyTime.high) always++
      bias += (value! - truth) / runs
    }
    assert.ok(fixed / runs >= least && always / runs >= 0.97, `${fixed} and ${always} of ${runs}`)
    assert.ok(Math.abs(bias) < 0.002, `bias ${bias}`)
  })

test('Where the two never disagree, the difference is 0 for certain', () => {
  const difference = new DifferenceEstimator()
  assert.equal(difference.estimate().accuracy.value, undefined)
  for (let t = 0; t < 100; t++) difference.observe(t % 2, t % 2, 0.1)
  const none = { low: 0, high: 0 }
  assert.deepEqual(difference.estimate().accuracy, { value: 0, anyTime: none, fixedTime: none })
})

test('Without telling answers the difference lies within the share of disagreements', () => {
  const difference = new DifferenceEstimator()
  for (let t = 0; t < 100; t++) difference.observe(1, t < 10 ? 2 : 1, 0.1)
  difference.answer(1, 2, 1, 0.1)
  const { accuracy, disagreements, informativeAnswers } = difference.estimate()
  assert.equal(disagreements, 10)
  assert.equal(informativeAnswers, 1)
  // One of the ten is known.
  assertNear(accuracy.anyTime.low, -0.08, 'low', 1e-9)
  assertNear(accuracy.anyTime.high, 0.1, 'high', 1e-9)
})

test('With everything answered the difference is exact; saved ones go on', () => {
  const difference = new DifferenceEstimator()
  const copy = new DifferenceEstimator()
  const random = new Random(1, 'three classes')
  let right = 0
  for (let t = 0; t < 200; t++) {
    const [a, b, truth] = [random.below(3), random.below(3), random.below(3)]
    difference.observe(a, b, 1)
    difference.answer(a, b, truth, 1)
    right += (a === truth ? 1 : 0) - (b === truth ? 1 : 0)
  }
  const { value, anyTime } = difference.estimate().accuracy
  for (const number of [value!, anyTime.low, anyTime.high]) assertNear(number, right / 200, 'exact', 1e-9)
  copy.load(difference.save())
  assert.deepEqual(copy.estimate(), difference.estimate())
})
