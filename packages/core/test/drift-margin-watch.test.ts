import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarginWatch } from '../src/drift/margin-watch.js'
import { Random } from '../src/internals.js'
import { differenceOf, nanIn } from './support/compare.js'
import { HALF, record } from './support/drift-stream.js'

const first = (margins: Float64Array): number => {
  const watch = new MarginWatch()
  return margins.findIndex((margin) => watch.add(margin) !== undefined)
}

test('learners that learn do not ring, whether their margins grow or shrink', () => {
  let alarms = 0
  for (let seed = 21; seed <= 22; seed++)
    for (const learner of ['arow', 'pa1', 'perceptron', 'rls', 'secondOrderPerceptron', 'soal'] as const)
      if (first(record({ seed, learner, change: 'none', noise: 0.05, moving: seed === 22 }).margins) >= 0)
        alarms++
  assert.ok(alarms <= 1, `${alarms} of 12 stationary streams rang`)
})

test('items that come nearer to the boundary ring soon', () => {
  for (const learner of ['arow', 'pa1', 'rls'] as const) {
    const at = first(record({ seed: 31, learner, change: 'nearer', noise: 0.05 }).margins)
    assert.ok(at >= HALF && at < HALF + 400, `${learner}: after ${at - HALF} items`)
  }
})

/** Margins |N(0, 1)|·scale. */
const margins = (seed: number, scale: (t: number) => number): Float64Array => {
  const random = new Random(seed, 'margins')
  return Float64Array.from({ length: 8000 }, (_, t) => Math.abs(random.normal()) * scale(t))
}

test('the unit of the margin does not matter', () => {
  const plain = first(margins(1, (t) => (t < 4000 ? 1 : 0.3)))
  assert.ok(plain >= 4000 && plain < 4400)
  for (const unit of [2 ** -300, 2 ** 300])
    assert.equal(first(margins(1, (t) => unit * (t < 4000 ? 1 : 0.3))), plain)
})

test('margins that grow, at once or slowly, are no drift', () => {
  assert.equal(first(margins(2, (t) => (t < 4000 ? 1 : 10))), -1)
  assert.equal(first(margins(2, (t) => 1 + t / 100)), -1)
  assert.equal(first(margins(2, (t) => Math.exp(-t / 8000))), -1)
})

test('after a restart it compares with nothing from before', () => {
  const watch = new MarginWatch()
  const all = margins(3, (t) => (t < 4000 ? 1 : 0.1))
  all.forEach((margin, t) => {
    if (t === 4000) watch.restart()
    assert.equal(watch.add(margin), undefined)
  })
})

test('untrained, endless and undefined margins leave no NaN and do not ring', () => {
  const watch = new MarginWatch()
  const infinity = Number.POSITIVE_INFINITY
  for (let t = 0; t < 3000; t++)
    assert.equal(watch.add(t < 1000 ? 0 : [1e300, infinity, 1, Number.NaN, 5e-324][t % 5]), undefined)
  assert.equal(nanIn(watch.save()), undefined)
})

test('a saved watch goes on with the same bits', () => {
  const one = new MarginWatch()
  const two = new MarginWatch()
  let alarms = 0
  margins(4, (t) => (t % 4000 < 2000 ? 1 : 0.2)).forEach((margin, t) => {
    if (t % 1000 === 500) two.load(one.save())
    const alarm = one.add(margin)
    if (alarm) alarms++
    if (t >= 500) assert.deepEqual(two.add(margin), alarm)
  })
  assert.ok(alarms > 0)
  assert.equal(differenceOf(one.save(), two.save()), undefined)
})
