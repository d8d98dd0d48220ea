import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaUnderCurve, bestOf, type CurvePoint, labelSaving, pairedT } from '../src/statistics/index.js'

const far = [0.2, 0.21, 0.19, 0.22]
const high = [0.9, 0.8, 0.85, 0.9]
const close = [0.8, 0.9, 0.85, 0.85]

test('finds the best mean and those without significant difference (paired t-test)', () => {
  assert.ok(pairedT(high, close)!.p > 0.05 && pairedT(high, far)!.p < 0.05)
  assert.deepEqual(bestOf([far, close, high]), { best: 2, comparable: [1] })
  assert.deepEqual(bestOf([far, close, high], 'down'), { best: 0, comparable: [] })
  assert.deepEqual(bestOf([high, close, high]), { best: 0, comparable: [1, 2] }, 'equal to the best')
  assert.deepEqual(bestOf([high]), { best: 0, comparable: [] })
  assert.deepEqual(bestOf([]), { best: undefined, comparable: [] })
})

test('A constant difference is significant, however small', () => {
  const runs = [0.5, 0.25, 0.75]
  assert.deepEqual(bestOf([runs, runs.map((value) => value - 2 ** -30)]), { best: 0, comparable: [] })
})

test('The level decides', () => {
  const lower = [0.7, 0.79, 0.8, 0.75]
  const { p } = pairedT(high, lower)!
  assert.deepEqual(bestOf([high, lower], 'up', 1 - p * 1.01).comparable, [])
  assert.deepEqual(bestOf([high, lower], 'up', 1 - p * 0.99).comparable, [1])
})

test('Missing runs are left out, and pairs are the runs in common', () => {
  const missing = undefined
  assert.deepEqual(
    bestOf([
      [missing, missing],
      [1, 2],
    ]),
    { best: 1, comparable: [] },
  )
  assert.deepEqual(bestOf([[missing], [missing]]), { best: undefined, comparable: [] })
  const holes = [0.85, 0.8, missing, missing]
  assert.deepEqual(bestOf([far, close, holes]).best, 1)
  assert.deepEqual(bestOf([far, close, holes]).comparable, [2])
  assert.deepEqual(
    bestOf([
      [3, missing],
      [missing, 2],
    ]),
    { best: 0, comparable: [] },
    'no run in common',
  )
  assert.deepEqual(
    bestOf([
      [3, missing],
      [2, 3],
    ]),
    { best: 0, comparable: [] },
    'one run in common',
  )
  assert.deepEqual(
    bestOf([
      [3, missing],
      [3, 2],
    ]),
    { best: 0, comparable: [1] },
    'one equal run in common',
  )
  assert.throws(() => bestOf([[1, 2], [1]]), RangeError)
})

const rising: readonly CurvePoint[] = [
  { ratio: 0.001, value: 0.6 },
  { ratio: 0.01, value: 0.8 },
  { ratio: 0.1, value: 0.9 },
  { ratio: 1, value: 0.85 },
]
const falling = rising.map(({ ratio, value }) => ({ ratio, value: 1 - value }))

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-12, `${actual}, expected ${expected}`)

test('The saving is read off between the neighbours, on a logarithmic scale', () => {
  near(labelSaving(rising, 1, { share: 0.7 })?.ratio, 10 ** -2.5)
  near(labelSaving(rising, 1, { share: 0.85 })?.ratio, 10 ** -1.5)
  near(labelSaving(rising, 0.875 / 0.99)?.ratio, 10 ** -1.25)
  assert.deepEqual(labelSaving(rising, 0.9, { share: 1 }), { ratio: 0.1, atMost: false })
  assert.deepEqual(labelSaving(rising, 0.8, { share: 1 }), { ratio: 0.01, atMost: false })
})

test('What the lowest point reaches is at most that ratio; what no point reaches is undefined', () => {
  assert.deepEqual(labelSaving(rising, 0.6), { ratio: 0.001, atMost: true })
  assert.equal(labelSaving(rising, 0.95), undefined)
  assert.equal(labelSaving([], 0.5), undefined)
  assert.deepEqual(labelSaving(rising.slice(0, 1), 0.5), { ratio: 0.001, atMost: true })
})

test('Where smaller is better the goal is full · (2 − share)', () => {
  near(labelSaving(falling, 0.25, { share: 0.8, direction: 'down' })?.ratio, 10 ** -2.5)
  near(labelSaving(falling, 0.15 / 1.01, { direction: 'down' })?.ratio, 10 ** -1.5)
  assert.equal(labelSaving(falling, 0.05, { direction: 'down' }), undefined)
  assert.deepEqual(labelSaving(falling, 0.4, { direction: 'down' }), { ratio: 0.001, atMost: true })
})

test('The area is the mean value over the logarithm of the ratio', () => {
  near(areaUnderCurve(rising, 0.001, 1), (0.7 + 0.85 + 0.875) / 3)
  near(areaUnderCurve(rising, 0.01, 0.1), 0.85)
  near(areaUnderCurve(rising, 10 ** -2.5, 10 ** -1.5), (0.75 + 0.825) / 2)
  near(areaUnderCurve(rising, 10 ** -1.75, 10 ** -1.25), 0.85)
  near(
    areaUnderCurve(
      rising.map(({ ratio }) => ({ ratio, value: 0.4 })),
      0.0037,
      0.61,
    ),
    0.4,
  )
  assert.equal(areaUnderCurve(rising, 0.0005, 0.1), undefined)
  assert.equal(areaUnderCurve(rising.slice(0, 3), 0.01, 0.2), undefined)
  assert.equal(areaUnderCurve([], 0.01, 0.2), undefined)
})

test('Many thin slices of the interpolated curve have the same area', () => {
  const at = (log: number): number => {
    const k = Math.min(2, Math.floor(log + 3))
    return rising[k].value + (log + 3 - k) * (rising[k + 1].value - rising[k].value)
  }
  const [from, to, n] = [-2.8, -0.3, 1e5]
  let sum = 0
  for (let j = 0; j < n; j++) sum += at(from + ((j + 0.5) * (to - from)) / n)
  assert.ok(Math.abs(areaUnderCurve(rising, 10 ** from, 10 ** to)! - sum / n) < 1e-9)
})

test('Ratios must be positive and ascend', () => {
  assert.throws(() => labelSaving(rising.toReversed(), 1), RangeError)
  assert.throws(() => labelSaving([{ ratio: 0, value: 1 }], 1), RangeError)
  assert.throws(() => areaUnderCurve([rising[0], rising[0]], 0.001, 0.01), RangeError)
  for (const [from, to] of [
    [0, 1],
    [0.1, 0.1],
    [0.2, 0.1],
  ])
    assert.throws(() => areaUnderCurve(rising, from, to), RangeError)
})
