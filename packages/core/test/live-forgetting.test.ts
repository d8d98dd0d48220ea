import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { denseRow, type Row } from '@askance/core'
import { Random } from '@askance/core/internals'
import { ForgettingLearner } from '../src/classifier/forgetting.js'
import type { Learner } from '../src/parts.js'
import { partsOf } from '../src/rounds/create.js'

const bodyOf =
  (algorithm: string, classes = 2): (() => Learner) =>
  () =>
    partsOf({ algorithm, classes, seed: 1 }).newLearner()

const drawn = (random: Random): Row => denseRow(Array.from({ length: 6 }, () => random.normal()))

/** The class of a row: the sign of its first feature, turned round after a change; of three classes the largest. */
const labelOf = (row: Row, classes: number, turned: boolean): number => {
  if (classes === 2) return Number(row.value[0] >= 0 !== turned)
  const [a, b, c] = row.value
  const best = a > b && a > c ? 0 : b > c ? 1 : 2
  return turned ? (best + 1) % 3 : best
}

/** Plays so many labels; the share of mistakes among the last hundred. */
const played = (body: Learner, labels: number, turn: number, classes = 2): number => {
  const random = new Random(5, 'test/forgetting')
  let wrong = 0
  for (let t = 0; t < labels; t++) {
    const row = drawn(random)
    const label = labelOf(row, classes, t >= turn)
    body.read(row)
    if (t >= labels - 100 && body.reading.predicted !== label) wrong++
    body.learn(row, label)
  }
  return wrong / 100
}

describe('a body that forgets', () => {
  for (const [algorithm, classes] of [
    ['LASEC-SS', 2],
    ['D-AMD', 2],
    ['SOAL-diag', 2],
    ['MD-AMD', 3],
    ['PAA-II', 3],
  ] as const) {
    const plain = bodyOf(algorithm, classes)
    const forgetting = () => new ForgettingLearner(plain)

    test(`recovers from a change sooner than one that does not: ${algorithm}, ${classes} classes`, () => {
      const [quick, slow] = [played(forgetting(), 900, 800, classes), played(plain(), 900, 800, classes)]
      assert.ok(quick <= slow + 0.02, `${quick} against ${slow}`)
      if (algorithm === 'D-AMD') assert.ok(quick < slow - 0.1, `${quick} against ${slow}`)
    })

    test(`is hardly worse where nothing changes: ${algorithm}, ${classes} classes`, () => {
      const [with_, without] = [played(forgetting(), 900, 1e9, classes), played(plain(), 900, 1e9, classes)]
      assert.ok(with_ <= without + 0.03, `${with_} against ${without}`)
    })

    test(`goes on with the same bits from its state: ${algorithm}, ${classes} classes`, () => {
      const [one, other] = [forgetting(), forgetting()]
      played(one, 150, 100, classes)
      other.load(one.save())
      assert.equal(other.lasting, one.lasting)
      assert.equal(played(one, 120, 30, classes), played(other, 120, 30, classes))
      assert.deepEqual(other.save(), one.save())
    })
  }

  test('has members of ages that about double, ten at most', () => {
    const body = new ForgettingLearner(bodyOf('PAA-I'))
    played(body, 10_000, 1e9)
    const { born, mixture } = body.save() as { born: Int32Array; mixture: Float64Array }
    assert.ok(born.length <= 10)
    const ages = [...born].map((at) => 10_000 - at)
    assert.equal(ages[0], 10_000)
    for (let k = 2; k < ages.length; k++) assert.ok(ages[k] < ages[k - 1] && ages[k - 1] < 4 * ages[k] + 64)
    const sum = born.reduce((total, _, k) => total + mixture[3 * k], 0)
    assert.ok(Math.abs(sum - 1) < 1e-9)
  })

  test('trusts the oldest most without drift, and hardly after a change', () => {
    const [still, turned] = [new ForgettingLearner(bodyOf('D-AMD')), new ForgettingLearner(bodyOf('D-AMD'))]
    played(still, 1000, 1e9)
    played(turned, 1000, 900)
    assert.ok(still.lasting > 0.4, `${still.lasting}`)
    assert.ok(turned.lasting < 0.1, `${turned.lasting}`)
  })

  test('is one learner until another begins', () => {
    const [body, plain] = [new ForgettingLearner(bodyOf('D-AMD')), bodyOf('D-AMD')()]
    played(body, 15, 8)
    played(plain, 15, 8)
    const row = denseRow([1, 2, 3])
    for (const one of [body, plain]) one.read(row)
    assert.ok(Math.abs(body.reading.score - plain.reading.score) < 1e-12)
    assert.equal(body.reading.predicted, plain.reading.predicted)
  })

  test('is linear where its learners are: contributions and weights make up the score', () => {
    const body = new ForgettingLearner(bodyOf('D-AMD'))
    played(body, 300, 200)
    const row = denseRow([1, -2, 0.5, 3, 1, 1])
    body.read(row)
    const weights = body.weights(1)?.weights ?? assert.fail('no weights')
    let [byWeight, byPart] = [0, 0]
    for (let k = row.start; k < row.end; k++) {
      byWeight += weights[row.index[k]] * row.value[k]
      byPart += body.contribution(row, k, 1) ?? Number.NaN
    }
    assert.ok(Math.abs(byWeight - body.reading.score) < 1e-9)
    assert.ok(Math.abs(byPart - body.reading.score) < 1e-9)
    const leastSquares = new ForgettingLearner(bodyOf('LASEC-SS'))
    played(leastSquares, 40, 20)
    assert.equal(leastSquares.weights(1), undefined)
  })
})
