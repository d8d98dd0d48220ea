import type { Direction } from './tests.js'

/** The value reached with a share of the labels. */
export interface CurvePoint {
  readonly ratio: number
  readonly value: number
}

export interface LabelSaving {
  readonly ratio: number
  /** True if the lowest point already reaches the goal. */
  readonly atMost: boolean
}

interface SavingOptions {
  /** The share of the full-supervision value that must be reached. */
  readonly share?: number
  readonly direction?: Direction
}

/**
 * The lowest ratio of labels at which a curve reaches the goal: share · full where greater is better, and
 * full · (2 − share) where smaller is better, so that a share of 0.99 allows one percent of loss either way. Between
 * two points the value is interpolated linearly in log₁₀ of the ratio. Undefined when the goal is never reached.
 *
 * @example
 * const points = [{ ratio: 0.01, value: 0.5 }, { ratio: 0.1, value: 0.7 }, { ratio: 1, value: 0.9 }]
 * labelSaving(points, 1, { share: 0.8 })?.ratio // => 0.31622776601683794
 * labelSaving(points, 0.5) // => { ratio: 0.01, atMost: true }
 * labelSaving(points, 1) // => undefined
 */
export const labelSaving = (
  points: readonly CurvePoint[],
  full: number,
  { share = 0.99, direction = 'up' }: SavingOptions = {},
): LabelSaving | undefined => {
  checkAscending(points)
  const goal = direction === 'up' ? share * full : full * (2 - share)
  const reached = points.findIndex(({ value }) => (direction === 'up' ? value >= goal : value <= goal))
  const point = points[reached]
  if (point === undefined) return undefined
  const before = points[reached - 1]
  if (before === undefined) return { ratio: point.ratio, atMost: true }
  const part = (goal - before.value) / (point.value - before.value)
  const ratio = part === 1 ? point.ratio : before.ratio * (point.ratio / before.ratio) ** part
  return { ratio, atMost: false }
}

/**
 * The area under the value over log₁₀ of the ratio, by trapezoids, divided by the width of the range: the mean value
 * of the curve. Undefined unless the points cover the range.
 *
 * @example
 * const points = [{ ratio: 0.01, value: 0.5 }, { ratio: 0.1, value: 0.7 }, { ratio: 1, value: 0.9 }]
 * areaUnderCurve(points, 0.01, 1) // => 0.7
 * areaUnderCurve(points, 0.001, 1) // => undefined
 */
export const areaUnderCurve = (
  points: readonly CurvePoint[],
  from: number,
  to: number,
): number | undefined => {
  checkAscending(points)
  if (!(from > 0 && from < to))
    throw new RangeError(`A range of ratios was expected, found ${from} to ${to}.`)
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || first.ratio > from || last.ratio < to) return undefined
  const inside = points.filter(({ ratio }) => ratio > from && ratio < to)
  const path = [
    { ratio: from, value: valueAt(points, from) },
    ...inside,
    { ratio: to, value: valueAt(points, to) },
  ]
  let area = 0
  for (let k = 1; k < path.length; k++) {
    const [left, right] = [path[k - 1]!, path[k]!]
    area += Math.log10(right.ratio / left.ratio) * 0.5 * (left.value + right.value)
  }
  return area / Math.log10(to / from)
}

const valueAt = (points: readonly CurvePoint[], ratio: number): number => {
  const at = points.findIndex((point) => point.ratio >= ratio)
  const right = points[at]!
  const left = points[at - 1]
  if (left === undefined || right.ratio === ratio) return right.value
  const part = Math.log10(ratio / left.ratio) / Math.log10(right.ratio / left.ratio)
  return left.value + part * (right.value - left.value)
}

const checkAscending = (points: readonly CurvePoint[]): void => {
  const ascends = points.every(({ ratio }, k) => ratio > (points[k - 1]?.ratio ?? 0))
  if (!ascends) throw new RangeError('The ratios of a curve must be positive and ascend.')
}
