import * as Plot from '@observablehq/plot'
import type { HeatFigure } from '../figure.js'
import { type Doc, type Elem, el } from './dom.js'
import { type Drawing, type DrawOptions, finish, tidy } from './drawing.js'
import { formatValue, gridLabels } from './numbers.js'
import { SIZE, shorten, textWidth } from './text.js'
import type { Theme } from './theme.js'

/** Below this part of the ramp, viridis is dark enough for white text (4.5 : 1). */
const WHITE_UP_TO = 0.45
const TOP = 26
const RAMP = 150

interface Cell {
  readonly x: number
  readonly y: number
  readonly value: number
}

/** A metric over two parameters: larger values of the second are higher, the best cell is framed if there is one. */
export const drawHeat = (figure: HeatFigure, { document, width, theme }: DrawOptions): Drawing => {
  const [xs, ys] = [figure.x.values, figure.y.values]
  const [xLabels, yLabels] = [gridLabels(xs), gridLabels(ys)]
  const all = ys.flatMap((_, y) => xs.map((_, x) => ({ x, y, value: figure.cells[y]?.[x] ?? Number.NaN })))
  const cells = all.filter((cell) => Number.isFinite(cell.value))
  const gaps = all.filter((cell) => !Number.isFinite(cell.value))
  const low = Math.min(...cells.map((cell) => cell.value))
  const high = Math.max(...cells.map((cell) => cell.value))
  const share = (value: number): number => (high > low ? (value - low) / (high - low) : 1)

  const left = Math.max(...yLabels.map((label) => textWidth(label)), 16) + 10
  const cell = Math.min(76, (width - left - 2) / Math.max(1, xs.length))
  const row = Math.max(24, Math.min(38, cell * 0.62))
  const right = left + cell * xs.length
  const bottom = TOP + row * ys.length
  const texts = textsOf(figure, cells, cell - 6)
  const every = Math.ceil(Math.max(...xLabels.map((label) => textWidth(label) + 6), 1) / cell)

  const plot = Plot.plot({
    document: document as never,
    width,
    height: bottom + 1,
    marginTop: TOP,
    marginLeft: left,
    marginRight: width - right,
    marginBottom: 1,
    x: { type: 'band', domain: xs.map((_, k) => k), axis: null, padding: 0, round: false },
    y: { type: 'band', domain: ys.map((_, k) => k).reverse(), axis: null, padding: 0, round: false },
    color: { type: 'linear', scheme: 'viridis', domain: [0, 1] },
    marks: [
      Plot.cell(gaps, { x: 'x', y: 'y', fill: theme.sunken, inset: 1, rx: 2 }),
      Plot.cell(cells, { x: 'x', y: 'y', fill: (one: Cell) => share(one.value), inset: 1, rx: 2 }),
      Plot.text(texts ? cells : [], {
        x: 'x',
        y: 'y',
        text: (_: Cell, k: number) => texts?.[k] ?? '',
        fill: (one: Cell) => (share(one.value) < WHITE_UP_TO ? '#ffffff' : '#111111'),
        fontSize: SIZE,
      }),
      Plot.text(gaps, { x: 'x', y: 'y', text: () => '–', fill: theme.ink3, fontSize: SIZE }),
    ],
  }) as unknown as Elem & { scale(name: string): { apply(value: number): string } }
  const colour = (part: number): string => plot.scale('color').apply(part)

  const centre = (x: number, y: number) => ({ x: left + (x + 0.5) * cell, y: bottom - (y + 0.5) * row })
  tidy(plot)
  const { better } = figure.value
  const best = better ? cells.filter((one) => one.value === (better === 'up' ? high : low)) : []
  for (const one of best.slice(0, 1)) {
    const { x, y } = centre(one.x, one.y)
    plot.append(frame(document, x - cell / 2, y - row / 2, cell, row, theme))
  }
  plot.append(
    ...yLabels.map((label, k) =>
      el(document, 'text', { x: left - 8, y: centre(0, k).y, dy: '0.35em', 'text-anchor': 'end' }, label),
    ),
    ...xLabels.flatMap((label, k) =>
      k % every === 0
        ? [el(document, 'text', { x: centre(k, 0).x, y: bottom + 18, 'text-anchor': 'middle' }, label)]
        : [],
    ),
    el(document, 'text', { x: 0, y: 13, fill: theme.ink2 }, shorten(figure.y.label, width)),
    el(
      document,
      'text',
      { x: (left + right) / 2, y: bottom + 38, fill: theme.ink2, 'text-anchor': 'middle' },
      shorten(figure.x.label, width - left),
    ),
  )
  const legend = rampLegend(figure, document, {
    low,
    high,
    gaps: gaps.length > 0,
    left,
    width,
    theme,
    colour,
  })
  legend.group.setAttribute('transform', `translate(0,${bottom + 56})`)
  if (cells.length > 0) plot.append(legend.group)
  const height = bottom + 56 + legend.height
  const targets = all.map((one) => ({
    ...centre(one.x, one.y),
    group: one.y,
    reach: Math.max(cell, row) * 0.72,
    colour: Number.isFinite(one.value) ? colour(share(one.value)) : theme.edge,
    title: `${figure.value.label} ${Number.isFinite(one.value) ? formatValue(one.value, figure.value.unit) : 'not known'}`,
    facts: [
      [figure.x.label, xLabels[one.x]!],
      [figure.y.label, yLabels[one.y]!],
    ] as [string, string][],
  }))
  return { svg: finish(plot, width, height, figure.title, theme), width, height, targets }
}

