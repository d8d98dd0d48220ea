import { widthOf } from '@askance/core/internals'
import type { Paint } from './style.js'

export interface Series {
  readonly name: string
  /** One character that identifies the curve without colours. A curve alone needs none. */
  readonly mark?: string
  readonly paint: Paint
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A horizontal reference line. */
interface Level {
  readonly name: string
  readonly y: number
}

interface ChartOptions {
  readonly width: number
  readonly height: number
  readonly xTitle: string
  readonly yTitle: string
  readonly xTick: (value: number) => string
  readonly yTick: (value: number) => string
  readonly level?: Level
}

/** Draws curves over a logarithmic axis in characters: braille lines, marks, axes and a legend. */
export const chart = (series: readonly Series[], options: ChartOptions): string => {
  const { height, level, yTick } = options
  const points = series.flatMap((one) => one.points)
  const y = niceRange([...points.map((point) => point.y), ...(level ? [level.y] : [])])
  const ticks = y.ticks.map((value) => ({ value, text: yTick(value) }))
  const left = Math.max(...ticks.map(({ text }) => widthOf(text)))
  const columns = Math.max(20, options.width - left - 4)
  const xs = points.map((point) => Math.log(point.x))
  const [low, high] = [Math.min(...xs), Math.max(...xs)]
  // A margin of one column on both sides keeps marks off the axis.
  const columnOf = (x: number): number => 1 + ((Math.log(x) - low) / (high - low || 1)) * (columns - 3)
  const rowOf = (value: number): number => ((y.to - value) / (y.to - y.from)) * (height - 1) + 0.5
  const grid = drawSeries(series, columns, height, columnOf, rowOf)
  const across = level && grid[Math.floor(rowOf(level.y))]
  for (let c = 0; c < columns && across; c++) if (across[c] === ' ') across[c] = '╌'

  const tickAt = new Map(ticks.map(({ value, text }) => [Math.floor(rowOf(value)), text]))
  const body = grid.map((cells, r) => {
    const text = tickAt.get(r)
    return `${(text ?? '').padStart(left)} ${text === undefined ? '│' : '┤'}${cells.join('')}`
  })
  const [first] = series
  const { axis, numbers } = xAxis(first?.points.map(({ x }) => x) ?? [], columns, columnOf, options.xTick)
  const legend = [
    ...series.flatMap(({ mark, name, paint }) => (mark ? [`${paint(mark)} ${name}`] : [])),
    ...(level ? [`╌ ${level.name}`] : []),
  ]
  const indent = ' '.repeat(left + 1)
  return [
    `${indent}${options.yTitle}`,
    ...body.map((line) => line.trimEnd()),
    `${indent}└${axis}`,
    `${indent} ${numbers}`,
    `${indent} ${options.xTitle}`,
    ...(legend.length > 0 ? ['', `${indent} ${legend.join('   ')}`] : []),
  ].join('\n')
}

const drawSeries = (
  series: readonly Series[],
  columns: number,
  rows: number,
  columnOf: (x: number) => number,
  rowOf: (y: number) => number,
): string[][] => {
  const grid = Array.from({ length: rows }, () => new Array<string>(columns).fill(' '))
  const put = (column: number, row: number, text: string): void => {
    const cells = grid[row]
    if (cells && column >= 0 && column < columns) cells[column] = text
  }
  for (const { points, paint } of series) {
    const canvas = new Canvas(columns, rows)
    points.forEach(({ x, y }, k) => {
      const next = points[k + 1]
      if (next) canvas.line(columnOf(x) + 0.5, rowOf(y), columnOf(next.x) + 0.5, rowOf(next.y))
    })
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const text = canvas.at(c, r)
        if (text !== ' ') put(c, r, paint(text))
      }
  }
  // Marks are drawn last, so that lines do not hide them.
  for (const { points, mark, paint } of series)
    if (mark)
      for (const { x, y } of points) put(Math.floor(columnOf(x) + 0.5), Math.floor(rowOf(y)), paint(mark))
  return grid
}

const xAxis = (
  values: readonly number[],
  columns: number,
  columnOf: (x: number) => number,
  tick: (value: number) => string,
): { axis: string; numbers: string } => {
  const axis = new Array<string>(columns).fill('─')
  let numbers = ''
  for (const value of values) {
    const column = Math.floor(columnOf(value) + 0.5)
    const text = tick(value)
    const start = Math.max(0, Math.min(columns - widthOf(text), column - Math.floor(widthOf(text) / 2)))
    axis[column] = '┬'
    if (numbers === '' || start > widthOf(numbers)) numbers = numbers.padEnd(start) + text
  }
  return { axis: axis.join(''), numbers }
}

/** A range around the values with round ends, and its ticks. */
const niceRange = (values: readonly number[]): { from: number; to: number; ticks: readonly number[] } => {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const rough = Math.max(max - min, 1e-9) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
  const from = Math.floor(min / step) * step
  const count = Math.ceil((max - from) / step - 1e-9)
  return {
    from,
    to: from + count * step,
    ticks: Array.from({ length: count + 1 }, (_, k) => from + k * step),
  }
}

/** A braille character has 2 × 4 dots. */
const DOTS_ACROSS = 2
const DOTS_DOWN = 4
const BLANK = 0x2800
/** The bit of each dot, row by row. */
const BITS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

/** A canvas of dots in Unicode braille patterns. */
export class Canvas {
  readonly columns: number
  readonly rows: number
  readonly #cells: Uint8Array

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.#cells = new Uint8Array(columns * rows)
  }

  /** Draws a line; coordinates are in characters from the upper left corner. */
  line(x0: number, y0: number, x1: number, y1: number): void {
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0) * DOTS_ACROSS, Math.abs(y1 - y0) * DOTS_DOWN, 1))
    for (let k = 0; k <= steps; k++) this.dot(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps)
  }

  dot(x: number, y: number): void {
    const column = Math.floor(x)
    const row = Math.floor(y)
    if (column < 0 || column >= this.columns || row < 0 || row >= this.rows) return
    const bit = Math.floor((y - row) * DOTS_DOWN) * DOTS_ACROSS + Math.floor((x - column) * DOTS_ACROSS)
    this.#cells[row * this.columns + column]! |= BITS[bit] ?? 0
  }

  /** The character at a position; a space if it is empty. */
  at(column: number, row: number): string {
    const cell = this.#cells[row * this.columns + column] ?? 0
    return cell === 0 ? ' ' : String.fromCharCode(BLANK + cell)
  }
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of blocks with a resolution of 1/8 character; `width` characters at 1. */
export const bar = (fraction: number, width: number): string => {
  const eighths = Math.round(Math.min(1, Math.max(0, fraction)) * width * 8)
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
}

/** A framed progress bar. */
export const gauge = (fraction: number, width: number): string => `▕${bar(fraction, width).padEnd(width)}▏`
