import { displayOf } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import type { Values } from '../parts/charts/line-data.js'
import type { Interval } from '../parts/numbers.js'
import type { Quality, TimelineWindow } from './api.js'
import { type Metric, ownEstimate } from './estimates.js'

type Band = Pick<Interval, 'low' | 'high'>
type Measured = TimelineWindow['accuracy']

/** A line with its confidence band. */
export interface Banded {
  readonly values: Values
  readonly low: Values
  readonly high: Values
}

/** Points of older versions have only the any-time interval, which is wider. */
const toEstimate = ({ value, low, high, fixedTime }: Measured) => ({
  value: value ?? undefined,
  anyTime: { low, high },
  fixedTime: { low, high, ...fixedTime },
})

const measured = ({ value, anyTime, fixedTime }: Schemas['Estimate']): Measured => ({
  value: value ?? null,
  ...anyTime,
  fixedTime,
})

/** Appends the current state to the windows: items and answers may be newer than the last window. */
export const withCurrentState = (
  windows: readonly TimelineWindow[],
  quality: Quality | undefined,
  items: number,
  classes: number,
): readonly TimelineWindow[] => {
  const last = windows.at(-1)
  if (!quality || !last || items < last.to) return windows
  const isNew = items > last.to
  const now: TimelineWindow = {
    ...last,
    ...(isNew && { from: last.to, to: items, items: items - last.to, answers: 0, drift: [] }),
    accuracy: measured(quality.all.accuracy),
    f1: measured(ownEstimate(quality, 'f1', classes)),
  }
  return [...(isNew ? windows : windows.slice(0, -1)), now]
}

/**
 * The estimate over time, by the rules for all estimates: the band from where there are enough answers, and the line from where the
 * band is narrow enough.
 */
export const curveLine = (windows: readonly TimelineWindow[], metric: Metric): Banded => {
  let answers = 0
  const points = windows.map((window) => {
    answers += window.answers
    const estimate = toEstimate(window[metric])
    const { state } = displayOf(estimate, { answers, ofClass: metric === 'f1' })
    const { value = null, fixedTime } = estimate
    if (state === 'shown') return { value, ...fixedTime }
    return state === 'wide' ? { value: null, ...fixedTime } : undefined
  })
  return {
    values: points.map((point) => point?.value ?? null),
    low: points.map((point) => point?.low ?? null),
    high: points.map((point) => point?.high ?? null),
  }
}

/** Without the windows before the first band. */
export const fromFirstBand = (
  windows: readonly TimelineWindow[],
  { values, low, high }: Banded,
): { readonly windows: readonly TimelineWindow[]; readonly line: Banded } => {
  const from = Math.max(
    0,
    low.findIndex((end) => end !== null),
  )
  return {
    windows: windows.slice(from),
    line: { values: values.slice(from), low: low.slice(from), high: high.slice(from) },
  }
}

const STEP = 0.05

/**
 * Range of the axis: up to 100 %, down to a round value below all bands.
 *
 * @example
 * shareRange([{ low: 0.62, high: 0.9 }, { low: 0.91, high: 0.95 }]) // => [0.6, 1]
 * shareRange([]) // => [0, 1]
 */
export const shareRange = (bands: readonly Band[]): readonly [number, number] => {
  if (bands.length === 0) return [0, 1]
  const floor = Math.floor((Math.min(...bands.map(({ low }) => low)) - 0.01) / STEP) * STEP
  return [Math.max(0, Math.min(0.9, Number(floor.toFixed(2)))), 1]
}

/** The bands that are drawn. */
export const bandsIn = ({ low, high }: Banded): readonly Band[] =>
  low.flatMap((end, k) => (end === null ? [] : [{ low: end, high: high[k] ?? end }]))

/**
 * About how many more labels make an interval narrow enough: its width falls with the square root of the labels. Rounded up to tens.
 *
 * @example
 * labelsToGo(30, 0.6, 0.4) // => 40
 * labelsToGo(30, 0.3, 0.4) // => 0
 */
export const labelsToGo = (labels: number, width: number, wanted: number): number =>
  width <= wanted ? 0 : 10 * Math.ceil((labels * ((width / wanted) ** 2 - 1)) / 10)
