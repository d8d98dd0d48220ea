import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confusionCells, mostFrequentError } from '../src/dashboard/confusion.js'
import { curveLines, shareRange, withCurrentState } from '../src/dashboard/curve.js'
import {
  defaultMetric,
  gainInterval,
  intervalOf,
  ownInterval,
  randomInterval,
} from '../src/dashboard/estimates.js'
import { estimate, quality, window } from './dashboard-support.js'

test('the default metric follows the objective', () => {
  assert.equal(defaultMetric('f1'), 'f1')
  assert.equal(defaultMetric(undefined), 'f1')
  assert.equal(defaultMetric('accuracy'), 'accuracy')
  assert.equal(defaultMetric('cost'), 'accuracy')
})

test('an estimate without a value has no interval', () => {
  const interval = { low: 0, high: 1 }
  assert.equal(intervalOf({ anyTime: interval, fixedTime: interval }, 'anyTime'), undefined)
  assert.deepEqual(intervalOf(estimate(0.9, 0.05), 'fixedTime'), { value: 0.9, low: 0.85, high: 0.95 })
})

test('the shadow model is ours minus the gain, within 0 to 1', () => {
  const arm = randomInterval(0.9, { value: 0.25, low: -0.2, high: 0.5 })
  assert.deepEqual(arm, { value: 0.65, low: 0.4, high: 1 })
})

test('more than two classes use macro F1; the gain is one of accuracy', () => {
  assert.equal(ownInterval(quality(), 'f1', 2)?.value, 0.8)
  assert.equal(ownInterval(quality(), 'f1', 3)?.value, 0.7)
  assert.equal(ownInterval(quality(), 'accuracy', 3)?.value, 0.9)
  assert.equal(gainInterval(quality())?.value, 0.05)
})

test('the curve starts with enough answers and shows the shadow model for all items only', () => {
  const windows = [window({ to: 100, answers: 15 }), window({ to: 200, answers: 5 })]
  const { ours, random } = curveLines(windows, 'accuracy', 'all', 20)
  assert.deepEqual(ours.values, [null, 0.9])
  assert.deepEqual(random?.values, [null, 0.85])
  assert.equal(curveLines(windows, 'f1', 'all', 20).random, undefined)
  const recent = curveLines(windows, 'accuracy', 'recent', 20)
  assert.deepEqual(recent.ours.values, [null, 0.95])
  assert.equal(recent.random, undefined)
})

test('omits the line of an unknown shadow model', () => {
  const { gainOverRandom: _, ...bare } = window({ to: 100, answers: 50 })
  assert.equal(curveLines([bare], 'accuracy', 'all', 20).random, undefined)
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
  assert.deepEqual(last?.f1, { value: 0.7, low: 0.6, high: 0.8 })
})

test('the axis covers all lines and the latest bands, not the early bands', () => {
  assert.deepEqual(shareRange([{ values: [0.7, 0.93], low: [0.1, 0.91], high: [1, 0.95] }]), [0.65, 1])
  assert.deepEqual(shareRange([{ values: [null, 0.99], low: [null, 0.985], high: [null, 1] }]), [0.9, 1])
  assert.deepEqual(shareRange([{ values: [null], low: [null], high: [null] }]), [0, 1])
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
    [estimate(5, 2), estimate(35, 4)],
  ],
  shares: [estimate(0.55, 0.1), estimate(0.45, 0.1)],
  perClass: [],
}

test('rows of the confusion matrix are true classes', () => {
  const [ham, spam] = confusionCells(confusion)
  assert.deepEqual(
    ham?.map(({ count, reach }) => [count, reach]),
    [
      [50, 4],
      [5, 2],
    ],
  )
  assert.deepEqual(
    spam?.map(({ count, reach }) => [count, reach]),
    [
      [10, 4],
      [35, 4],
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
