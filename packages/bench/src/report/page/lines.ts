import * as Plot from '@observablehq/plot'
import type { LineFigure, Point, Series } from '../figure.js'
import { type Doc, type Elem, el } from './dom.js'
import { type Drawing, type DrawOptions, finish, type Target, tidy } from './drawing.js'
import { type Area, type EndLabel, endLabels, insideLabels } from './end-labels.js'
import { formatValue, type Tick, ticksOf } from './numbers.js'
import { domainOf, frameOf } from './ranges.js'
import { isLevel, type SeriesStyle, stylesOf } from './series.js'
import { shorten, textWidth } from './text.js'
import type { Theme } from './theme.js'

/** Below this width, names appear only in the legend, because labels at the lines would take too much space. */
const LABELS_FROM = 560
/** More markers than this on one line hide it. */
const MAX_MARKERS = 16

/** Curves with bands, names at their ends. */
export const drawLines = (figure: LineFigure, options: DrawOptions): Drawing => {
  const { document, width, theme, hidden = new Set<number>() } = options
  const styles = stylesOf(figure)
  const shown = figure.series.flatMap((series, k): Shown[] => {
    const points = series.points.filter(fits(figure))
    return hidden.has(k) || points.length === 0 ? [] : [{ series, points, style: styles[k]! }]
  })
  const x = domainOf(figure.x, figure.series.filter((series) => !isLevel(series)).flatMap(xsOf))
  const y = domainOf(figure.y, (shown.length > 0 ? shown : figure.series).flatMap(ysOf), 0.06)
  const { height, top, bottom } = frameOf(width)
  const yTicks = ticksOf(figure.y, ...y, Math.floor((bottom - top) / 34))
  const left = Math.max(...yTicks.map((tick) => textWidth(tick.label)), 20) + 12
  const named = width >= LABELS_FROM
  const names = named ? Math.max(...shown.map(({ series }) => textWidth(series.name) + 30), 12) : 12
  const space = Math.min(names, width * 0.26)
  const xTicks = xTicksOf(figure, x, width - left - space)
  const right = width - Math.max(space, textWidth(xTicks.at(-1)?.label ?? '') / 2 - 4)

  const plot = Plot.plot({
    document: document as never,
    width,
    height,
    marginTop: top,
    marginRight: width - right,
    marginBottom: height - bottom,
    marginLeft: left,
    x: { type: figure.x.scale, domain: x, insetLeft: 8, insetRight: 8, axis: null },
    y: { type: figure.y.scale, domain: y, axis: null },
    marks: [
      Plot.gridY(valuesOf(yTicks), { stroke: theme.grid, strokeOpacity: 1 }),
      Plot.gridX(valuesOf(xTicks), { stroke: theme.grid, strokeOpacity: 1 }),
      Plot.ruleY([y[0]], { stroke: theme.edge }),
      ...shown.map((one) => bandOf(one, y, theme)),
      ...shown.map((one) => lineOf(one, theme)),
      ...shown.map((one, k) => markersOf(one, k, theme)),
    ],
  }) as unknown as Elem & { scale(name: string): { apply(value: number): number } }
  const place: Place = {
    px: (value) => plot.scale('x').apply(value),
    py: (value) => plot.scale('y').apply(value),
    area: { left, right, top, bottom, width },
  }
  tidy(plot)
  plot.append(
    // Custom labels, because the library omits some labels of log axes.
    ...xTicks.map((tick) =>
      el(document, 'text', { x: place.px(tick.value), y: bottom + 20, 'text-anchor': 'middle' }, tick.label),
    ),
    ...yTicks.map((tick) => {
      const at = { x: left - 8, y: place.py(tick.value), dy: '0.35em', 'text-anchor': 'end' }
      return el(document, 'text', at, tick.label)
    }),
    ...namesOf(shown, place, named, document, theme),
    el(document, 'text', { x: 0, y: 13, fill: theme.ink2 }, shorten(figure.y.label, width)),
    el(
      document,
      'text',
      { x: (left + right) / 2, y: height - 6, fill: theme.ink2, 'text-anchor': 'middle' },
      shorten(figure.x.label, right - left),
    ),
  )
  const targets = targetsOf(figure, shown, place, theme)
  return { svg: finish(plot, width, height, figure.title, theme), width, height, targets }
}

/** A visible series with its drawable points. */
interface Shown {
  readonly series: Series
  readonly points: readonly Point[]
  readonly style: SeriesStyle
}

/** Maps values to pixels. */
interface Place {
  readonly px: (value: number) => number
  readonly py: (value: number) => number
  readonly area: Area
}

const bandOf = ({ points, style }: Shown, [low, high]: readonly [number, number], theme: Theme) => {
  const within = (value = low): number => Math.max(low, Math.min(high, value))
  return Plot.areaY(points.filter(hasBand), {
    x: 'x',
    y1: (point: Point) => within(point.low),
    y2: (point: Point) => within(point.high),
    fill: theme[style.colour],
    fillOpacity: 0.14,
  })
}

