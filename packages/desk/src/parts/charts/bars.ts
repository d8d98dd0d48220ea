import { linear, type Scale, ticksOver } from './scale.js'

/** A rectangle in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Margins in pixels. */
export interface Margins {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly margins: Margins
}

/** The scale starts at 0, so that bar lengths are comparable. */
export const barScale = ({ height, margins }: Frame, max: number, parts = 4) => {
  const ticks = ticksOver(0, max > 0 ? max : 1, parts)
  const top = ticks.at(-1) ?? 1
  return { ticks, y: linear([0, top], [height - margins.bottom, margins.top]) }
}

const MIN_BAR_HEIGHT = 1.5

/**
 * Returns the rectangles of the bars. Non-zero bars have a minimum height.
 *
 * @example
 * const frame = { width: 100, height: 50, margins: { left: 0, right: 0, top: 0, bottom: 0 } }
 * plainBars([1, 0], frame, (value) => 50 - 50 * value, 0.5) // => [{ x: 12.5, y: 0, width: 25, height: 50 }, { x: 62.5, y: 50, width: 25, height: 0 }]
 */
export const plainBars = (
  values: readonly number[],
  { width, margins }: Frame,
  y: Scale,
  share = 0.64,
): readonly Box[] => {
  const step = (width - margins.left - margins.right) / Math.max(1, values.length)
  return values.map((value, k) => {
    const height = value > 0 ? Math.max(MIN_BAR_HEIGHT, y(0) - y(value)) : 0
    return {
      x: margins.left + k * step + (step * (1 - share)) / 2,
      y: y(0) - height,
      width: step * share,
      height,
    }
  })
}

/** Gap between stacked parts, so that they are distinguishable without colour. */
const GAP = 1

/**
 * Returns the rectangles of stacked bars, one list per bar; undefined for empty parts.
 *
 * @example
 * const frame = { width: 10, height: 40, margins: { left: 0, right: 0, top: 0, bottom: 0 } }
 * const [bar] = stackedBars([[1, 0, 2]], frame, (value) => 40 - 10 * value, 1)
 * bar?.map((box) => box && [box.y, box.height]) // => [[30, 10], undefined, [10, 19]]
 */
export const stackedBars = (
  bars: readonly (readonly number[])[],
  { width, margins }: Frame,
  y: Scale,
  share = 0.64,
): readonly (readonly (Box | undefined)[])[] => {
  const step = (width - margins.left - margins.right) / Math.max(1, bars.length)
  return bars.map((parts, k) => {
    let below = 0
    return parts.map((value) => {
      if (!(value > 0)) return undefined
      const gap = below > 0 ? GAP : 0
      const [bottom, top] = [y(below), y(below + value)]
      below += value
      return {
        x: margins.left + k * step + (step * (1 - share)) / 2,
        y: top,
        width: step * share,
        height: Math.max(0, bottom - top - gap),
      }
    })
  })
}
