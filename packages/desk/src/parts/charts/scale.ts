/** Maps a value to pixels. */
export type Scale = (value: number) => number

/**
 * A linear scale.
 *
 * @example
 * linear([0, 10], [100, 0])(2.5) // => 75
 * linear([3, 3], [0, 100])(3) // => 0
 */
export const linear = (
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale => {
  const width = to - from
  return (value) => (width === 0 ? start : start + ((value - from) / width) * (end - start))
}

const STEPS = [1, 2, 5, 10] as const

/**
 * Returns a round step that gives at most `parts` parts.
 *
 * @example
 * roundStep(95, 5) // => 20
 * roundStep(0.3, 4) // => 0.1
 */
export const roundStep = (width: number, parts: number): number => {
  if (!(width > 0)) return 1
  const minStep = width / parts
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = STEPS.find((factor) => factor * power >= minStep * (1 - 1e-9)) ?? 10
  return Number((step * power).toPrecision(6))
}

/**
 * Returns about `parts` round ticks that cover `low` to `high`.
 *
 * @example
 * ticksOver(0, 95, 5) // => [0, 20, 40, 60, 80, 100]
 * ticksOver(0.88, 1, 4) // => [0.85, 0.9, 0.95, 1]
 */
export const ticksOver = (low: number, high: number, parts: number): readonly number[] => {
  const step = roundStep(high - low, parts)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)))
}

/**
 * Returns about `parts` round ticks within `low` to `high`.
 *
 * @example
 * ticksWithin(0.83, 1, 4) // => [0.85, 0.9, 0.95, 1]
 */
export const ticksWithin = (low: number, high: number, parts: number): readonly number[] =>
  ticksOver(low, high, parts).filter((tick) => tick >= low - 1e-9 && tick <= high + 1e-9)

/**
 * Returns up to `max` evenly spread indices, including the first and last.
 *
 * @example
 * evenly(10, 4) // => [0, 3, 6, 9]
 * evenly(3, 8) // => [0, 1, 2]
 */
export const evenly = (length: number, max: number): readonly number[] => {
  if (length <= max) return Array.from({ length }, (_, k) => k)
  if (max < 2) return [length - 1]
  return Array.from({ length: max }, (_, k) => Math.round((k * (length - 1)) / (max - 1)))
}

/**
 * Returns every nth index, at most `max`.
 *
 * @example
 * everyFew(7, 4) // => [0, 2, 4, 6]
 */
export const everyFew = (length: number, max: number): readonly number[] => {
  const step = Math.max(1, Math.ceil(length / Math.max(1, max)))
  return Array.from({ length: Math.ceil(length / step) }, (_, k) => k * step)
}

/**
 * Returns ticks 1, 2, 5, 10 … of a logarithmic scale, or powers of ten for wide ranges.
 *
 * @example
 * logTicks(0.9, 60) // => [1, 2, 5, 10, 20, 50]
 * logTicks(1, 1e7) // => [1, 10, 100, 1000, 10000, 100000, 1000000, 10000000]
 */
export const logTicks = (low: number, high: number): readonly number[] => {
  if (!(low > 0 && high > low)) return []
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  const factors = last - first > 4 ? [1] : [1, 2, 5]
  const all = Array.from({ length: last - first + 1 }, (_, k) =>
    factors.map((factor) => Number((factor * 10 ** (first + k)).toPrecision(6))),
  )
  return all.flat().filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
}