const lineOf = ({ series, points, style }: Shown, theme: Theme) =>
  isLevel(series)
    ? Plot.ruleY(points, { y: 'y', ...strokeOf(style, theme) })
    : Plot.line(points, { x: 'x', y: 'y', ...strokeOf(style, theme) })

/** Markers at regular intervals, with a different offset per series. */
const markersOf = ({ series, points, style }: Shown, k: number, theme: Theme) => {
  const every = Math.ceil(points.length / MAX_MARKERS)
  const marked = isLevel(series) ? [] : points.filter((_, at) => at % every === k % every)
  return Plot.dot(marked, { x: 'x', y: 'y', ...dotOf(style, theme) })
}

const namesOf = (
  shown: readonly Shown[],
  place: Place,
  named: boolean,
  document: Doc,
  theme: Theme,
): Elem[] => {
  const { area, px, py } = place
  const ends = shown.flatMap(({ series, points, style }): EndLabel[] => {
    const last = points.at(-1)!
    const level = isLevel(series)
    const x = level ? area.right : px(last.x)
    // A line that ends early is named only in the legend.
    return x < area.right - 30
      ? []
      : [{ name: series.name, x, y: py(last.y), colour: theme[style.colour], level }]
  })
  if (named) return endLabels(document, ends, area, theme)
  return insideLabels(document, ends, dotsOf(shown, place), area, theme)
}

const dotsOf = (shown: readonly Shown[], { px, py }: Place) =>
  shown.flatMap(({ series, points }) =>
    isLevel(series) ? [] : points.map((point) => ({ x: px(point.x), y: py(point.y) })),
  )

/** All points, and for a level those at the x values of the other series. */
const targetsOf = (figure: LineFigure, shown: readonly Shown[], place: Place, theme: Theme): Target[] => {
  const { px, py, area } = place
  const columns = [...new Set(dotsOf(shown, place).map((dot) => dot.x))]
  return shown.flatMap(({ series, points, style }, group) => {
    const look = { title: series.name, group, colour: theme[style.colour], reach: 48 }
    const level = isLevel(series)
    return points.flatMap((point): Target[] => {
      const xs = !level ? [px(point.x)] : columns.length > 0 ? columns : [area.right]
      return xs.map((x) => ({ ...look, x, y: py(point.y), facts: factsOf(figure, point, level) }))
    })
  })
}

const xsOf = ({ points }: { points: readonly Point[] }): number[] => points.map((point) => point.x)
const ysOf = ({ points }: { points: readonly Point[] }): number[] =>
  points.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y])
const valuesOf = (ticks: readonly Tick[]): number[] => ticks.map((tick) => tick.value)
const hasBand = ({ low, high }: Point): boolean => Number.isFinite(low) && Number.isFinite(high)

/** Whether an axis can show a value; a log axis has no zero. */
const fits =
  ({ x, y }: LineFigure) =>
  (point: Point): boolean =>
    Number.isFinite(point.x) &&
    Number.isFinite(point.y) &&
    (x.scale === 'linear' || point.x > 0) &&
    (y.scale === 'linear' || point.y > 0)

const xTicksOf = (figure: LineFigure, [low, high]: readonly [number, number], width: number): Tick[] => {
  const place = figure.x.scale === 'log' ? Math.log : Number
  for (let most = 12; most > 2; most--) {
    const ticks = ticksOf(figure.x, low, high, most)
    const clear = ticks.every((tick, k) => {
      const before = ticks[k - 1]
      if (!before) return true
      const gap = ((place(tick.value) - place(before.value)) / (place(high) - place(low))) * (width - 16)
      return gap >= (textWidth(tick.label) + textWidth(before.label)) / 2 + 10
    })
    if (clear) return ticks
  }
  return ticksOf(figure.x, low, high, 2)
}

const strokeOf = (style: SeriesStyle, theme: Theme): Record<string, unknown> => ({
  stroke: theme[style.colour],
  strokeWidth: style.width,
  ...(style.dash ? { strokeDasharray: style.dash } : {}),
  strokeLinecap: style.dash?.startsWith('0.1') ? 'round' : 'butt',
  strokeLinejoin: 'round',
})

const dotOf = (style: SeriesStyle, theme: Theme): Record<string, unknown> => {
  const colour = theme[style.colour]
  const shape = { symbol: style.symbol, r: 3.6 }
  if (style.symbol === 'plus' || style.symbol === 'times')
    return { ...shape, stroke: colour, strokeWidth: 1.5, r: 3 }
  if (style.hollow) return { ...shape, fill: theme.surface, stroke: colour, strokeWidth: 1.5 }
  return { ...shape, fill: colour, stroke: theme.surface, strokeWidth: 0.75 }
}

const factsOf = (figure: LineFigure, point: Point, level: boolean): [string, string][] => {
  const facts: [string, string][] = level ? [] : [[figure.x.label, formatValue(point.x, figure.x.unit)]]
  facts.push([figure.y.label, formatValue(point.y, figure.y.unit)])
  if (point.low !== undefined && point.high !== undefined)
    facts.push([
      'band',
      `${formatValue(point.low, figure.y.unit)} to ${formatValue(point.high, figure.y.unit)}`,
    ])
  if (point.note) facts.push(['', point.note])
  return facts
}
