import { MAX_BAND } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import { linear } from './scale.js'

export interface Spark {
  readonly line: string
  readonly band: string
  readonly end: { readonly x: number; readonly y: number }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Padding for the dot at the end. */
const EDGE = 4

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * Returns SVG paths of the curve and its band, from where the band is narrow enough to say something. The range covers the curve and
 * the latest band; the wider early bands would flatten the curve.
 *
 * @example
 * const window = { to: 10, accuracy: { value: null, low: 0, high: 1 } }
 * sparkPath([window], { width: 120, height: 40 }) // => undefined
 */
export const sparkPath = (
  windows: readonly Pick<Schemas['TimelineWindow'], 'to' | 'accuracy'>[],
  { width, height }: Size,
): Spark | undefined => {
  const points = windows.flatMap(({ to, accuracy: { value, low, high, fixedTime } }) => {
    const band = { low, high, ...fixedTime }
    return value === null || band.high - band.low > MAX_BAND ? [] : [{ to, value, ...band }]
  })
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return undefined
  const values = points.map(({ value }) => value)
  const min = Math.min(last.low, ...values)
  const max = Math.max(last.high, ...values)
  const across = linear([first.to, last.to], [EDGE, width - EDGE])
  const x = (to: number): number => (last.to === first.to ? width - EDGE : round(across(to)))
  const up = linear([min, max], [height - EDGE, EDGE])
  const y = (value: number): number =>
    max === min ? height / 2 : round(Math.min(height, Math.max(0, up(value))))
  const path = (all: readonly (readonly [number, number])[]): string =>
    all.map(([px, py], k) => `${k === 0 ? 'M' : 'L'}${px} ${py}`).join('')
  const upper = points.map(({ to, high }) => [x(to), y(high)] as const)
  const lower = points.map(({ to, low }) => [x(to), y(low)] as const).reverse()
  return {
    line: path(points.map(({ to, value }) => [x(to), y(value)] as const)),
    band: `${path([...upper, ...lower])}Z`,
    end: { x: x(last.to), y: y(last.value) },
  }
}
