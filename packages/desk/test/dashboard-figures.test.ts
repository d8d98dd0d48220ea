import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confusionCells, mostFrequentError } from '../src/dashboard/confusion.js'
import {
  bandsIn,
  curveLine,
  fromFirstBand,
  labelsToGo,
  shareRange,
  withCurrentState,
} from '../src/dashboard/curve.js'
import { intervalOf, nowEstimate, ownEstimate } from '../src/dashboard/estimates.js'
import { estimate, quality, window } from './dashboard-support.js'

test('an estimate without a value has no interval', () => {
  const interval = { low: 0, high: 1 }
  assert.equal(intervalOf({ anyTime: interval, fixedTime: interval }), undefined)
  assert.deepEqual(intervalOf(estimate(0.9, 0.05)), { value: 0.9, low: 0.85, high: 0.95 })
})

test('more than two classes use macro F1', () => {
  assert.equal(ownEstimate(quality(), 'f1', 2).value, 0.8)
  assert.equal(ownEstimate(quality(), 'f1', 3).value, 0.7)
  assert.equal(ownEstimate(quality(), 'accuracy', 3).value, 0.9)
})

test('the model as it is has an accuracy only', () => {
  assert.deepEqual(nowEstimate(quality(), 'accuracy')?.fixedTime, { low: 0.9, high: 0.98 })
  assert.equal(nowEstimate(quality(), 'f1'), undefined)
  assert.equal(
    nowEstimate(quality({ now: { items: 3, accuracy: { low: 0, high: 1 } } }), 'accuracy'),
    undefined,
  )
})

test('the band starts with enough answers, the line with a band of at most 40 points', () => {
  const wide = { value: 0.7, low: 0, high: 1, fixedTime: { low: 0.4, high: 0.81 } }
  const windows = [
    window({ to: 100, answers: 15 }),
    window({ to: 200, answers: 5, accuracy: wide }),
    window({ to: 300, answers: 5 }),
    window({ to: 400, answers: 5, accuracy: { value: 0.9, low: 0.7, high: 1 } }),
  ]
  const line = curveLine(windows, 'accuracy')
  assert.deepEqual(line.values, [null, null, 0.9, 0.9])
  assert.deepEqual(line.low, [null, 0.4, 0.85, 0.7])
  assert.equal(bandsIn(line).length, 3)
  const shown = fromFirstBand(windows, line)
  assert.deepEqual(
    shown.windows.map(({ to }) => to),
    [200, 300, 400],
  )
  assert.deepEqual(shown.line.values, [null, 0.9, 0.9])
})

test('estimates the labels that a narrow interval still needs', () => {
  assert.equal(labelsToGo(30, 0.6, 0.4), 40)
  assert.equal(labelsToGo(30, 0.4, 0.4), 0)
})

test('the curve includes the current state', () => {
  const windows = [window({ to: 100, answers: 50 })]
  assert.equal(withCurrentState(windows, quality(), 90, 2), windows)
  const answered = withCurrentState(
    [window({ to: 100, f1: { value: 0, low: 0, high: 0 } })],
    quality(),
    100,
    2,
  )
  assert.deepEqual(
    answered.map(({ to, f1 }) => [to, f1.value]),
    [[100, 0.8]],
  )
  assert.equal(withCurrentState(windows, undefined, 130, 2), windows)
  const last = withCurrentState(windows, quality(), 130, 3).at(-1)
  assert.equal(last?.to, 130)
  assert.equal(last?.answers, 0)
  assert.deepEqual(last?.f1, { value: 0.7, low: 0.6, high: 0.8, fixedTime: { low: 0.65, high: 0.75 } })
})

test('the axis covers all bands that are drawn', () => {
  assert.deepEqual(shareRange([{ low: 0.62, high: 0.9 }]), [0.6, 1])
  assert.deepEqual(shareRange([{ low: 0.985, high: 1 }]), [0.9, 1])
  assert.deepEqual(shareRange([]), [0, 1])
})

const confusion = {
  items: 100,
  unsampled: 0,
  answers: 40,
  classes: ['ham', 'spam'],
  omitted: 0,
  predicted: [60, 40],
  cells: [
    [estimate(50, 4), estimate(10, 3.5)],
    [estimate(5, 8.5), estimate(35, 4)],
  ],
  shares: [estimate(0.55, 0.1), estimate(0.45, 0.1)],
  perClass: [],
}

test('rows of the confusion matrix are true classes', () => {
  const [ham, spam] = confusionCells(confusion)
  assert.deepEqual(
    ham?.map(({ count, low, high }) => [count, low, high]),
    [
      [50, 46, 54],
      [5, 0, 14],
    ],
  )
  assert.deepEqual(
    spam?.map(({ count, low, high }) => [count, low, high]),
    [
      [10, 6, 14],
      [35, 31, 39],
    ],
  )
  assert.equal(ham?.[0]?.share.toFixed(3), '0.909')
})

test('finds the most frequent error, if any', () => {
  assert.deepEqual(mostFrequentError(confusion), { truth: 'spam', predicted: 'ham' })
  const right = {
    ...confusion,
    cells: confusion.cells.map((row, p) => row.map((cell, t) => (p === t ? cell : estimate(0.2, 0.1)))),
  }
  assert.equal(mostFrequentError(right), undefined)
})
