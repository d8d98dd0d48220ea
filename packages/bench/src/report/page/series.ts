import type { LineFigure, Series } from '../figure.js'
import { type Attributes, type Doc, type Elem, el } from './dom.js'
import { type ColourName, seriesColours, type Theme } from './theme.js'

/**
 * The style of a series. Colour, dash and marker all differ, so that any one of them is enough, for example in
 * greyscale print and with colour blindness.
 */
export interface SeriesStyle {
  readonly colour: ColourName
  readonly dash: string | undefined
  readonly symbol: Symbol
  readonly hollow: boolean
  readonly width: number
}

export type Symbol =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'star'
  | 'wye'
  | 'cross'
  | 'plus'
  | 'times'

const dashes = [undefined, '9 3', '9 3 2 3', '15 3', '5 2', '9 3 2 3 2 3', '15 3 3 3']
const symbols: readonly Symbol[] = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye', 'cross']
const randomDashes = ['5 5', '5 5 1 5', '2 4']
const levelDashes = ['0.1 4.5', '0.1 8', '0.1 4.5 6 4.5']

/**
 * The styles of all series of a figure, in order.
 *
 * @example
 * const axis = { label: '', scale: 'linear', unit: 'number' }
 * const series = [{ name: 'A', role: 'compared', points: [] }, { name: 'A (paper)', role: 'paper', points: [] }]
 * stylesOf({ kind: 'lines', id: 'a', title: '', caption: '', x: axis, y: axis, series }).map((style) => style.colour) // => ['series1', 'series1']
 */
export const stylesOf = ({ series }: LineFigure): SeriesStyle[] => {
  const place = { compared: 0, random: 0, supervised: 0 }
  const next = <T>(role: keyof typeof place, list: readonly T[]): T => list[place[role]++ % list.length] as T
  const compared = (): SeriesStyle => {
    const k = place.compared++
    return {
      colour: seriesColours[k % seriesColours.length]!,
      dash: dashes[k % dashes.length],
      symbol: symbols[k % symbols.length]!,
      hollow: false,
      width: 2,
    }
  }
  const styles: SeriesStyle[] = []
  series.forEach(({ role }, k) => {
    if (role === 'compared') styles[k] = compared()
    if (role === 'random') {
      const symbol = place.random % 2 === 0 ? 'times' : 'plus'
      styles[k] = { colour: 'random', dash: next(role, randomDashes), symbol, hollow: false, width: 1.75 }
    }
    if (role === 'supervised') {
      const dash = next(role, levelDashes)
      styles[k] = { colour: 'supervised', dash, symbol: 'circle', hollow: false, width: 2 }
    }
  })
  // Last, because they may reuse the style of another series.
  series.forEach((one, k) => {
    if (one.role !== 'paper') return
    const own = series.indexOf(publishedFor(one, series) as Series)
    styles[k] = { ...(styles[own] ?? compared()), hollow: true, dash: '2 3', width: 1.25 }
  })
  return styles
}

/** The series that a paper's values belong to: the longest name that is a prefix of theirs. */
const publishedFor = (paper: Series, series: readonly Series[]): Series | undefined =>
  series
    .filter((one) => one.role !== 'paper' && one.role !== 'supervised' && paper.name.startsWith(one.name))
    .sort((a, b) => b.name.length - a.name.length)[0]

/** Whether a series is one level across the whole width. */
export const isLevel = ({ role, points }: Series): boolean => role === 'supervised' && points.length === 1

export const SWATCH = { width: 34, height: 14 }

/** The line sample with its marker in a legend. */
export const swatch = (document: Doc, series: Series, style: SeriesStyle, theme: Theme): Elem => {
  const y = SWATCH.height / 2
  const colour = theme[style.colour]
  const parts = [el(document, 'path', { d: `M2,${y}H${SWATCH.width - 2}`, ...lineLook(style, theme) })]
  if (!isLevel(series)) {
    const d = symbolPaths[style.symbol]
    const look = { transform: `translate(${SWATCH.width / 2},${y})`, stroke: colour, 'stroke-width': 1.5 }
    const stroked = style.symbol === 'plus' || style.symbol === 'times'
    const fill = stroked ? 'none' : style.hollow ? theme.surface : colour
    parts.push(el(document, 'path', { d, fill, ...look }))
  }
  return el(document, 'g', {}, ...parts)
}

const lineLook = (style: SeriesStyle, theme: Theme): Attributes => ({
  fill: 'none',
  stroke: theme[style.colour],
  'stroke-width': style.width,
  'stroke-dasharray': style.dash,
  'stroke-linecap': style.dash?.startsWith('0.1') ? 'round' : 'butt',
})

/** The markers of a legend; in a chart the plotting library draws the same shapes. */
const symbolPaths: Readonly<Record<Symbol, string>> = {
  circle: 'M3.5,0A3.5,3.5,0,1,1,-3.5,0A3.5,3.5,0,1,1,3.5,0Z',
  square: 'M-3.1,-3.1H3.1V3.1H-3.1Z',
  triangle: 'M0,-4.4L3.8,2.4H-3.8Z',
  diamond: 'M0,-4.6L3,0L0,4.6L-3,0Z',
  star: 'M0,-4.6L1.05,-1.4L4.4,-1.4L1.7,0.55L2.7,3.7L0,1.75L-2.7,3.7L-1.7,0.55L-4.4,-1.4L-1.05,-1.4Z',
  wye: 'M1.2,0.7V4H-1.2V0.7L-4.1,-1L-2.9,-3L0,-1.3L2.9,-3L4.1,-1Z',
  cross: 'M-1.2,-4H1.2V-1.2H4V1.2H1.2V4H-1.2V1.2H-4V-1.2H-1.2Z',
  plus: 'M-3.6,0H3.6M0,-3.6V3.6',
  times: 'M-2.8,-2.8L2.8,2.8M-2.8,2.8L2.8,-2.8',
}
