import {
  type HeatFigure,
  heatTable,
  type LineFigure,
  type Report,
  type SetFacts,
  type SetSpec,
  scalingSteps,
  type Table,
  textTable,
} from '@askance/bench'
import type { Costs } from '@askance/core'
import { count, counted, percent, share, significant, wrapped } from '@askance/core/internals'
import { type Context, terminalWidth } from '../../context.js'
import { chart, type Series } from '../../terminal/chart.js'
import { type Style, styleFor } from '../../terminal/style.js'
import { scalingText } from '../scaling.js'

/** Width when the output is not a terminal. */
const DEFAULT_WIDTH = 100
const LABEL_WIDTH = 12

/** Writes tables and paragraphs to the standard output, wrapped to its width. */
export class Printer {
  readonly style: Style
  readonly width: number
  readonly #context: Context

  constructor(context: Context) {
    const { stdout } = context
    this.#context = context
    this.style = styleFor(context, stdout)
    this.width = stdout.isTTY ? terminalWidth(stdout) : DEFAULT_WIDTH
  }

  line(text = ''): void {
    this.#context.stdout.write(`${text}\n`)
  }

  head(text: string): void {
    this.line(this.style.bold(text))
  }

  paragraph(text: string): void {
    for (const line of wrapped(text, this.width)) this.line(line)
  }

  /** A label and its value. */
  fact(name: string, value: string, places = LABEL_WIDTH): void {
    const label = name.padEnd(places)
    const [first = '', ...rest] = wrapped(value, Math.max(20, this.width - label.length))
    this.line(`${this.style.dim(label)}${first}`)
    for (const line of rest) this.line(`${' '.repeat(label.length)}${line}`)
  }

  /** The size of each data set, and how it was scaled. */
  sets(sets: readonly SetFacts[], specs: readonly SetSpec[]): void {
    sets.forEach(({ name, items, features, classes }, k) => {
      const facts = [counted(items, 'item'), counted(features, 'feature'), `${count(classes.length)} classes`]
      this.fact(k === 0 ? 'data' : '', `${name}: ${facts.join(', ')}`)
    })
    const scaled = specs.map((spec) => ({ name: spec.name, text: scalingText(scalingSteps(spec)) }))
    const [first, ...rest] = scaled.filter(({ text }) => text !== '')
    const isShared = scaled.every(({ text }) => text === first?.text)
    if (first && isShared) this.fact('scaling', first.text)
    else if (first)
      for (const [k, { name, text }] of [first, ...rest].entries())
        this.fact(k === 0 ? 'scaling' : '', `${name}: ${text}`)
  }

  /** A command line, not wrapped, so that it can be copied. */
  command(name: string, line: string): void {
    this.line(`${this.style.dim(name.padEnd(LABEL_WIDTH))}${this.style.bold(line)}`)
  }

  /** Prints tables; notes shared by all of them are printed once, after the last. */
  tables(tables: readonly Table[]): void {
    const [first, ...rest] = tables
    if (!first) return
    const shared = first.notes.filter((note) => rest.every(({ notes }) => notes.includes(note)))
    const bold = this.style.bold('x') !== 'x'
    const options = { width: this.width, ...(bold && { emphasis: this.style.bold }) }
    for (const table of tables) {
      const notes = table.notes.filter((note) => !shared.includes(note))
      const text = textTable({ ...table, notes: [] }, options)
      this.line(text.replace(/^[^\n]*/, (title) => this.style.bold(title)))
      this.#notes(notes)
      this.line()
    }
    this.#notes(shared)
    if (shared.length > 0) this.line()
  }

  #notes(notes: readonly string[]): void {
    for (const note of notes) for (const line of wrapped(note, this.width)) this.line(this.style.dim(line))
  }
}

/** The weights of errors in words. */
export const costsText = (costs: Costs): string =>
  costs === 'balance'
    ? 'a missed positive costs the share of negatives, a false alarm the share of positives'
    : `${significant(costs.falseNegative ?? 1)} for a missed positive, ${significant(costs.falsePositive ?? 1)} for a false alarm`

/** With more sets, charts are only in the report. */
const MAX_CHARTS = 3
/** More curves are not distinguishable in characters. */
const MAX_CURVES = 6
const HEIGHT = 14
const MAX_WIDTH = 90
const marks = ['●', '▲', '■', '◆', '▼', '★']

