import { linear, type Scale, ticksOver } from './scale.js'

/** An estimate with its interval. */
export interface Range {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Pads a range of shares within 0 to 1. */
const padded = (low: number, high: number): readonly [number, number] => {
  const padding = Math.max(0.02, (high - low) * 0.12)
  return [Math.max(0, low - padding), Math.min(1, high + padding)]
}

/**
 * Returns a scale with round ticks for intervals of shares.
 *
 * @example
 * rulerScale([{ value: 0.9, low: 0.86, high: 0.94 }], 100).ticks // => [0.8, 0.85, 0.9, 0.95, 1]
 */
export const rulerScale = (
  ranges: readonly Range[],
  width: number,
  parts = 4,
): { readonly ticks: readonly number[]; readonly x: Scale } => {
  const [low, high] = padded(
    Math.min(...ranges.map((range) => range.low)),
    Math.max(...ranges.map((range) => range.high)),
  )
  const ticks = ticksOver(low, high, parts)
  return { ticks, x: linear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [0, width]) }
}

/**
 * Position of an interval's name: before it, after it, or above it if neither fits.
 *
 * @example
 * namePosition(80, 120, 60, 200) // => 'before'
 * namePosition(20, 60, 60, 200) // => 'after'
 * namePosition(20, 180, 60, 200) // => 'above'
 */
export const namePosition = (
  start: number,
  end: number,
  length: number,
  width: number,
): 'before' | 'after' | 'above' => {
  if (start >= length + 8) return 'before'
  return width - end >= length + 8 ? 'after' : 'above'
}

/** Estimates the width of a text generously, because fonts differ. */
export const textWidth = (text: string, size = 12): number => [...text].length * size * 0.62