/** The values that fit into the cells: with a decimal, without, or none. */
const textsOf = (figure: HeatFigure, cells: readonly Cell[], space: number): string[] | undefined => {
  const share = figure.value.unit === 'share'
  const styles: ((value: number) => string)[] = share
    ? [(value) => (value * 100).toFixed(1), (value) => (value * 100).toFixed(0)]
    : [
        (value) => formatValue(value, 'number'),
        (value) => formatValue(Number(value.toPrecision(2)), 'number'),
      ]
  for (const style of styles) {
    const texts = cells.map((cell) => style(cell.value))
    if (texts.every((text) => textWidth(text) <= space)) return texts
  }
  return undefined
}

/** A dark frame inside a light one, visible on every colour. */
const frame = (document: Doc, x: number, y: number, width: number, height: number, theme: Theme): Elem => {
  const rect = (inset: number, stroke: string, thick: number) =>
    el(document, 'rect', {
      x: x + inset,
      y: y + inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      rx: 3,
      fill: 'none',
      stroke,
      'stroke-width': thick,
    })
  return el(document, 'g', {}, rect(2, theme.surface, 1.5), rect(0.25, theme.ink, 2))
}

interface Ramp {
  readonly low: number
  readonly high: number
  readonly gaps: boolean
  readonly left: number
  readonly width: number
  readonly theme: Theme
  readonly colour: (part: number) => string
}

/** The colour legend: the ramp with its ends, then the two special kinds of cell. */
const rampLegend = (figure: HeatFigure, document: Doc, ramp: Ramp): { group: Elem; height: number } => {
  const { low, high, theme, colour, width } = ramp
  const group = el(document, 'g')
  let [x, y] = [0, 14]
  const text = (content: string, fill = theme.ink2) => {
    group.append(el(document, 'text', { x, y, dy: '0.35em', fill }, content))
    x += textWidth(content) + 8
  }
  const label = shorten(figure.value.label, width * 0.5)
  const ends = [formatValue(low, figure.value.unit), formatValue(high, figure.value.unit)] as const
  text(label)
  if (x + textWidth(ends[0]) + textWidth(ends[1]) + RAMP + 24 > width) [x, y] = [0, y + 24]
  text(ends[0], theme.ink3)
  const steps = 50
  for (let k = 0; k < steps; k++) {
    const step = RAMP / steps
    const fill = colour((k + 0.5) / steps)
    group.append(
      el(document, 'rect', {
        x: x + k * step,
        y: y - 5,
        width: step + 0.5,
        height: 10,
        fill,
        'shape-rendering': 'crispEdges',
      }),
    )
  }
  x += RAMP + 8
  text(ends[1], theme.ink3)
  x += 16
  const words = [...(figure.value.better ? ['best'] : []), ...(ramp.gaps ? ['no value'] : [])]
  const needed = words.reduce((sum, word) => sum + textWidth(word) + 46, 0)
  if (x + needed - 24 > width) [x, y] = [0, y + 26]
  for (const word of words) {
    if (word === 'best') group.append(frame(document, x, y - 8, 22, 16, theme))
    else
      group.append(
        el(document, 'rect', { x, y: y - 8, width: 22, height: 16, rx: 2, fill: theme.sunken }),
        el(document, 'text', { x: x + 11, y, dy: '0.35em', 'text-anchor': 'middle' }, '–'),
      )
    x += 30
    text(word)
    x += 12
  }
  return { group, height: y + 14 }
}
