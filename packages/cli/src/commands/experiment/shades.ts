import type { HeatFigure } from '@askance/bench'
import { significant } from '../../terminal/numbers.js'
import type { Printer } from './print.js'

const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
/** A value takes so many places. */
const WIDE = 2

/** A heat map in characters: a row of bars for each value of one parameter, over the values of the other. */
export const printShades = (
  printer: Printer,
  { x, y, value, cells }: HeatFigure,
  better: 'up' | 'down',
): void => {
  const all = cells.flat().filter((one) => one !== null)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const best = better === 'up' ? high : low
  const { style } = printer
  const shown = (one: number): string =>
    value.unit === 'share' ? `${(100 * one).toFixed(1)} %` : significant(one)
  const barOf = (one: number | null): string => {
    if (one === null) return '·'.padEnd(WIDE)
    const part = (one - low) / (high - low || 1)
    const bar = (heights[Math.min(heights.length - 1, Math.floor(part * heights.length))] ?? '█').repeat(WIDE)
    return one === best ? style.first(bar) : bar
  }
  const left = Math.max(y.label.length, ...y.values.map((one) => significant(one).length))
  const from = significant(x.values[0] ?? 0)
  const to = significant(x.values.at(-1) ?? 0)
  const gap = Math.max(2, WIDE * x.values.length - from.length - to.length)
  printer.line(style.dim(`${y.label.padStart(left)}  ${x.label}`))
  cells.forEach((row, k) => {
    printer.line(`${significant(y.values[k] ?? 0).padStart(left)}  ${row.map(barOf).join('')}`)
  })
  printer.line(`${' '.repeat(left)}  ${from}${' '.repeat(gap)}${to}`)
  const never = all.length < cells.flat().length ? '; · where the share cannot be reached' : ''
  printer.line(style.dim(`${value.label}: ▁ ${shown(low)} to █ ${shown(high)}${never}`))
  printer.line()
}
