import type { Schemas } from '@askance/server/client'
import type { Values } from '../parts/charts/line-data.js'
import type { Interval } from '../parts/numbers.js'
import type { Quality, TimelineWindow } from './api.js'
import { type Metric, randomInterval } from './estimates.js'

type Measured = TimelineWindow['accuracy']

/** A line with its confidence band. */
export interface Banded {
  readonly values: Values
  readonly low: Values
  readonly high: Values
}

const toInterval = (toMeasured: Measured | undefined): Interval | undefined =>
  typeof toMeasured?.value === 'number' ? { ...toMeasured, value: toMeasured.value } : undefined

const toBanded = (bands: readonly (Interval | undefined)[]): Banded => ({
  values: bands.map((band) => band?.value ?? null),
  low: bands.map((band) => band?.low ?? null),
  high: bands.map((band) => band?.high ?? null),
})

const measured = ({ value, anyTime }: Schemas['Estimate']): Measured => ({ value: value ?? null, ...anyTime })

/** Appends the current state to the windows: items and answers may be newer than the last window. */
export const withCurrentState = (
  windows: readonly TimelineWindow[],
  quality: Quality | undefined,
  items: number,
  classes: number,
): readonly TimelineWindow[] => {
  const last = windows.at(-1)
  if (!quality || !last || items < last.to) return windows
  const { all, recent, gainOverRandom } = quality
  const { gainOverRandom: _, ...rest } = last
  const isNew = items > last.to
  const now: TimelineWindow = {
    ...rest,
    ...(isNew && { from: last.to, to: items, items: items - last.to, answers: 0, drift: [] }),
    accuracy: measured(all.accuracy),
    f1: measured(classes > 2 ? all.macroF1 : all.f1),
    recent: measured(recent.accuracy),
    ...(gainOverRandom && { gainOverRandom: measured(gainOverRandom.accuracy) }),
  }
  return [...(isNew ? windows : windows.slice(0, -1)), now]
}

/** All items, or the recent ones. */
export type Span = 'all' | 'recent'

/**
 * The lines of the model and the shadow model after each window, once there are enough answers. The shadow
 * model is derived from the estimated gain, which is one of accuracy.
 */
export const curveLines = (
  windows: readonly TimelineWindow[],
  metric: Metric,
  span: Span,
  minAnswers: number,
): { readonly ours: Banded; readonly random?: Banded } => {
  let answers = 0
  const ours = windows.map((window) => {
    answers += window.answers
    if (answers < minAnswers) return undefined
    return toInterval(span === 'recent' ? window.recent : window[metric])
  })
  if (span === 'recent' || metric !== 'accuracy') return { ours: toBanded(ours) }
  const random = windows.map(({ gainOverRandom }, k) => {
    const [own, ahead] = [ours[k], toInterval(gainOverRandom)]
    return own && ahead && randomInterval(own.value, ahead)
  })
  return { ours: toBanded(ours), ...(random.some(Boolean) && { random: toBanded(random) }) }
}

const STEP = 0.05

/**
 * Range of the axis: up to 100 %, down to a round value below all lines and the latest bands. The wide early
 * bands are ignored.
 *
 * @example
 * shareRange([{ values: [0.7, 0.93], low: [0.1, 0.91], high: [1, 0.95] }]) // => [0.65, 1]
 * shareRange([]) // => [0, 1]
 */
export const shareRange = (lines: readonly Banded[]): readonly [number, number] => {
  const lows = lines.flatMap(({ values, low }) => {
    const there = values.flatMap((value, k) => (value === null ? [] : [{ value, low: low[k] ?? value }]))
    const last = there.at(-1)
    return last ? [...there.map(({ value }) => value), last.low] : []
  })
  if (lows.length === 0) return [0, 1]
  const floor = Math.floor((Math.min(...lows) - 0.01) / STEP) * STEP
  return [Math.max(0, Math.min(0.9, Number(floor.toFixed(2)))), 1]
}
