import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageHinkley, type Side } from '../src/drift/page-hinkley.js'
import { Random } from '../src/index.js'
import { differenceOf } from './support/compare.js'

/** The first alarm, straight from the definition: all sums from the start, and their minimum. */
const slowFirst = (values: readonly number[], sign: number, tolerance: number, threshold: number): number => {
  for (let end = 30; end <= values.length; end++) {
    let total = 0
    let sum = 0
    let least = 0
    for (let t = 0; t < end; t++) {
      total += values[t]
      sum += sign * (values[t] - total / (t + 1)) - tolerance
      least = Math.min(least, sum)
    }
    if (sum - least > threshold) return end
  }
  return Number.POSITIVE_INFINITY
}

const first = (values: readonly number[], side: Side): number => {
  const detector = new PageHinkley({ tolerance: 0.02, threshold: 8 }, side)
  const at = values.findIndex((value) => detector.add(value))
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1
}

test('the kept sum gives what the definition gives, on either side', () => {
  for (const [from, to] of [
    [0.2, 0.6],
    [0.8, 0.3],
    [0.5, 0.5],
  ]) {
    const random = new Random(5, 'page')
    const values = Array.from({ length: 400 }, (_, t) => (random.uniform() < (t < 200 ? from : to) ? 1 : 0))
    const up = slowFirst(values, 1, 0.02, 8)
    const down = slowFirst(values, -1, 0.02, 8)
    assert.equal(first(values, 'up'), up)
    assert.equal(first(values, 'down'), down)
    assert.equal(first(values, 'both'), Math.min(up, down))
    if (from !== to) assert.ok(Math.min(up, down) < Number.POSITIVE_INFINITY)
  }
})

test('it starts anew after an alarm, and goes on with the same bits when saved', () => {
  const random = new Random(6, 'page')
  const one = new PageHinkley({ threshold: 8 }, 'both')
  const two = new PageHinkley({ threshold: 8 }, 'both')
  let alarms = 0
  for (let t = 0; t < 1500; t++) {
    two.load(one.save())
    const value = random.uniform() < (t % 500 < 250 ? 0.2 : 0.7) ? 1 : 0
    const alarm = one.add(value)
    assert.equal(two.add(value), alarm)
    if (alarm) {
      alarms++
      assert.equal(one.mean, 0)
    }
  }
  assert.ok(alarms >= 5, `${alarms} alarms`)
  assert.equal(differenceOf(one.save(), two.save()), undefined)
})
