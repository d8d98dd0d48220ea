import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Reliability } from '../src/calibration/reliability.js'
import { Random } from '../src/internals.js'
import { assertNear, differenceOf } from './support/compare.js'

interface Answer {
  readonly confidence: number
  readonly right: boolean
  readonly probability: number
}

const drawn = (seed: number, count: number): Answer[] => {
  const random = new Random(seed, 'reliability')
  return Array.from({ length: count }, () => {
    const confidence = 0.5 + random.uniform() / 2
    return {
      confidence,
      right: random.uniform() < confidence ** 2,
      probability: 0.1 + 0.9 * random.uniform(),
    }
  })
}

const filled = (answers: readonly Answer[], bins: number): Reliability => {
  const reliability = new Reliability(bins)
  for (const { confidence, right, probability } of answers) reliability.add(confidence, right, probability)
  return reliability
}

test('the sums give what the list of answers gives', () => {
  const answers = drawn(1, 300)
  const reliability = filled(answers, 10)
  const sum = (list: readonly Answer[], value: (answer: Answer) => number) =>
    list.reduce((all, answer) => all + value(answer) / answer.probability, 0)
  const total = sum(answers, () => 1)
  let error = 0
  const curve = reliability.curve()
  assert.equal(curve.length, 5)
  for (const { from, to, share, confidence, accuracy, answers: effective } of curve) {
    const inside = answers.filter((answer) => answer.confidence >= from && answer.confidence < to)
    const weight = sum(inside, () => 1)
    assertNear(share, weight / total, 'share')
    assertNear(confidence, sum(inside, (answer) => answer.confidence) / weight, 'confidence')
    assertNear(accuracy, sum(inside, (answer) => (answer.right ? 1 : 0)) / weight, 'accuracy')
    assertNear(effective, weight ** 2 / sum(inside, (answer) => 1 / answer.probability), 'answers')
    error += share * Math.abs(accuracy - confidence)
  }
  assertNear(reliability.error(), error, 'expected calibration error')
})

test('weights make the curve that of all items', () => {
  const random = new Random(2, 'reliability')
  const all = new Reliability()
  const asked = new Reliability()
  for (let t = 0; t < 40000; t++) {
    const hard = random.uniform() < 0.2
    const right = random.uniform() < (hard ? 0.6 : 0.95)
    const probability = hard ? 0.8 : 0.05
    all.add(0.88, right)
    if (random.uniform() < probability) asked.add(0.88, right, probability)
  }
  assertNear(asked.curve()[0].accuracy, all.curve()[0].accuracy, 'accuracy', 0.02)
})

test('both ends have a bin, and nothing gives nothing', () => {
  const reliability = new Reliability(4)
  assert.equal(reliability.error(), 0)
  assert.deepEqual(reliability.curve(), [])
  reliability.add(0, false)
  reliability.add(1, true)
  assert.deepEqual(
    reliability.curve().map(({ from, to }) => [from, to]),
    [
      [0, 0.25],
      [0.75, 1],
    ],
  )
  assert.equal(reliability.error(), 0)
})

test('a saved curve goes on with the same bits', () => {
  const answers = drawn(3, 100)
  const one = filled(answers, 10)
  const two = new Reliability(10)
  two.load(filled(answers.slice(0, 50), 10).save())
  for (const { confidence, right, probability } of answers.slice(50)) two.add(confidence, right, probability)
  assert.equal(differenceOf(one.save(), two.save()), undefined)
})