/** One chart per set: the metric against the fraction of labels. */
export const printRatioCharts = (printer: Printer, { sections }: Report): void => {
  const figures = sections
    .flatMap((section) => section.figures)
    .flatMap((figure) => (figure.kind === 'lines' && figure.id.startsWith('ratio-') ? [figure] : []))
  if (figures.length <= MAX_CHARTS) for (const figure of figures) printLines(printer, figure)
}

/** Draws curves in characters; skips figures whose curves have a single point. */
const printLines = (printer: Printer, figure: LineFigure): void => {
  const { style, width } = printer
  const paints = [style.first, style.second, style.good, style.bad]
  const curves = figure.series.filter(({ role }) => role !== 'supervised').slice(0, MAX_CURVES)
  if (!curves.some(({ points }) => points.length > 1)) return
  const series = curves.map(({ name, role, points }, k): Series => {
    const mark = marks[k % marks.length] ?? '●'
    const isRandom = role === 'random'
    return { name, mark: isRandom ? '○' : mark, paint: paintOf(isRandom ? style.dim : paints[k % 4]), points }
  })
  const full = figure.series.find(({ role }) => role === 'supervised')
  const level = full?.points[0]
  const values = curves.flatMap(({ points }) => points.map(({ y }) => y))
  const range = Math.max(...values, level?.y ?? 0) - Math.min(...values)
  const digits = range > 0.05 ? 0 : range > 0.005 ? 1 : 2
  printer.head(figure.title)
  printer.line(
    chart(series, {
      width: Math.min(MAX_WIDTH, width - 1),
      height: HEIGHT,
      xTitle: 'labels asked for (log scale)',
      yTitle: figure.y.label,
      xTick: (ratio) => share(Number(ratio.toPrecision(2))),
      yTick: (value) => (figure.y.unit === 'share' ? percent(value, digits) : significant(value)),
      ...(full && level && { level: { name: `${full.name}, all labels`, y: level.y } }),
    }),
  )
  printer.line()
}

const paintOf = (paint: Series['paint'] | undefined): Series['paint'] => paint ?? ((text) => text)

const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
/** Width of a cell in characters. */
const CELL_WIDTH = 2

/** Draws a heat map in characters: one row of bars per value of the second parameter. */
export const printHeatMap = (
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
    if (one === null) return '·'.padEnd(CELL_WIDTH)
    const part = (one - low) / (high - low || 1)
    const bar = (heights[Math.min(heights.length - 1, Math.floor(part * heights.length))] ?? '█').repeat(
      CELL_WIDTH,
    )
    return one === best ? style.first(bar) : bar
  }
  const left = Math.max(y.label.length, ...y.values.map((one) => significant(one).length))
  const from = significant(x.values[0] ?? 0)
  const to = significant(x.values.at(-1) ?? 0)
  const gap = Math.max(2, CELL_WIDTH * x.values.length - from.length - to.length)
  printer.line(style.dim(`${y.label.padStart(left)}  ${x.label}`))
  cells.forEach((row, k) => {
    printer.line(`${significant(y.values[k] ?? 0).padStart(left)}  ${row.map(barOf).join('')}`)
  })
  printer.line(`${' '.repeat(left)}  ${from}${' '.repeat(gap)}${to}`)
  const never = all.length < cells.flat().length ? '; · not attainable' : ''
  printer.line(style.dim(`${value.label}: ▁ ${shown(low)} to █ ${shown(high)}${never}`))
  printer.line()
}

/** Five shades, from low to high. */
const shades = ['  ', '░░', '▒▒', '▓▓', '██']

/** A heat map as a table whose cells are shaded by their value; the best one is bold. */
export const shadedTable = (figure: HeatFigure): Table => {
  const { better } = figure.value
  const all = figure.cells.flat().filter((one) => one !== null)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const shadeOf = (one: number): string =>
    shades[Math.min(shades.length - 1, Math.floor(((one - low) / (high - low || 1)) * shades.length))] ?? ''
  const table = heatTable(figure)
  return {
    ...table,
    notes: [...table.notes, 'Shading: from low (blank) to high (██).'],
    rows: table.rows.map((row) =>
      row.map(({ text, value }, k) => {
        if (k === 0) return { text }
        if (value === undefined) return { text: `${text}   ` }
        const isBest = better !== undefined && value === (better === 'up' ? high : low)
        return { text: `${text} ${shadeOf(value)}`, value, ...(isBest && { bold: true }) }
      }),
    ),
  }
}
