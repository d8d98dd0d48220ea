import { linear } from './scale.js'

/**
 * A line through values as the path of an SVG. Nothing is drawn where a value is missing.
 *
 * @example
 * sparkPath([0, 1, null, 1], 30, 10) // => 'M0 10L10 0M30 0'
 * sparkPath([], 30, 10) // => ''
 */
export const sparkPath = (
  values: readonly (number | null)[],
  width: number,
  height: number,
  range?: readonly [number, number],
): string => {
  const there = values.filter((value): value is number => value !== null)
  if (there.length === 0) return ''
  const x = linear([0, Math.max(1, values.length - 1)], [0, width])
  const y = linear(range ?? [Math.min(...there), Math.max(...there)], [height, 0])
  let path = ''
  let isDown = false
  values.forEach((value, k) => {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${round(x(k))} ${round(y(value))}`
    isDown = value !== null
  })
  return path
}

const round = (value: number): number => Math.round(value * 100) / 100
