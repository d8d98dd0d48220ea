import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barScale, plainBars, stackedBars } from '../src/parts/charts/bars.js'
import { faded } from '../src/parts/charts/colours.js'
import { fittingLabels, spreadLabels } from '../src/parts/charts/labels.js'
import { namePosition, rulerScale } from '../src/parts/charts/ranges.js'
import {
  evenly,
  everyFew,
  linear,
  logTicks,
  roundStep,
  ticksOver,
  ticksWithin,
} from '../src/parts/charts/scale.js'

const frame = (width: number, height: number) => ({
  width,
  height,
  margins: { left: 0, right: 0, top: 0, bottom: 0 },
})

test('a linear scale maps ranges and handles an empty range', () => {
  assert.equal(linear([0, 10], [100, 0])(2.5), 75)
  assert.equal(linear([3, 3], [0, 100])(3), 0)
})

test('ticks are round and cover or stay within the range', () => {
  assert.equal(roundStep(95, 5), 20)
  assert.equal(roundStep(0.3, 4), 0.1)
  assert.equal(roundStep(0, 4), 1)
  assert.deepEqual(ticksOver(0, 95, 5), [0, 20, 40, 60, 80, 100])
  assert.deepEqual(ticksOver(0.88, 1, 4), [0.85, 0.9, 0.95, 1])
  assert.deepEqual(ticksOver(5, 5, 4), [5, 6])
  assert.deepEqual(ticksWithin(0.83, 1, 4), [0.85, 0.9, 0.95, 1])
})

test('logarithmic ticks are 1, 2, 5, or powers of ten for wide ranges', () => {
  assert.deepEqual(logTicks(0.9, 60), [1, 2, 5, 10, 20, 50])
  assert.deepEqual(
    logTicks(1, 1e7),
    [0, 1, 2, 3, 4, 5, 6, 7].map((k) => 10 ** k),
  )
  assert.deepEqual(logTicks(0, 10), [])
  assert.deepEqual(logTicks(5, 5), [])
})

test('indices are evenly spread', () => {
  assert.deepEqual(evenly(10, 4), [0, 3, 6, 9])
  assert.deepEqual(evenly(3, 8), [0, 1, 2])
  assert.deepEqual(evenly(5, 1), [4])
  assert.deepEqual(evenly(0, 4), [])
  assert.deepEqual(everyFew(7, 4), [0, 2, 4, 6])
  assert.deepEqual(everyFew(12, 0), [0])
})

test('bars start at 0 and non-zero bars are visible', () => {
  const { ticks, y } = barScale(frame(100, 50), 0.37)
  assert.equal(ticks[0], 0)
  assert.ok((ticks.at(-1) ?? 0) >= 0.37)
  const boxes = plainBars([0.37, 0, 1e-6], frame(90, 50), y, 0.5)
  assert.deepEqual(
    boxes.map(({ width }) => width),
    [15, 15, 15],
  )
  assert.equal(boxes[1]?.height, 0)
  assert.equal(boxes[2]?.height, 1.5)
  for (const box of boxes) assert.equal(box.y + box.height, 50)
})

test('empty bars still have a scale', () => {
  const { ticks } = barScale(frame(100, 50), 0)
  assert.ok((ticks.at(-1) ?? 0) > 0)
})

test('stacked parts have a gap and empty parts are omitted', () => {
  const [bar] = stackedBars([[1, 0, 2]], frame(10, 40), (value) => 40 - 10 * value, 1)
  assert.deepEqual(
    bar?.map((box) => box && [box.y, box.height]),
    [[30, 10], undefined, [10, 19]],
  )
})

test('a ruler covers all intervals within 0 to 100 %', () => {
  const { ticks, x } = rulerScale(
    [
      { value: 0.97, low: 0.93, high: 1 },
      { value: 0.02, low: 0, high: 0.1 },
    ],
    200,
  )
  assert.equal(ticks[0], 0)
  assert.equal(ticks.at(-1), 1)
  assert.equal(x(0.5), 100)
})

test('the name of an interval goes where it fits', () => {
  assert.equal(namePosition(80, 120, 60, 200), 'before')
  assert.equal(namePosition(20, 60, 60, 200), 'after')
  assert.equal(namePosition(20, 180, 60, 200), 'above')
})

test('labels move apart as little as possible, in order and within bounds', () => {
  assert.deepEqual(spreadLabels([10, 12], 8, 0, 100), [7, 15])
  assert.deepEqual(spreadLabels([98, 2], 8, 0, 100), [98, 2])
  assert.deepEqual(spreadLabels([98, 99], 8, 0, 100), [92, 100])
  assert.deepEqual(spreadLabels([50, 50, 50, 20], 10, 0, 100), [40, 50, 60, 20])
  const many = spreadLabels([1, 2, 3, 4, 5], 10, 0, 100)
  assert.deepEqual(many, [0, 10, 20, 30, 40])
})

test('only the last of close marks is labelled', () => {
  const at = (x: number) => ({ x, width: 30 })
  assert.deepEqual(fittingLabels([at(0), at(20), at(80)], 120), [false, true, true])
  assert.deepEqual(fittingLabels([at(100)], 120), [false])
})

test('fades colours in both notations', () => {
  assert.equal(faded('rgb(1, 2, 3)', 0.16), 'rgb(1 2 3 / 0.16)')
  assert.equal(faded('rgba(1, 2, 3, 0.5)', 0.16), 'rgb(1 2 3 / 0.16)')
  assert.equal(faded('purple', 0.16), 'purple')
})
