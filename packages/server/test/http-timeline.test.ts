import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { timelineWindows } from '../src/http/timeline.js'

const measured = { value: 0.9, low: 0.8, high: 0.95 }

/** A point as it was written before delays and reasons were counted. */
const oldPoint = (t: number) => ({
  t,
  time: 10 * t,
  counts: { items: t, open: 0, spent: t / 10, answers: t / 20, taught: 0 },
  accuracy: measured,
  f1: measured,
  recentAccuracy: { ...measured, value: 0.7 },
  drift: [],
  classes: { ham: t },
  delay: { count: t / 20, sum: t },
})

const newPoint = (t: number, reasons: Record<string, number>, delays: readonly number[]) => ({
  ...oldPoint(t),
  reasons,
  delays,
})

const recordsOf = (...points: readonly { t: number; time: number }[]) =>
  points.map((point) => ({ t: point.t, time: point.time, point: JSON.stringify(point) }))

const NONE = [0, 0, 0, 0, 0, 0, 0]

describe('windows of a timeline', () => {
  test('have the reasons and delays of their own rounds', () => {
    const windows = timelineWindows(
      recordsOf(
        newPoint(100, { audit: 2, constructor: 1 }, [1, 0, 0, 0, 0, 0, 2]),
        newPoint(200, { audit: 5, constructor: 1, uncertain: 4 }, [3, 1, 0, 0, 0, 0, 2]),
      ),
      true,
    )
    assert.deepEqual(
      windows.map(({ reasons }) => reasons),
      [
        { audit: 2, constructor: 1 },
        { audit: 3, constructor: 0, uncertain: 4 },
      ],
    )
    assert.deepEqual(
      windows.map(({ delays }) => delays),
      [
        [1, 0, 0, 0, 0, 0, 2],
        [2, 1, 0, 0, 0, 0, 0],
      ],
    )
    assert.deepEqual(windows[1]?.recent, { value: 0.7, low: 0.8, high: 0.95 })
  })

  test('are empty for points without them, and for the next window', () => {
    const windows = timelineWindows(
      recordsOf(
        oldPoint(100),
        oldPoint(200),
        newPoint(300, { audit: 9 }, [9, 0, 0, 0, 0, 0, 0]),
        newPoint(400, { audit: 10 }, [9, 0, 1, 0, 0, 0, 0]),
      ),
      true,
    )
    assert.deepEqual(
      windows.map(({ reasons }) => reasons),
      [{}, {}, {}, { audit: 1 }],
    )
    assert.deepEqual(
      windows.map(({ delays }) => delays),
      [NONE, NONE, NONE, [0, 0, 1, 0, 0, 0, 0]],
    )
    const { recentAccuracy: _, ...older } = oldPoint(100)
    assert.deepEqual(timelineWindows(recordsOf(older), true)[0]?.recent, { value: null, low: 0, high: 1 })
  })
})
