import type { Axis } from '../figure.js'

/**
 * The domain of an axis: from the minimum to the maximum of the values, padded at both ends if
 * `pad` is set, but never beyond 0 and 100 % if the values stay within.
 *
 * @example
 * domainOf({ label: '', scale: 'linear', unit: 'number' }, [2, 12], 0.1) // => [1.0, 13.0]
 * domainOf({ label: '', scale: 'linear', unit: 'share' }, [0.5, 1], 0.1) // => [0.45, 1.0]
 * domainOf({ label: '', scale: 'log', unit: 'number' }, [0, 1, 100]) // => [1, 100]
 */
export const domainOf = (axis: Axis, values: readonly number[], pad = 0): [number, number] => {
  const log = axis.scale === 'log'
  const usable = values.filter((value) => Number.isFinite(value) && (!log || value > 0))
  if (usable.length === 0) return log ? [0.1, 1] : [0, 1]
  const [low, high] = [Math.min(...usable), Math.max(...usable)]
  if (low === high)
    return log ? [low / 2, high * 2] : [low - Math.abs(low || 1) * 0.1, high + Math.abs(high || 1) * 0.1]
  if (log) {
    const factor = (high / low) ** pad
    return [low / factor, high * factor]
  }
  const space = (high - low) * pad
  const most = axis.unit === 'share' && high <= 1 ? 1 : Number.POSITIVE_INFINITY
  const least = low >= 0 ? 0 : Number.NEGATIVE_INFINITY
  return [Math.max(least, low - space), Math.min(most, high + space)]
}

/** The height of a chart and the area of its axes. */
export const frameOf = (width: number) => {
  const height = Math.round(Math.max(300, Math.min(440, width * 0.53)))
  return { height, top: 30, bottom: height - 48 }
}
