import type { Figure } from '../figure.js'
import { type Doc, type Elem, el } from './dom.js'
import type { Drawing, DrawOptions } from './drawing.js'
import { drawHeat } from './heat.js'
import { drawLines } from './lines.js'
import { drawRanks } from './ranks.js'
import { SWATCH, stylesOf, swatch } from './series.js'
import { shorten, textWidth, wrapText } from './text.js'
import { lightTheme } from './theme.js'

/** Draws a figure of any kind; the same in a browser and outside. */
export const draw = (figure: Figure, options: DrawOptions): Drawing => {
  if (figure.kind === 'lines') return drawLines(figure, options)
  return figure.kind === 'heat' ? drawHeat(figure, options) : drawRanks(figure, options)
}

interface StandaloneOptions {
  readonly document: Doc
  readonly width: number
  readonly hidden?: ReadonlySet<number>
}

const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
const PAD = 16
const HEADING = 15

/** A standalone figure: includes title and legend, with a white background and fixed colours. */
export const standalone = (figure: Figure, { document, width, hidden }: StandaloneOptions): Elem => {
  const theme = lightTheme
  const inner = width - 2 * PAD
  const drawing = draw(figure, { document, width: inner, theme, ...(hidden ? { hidden } : {}) })
  const heading = wrapText(figure.title, inner, HEADING)
  const titles = heading.map((line, k) =>
    el(
      document,
      'text',
      { x: PAD, y: PAD + 13 + k * 20, fill: theme.ink, 'font-size': HEADING, 'font-weight': 600 },
      line,
    ),
  )
  const top = PAD + heading.length * 20 + 8
  const legend = legendOf(figure, document, inner, hidden)
  const legendTop = top + drawing.height + (legend.height > 0 ? 12 : 0)
  const height = Math.ceil(legendTop + legend.height + PAD)

  for (const name of ['class', 'role', 'aria-label']) drawing.svg.removeAttribute(name)
  const attributes = { x: PAD, y: top, overflow: 'visible' }
  for (const [name, value] of Object.entries(attributes)) drawing.svg.setAttribute(name, String(value))
  return el(
    document,
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'font-family': FONTS,
      'font-size': 12,
      fill: theme.ink3,
      role: 'img',
    },
    el(document, 'title', {}, figure.title),
    el(document, 'desc', {}, figure.caption),
    el(document, 'rect', { width, height, fill: theme.surface }),
    ...titles,
    drawing.svg,
    el(document, 'g', { transform: `translate(${PAD},${legendTop})` }, ...legend.parts),
  )
}

const legendOf = (figure: Figure, document: Doc, width: number, hidden: ReadonlySet<number> = new Set()) => {
  if (figure.kind !== 'lines') return { parts: [], height: 0 }
  const parts: Elem[] = []
  let [x, y] = [0, 0]
  const styles = stylesOf(figure)
  figure.series.forEach((series, k) => {
    if (hidden.has(k)) return
    const name = shorten(series.name, width - SWATCH.width - 8)
    const needed = SWATCH.width + 8 + textWidth(name)
    if (x > 0 && x + needed > width) [x, y] = [0, y + 22]
    const mark = swatch(document, series, styles[k]!, lightTheme)
    mark.setAttribute('transform', `translate(${Math.round(x)},${y + 4})`)
    const text = { x: Math.round(x) + SWATCH.width + 8, y: y + 11, dy: '0.35em', fill: lightTheme.ink2 }
    parts.push(mark, el(document, 'text', text, name))
    x += needed + 20
  })
  return { parts, height: parts.length > 0 ? y + 22 : 0 }
}
