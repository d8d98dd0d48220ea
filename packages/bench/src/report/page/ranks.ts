import type { RankFigure } from '../figure.js'
import { type Doc, type Elem, el } from './dom.js'
import { type Drawing, type DrawOptions, finish, type Target } from './drawing.js'
import { shorten, textWidth } from './text.js'
import type { Theme } from './theme.js'

/** Vertical positions of the parts. */
const DIFFERENCE = 42
const AXIS = 88
const BARS = AXIS + 15
const BAR = 9
/** Below this width the rank is shown under the name, to leave space for the axis. */
const TWO_LINES_BELOW = 520
/** How far a bar extends beyond the algorithms it joins. */
const BEYOND = 5

/**
 * The critical-difference diagram of J. Demšar, Statistical comparisons of classifiers over multiple data sets,
 * Journal of Machine Learning Research 7 (2006): average ranks on an axis with the best at the right, bars under those
 * without significant differences, and the critical difference above the axis.
 */
export const drawRanks = (figure: RankFigure, { document, width, theme }: DrawOptions): Drawing => {
  const entries = [...figure.entries].sort((a, b) => a.rank - b.rank)
  const last = Math.max(2, entries.length, ...entries.map((entry) => Math.ceil(entry.rank)))
  const onRight = Math.ceil(entries.length / 2)
  const twoLines = width < TWO_LINES_BELOW
  const row = twoLines ? 36 : 24
  const rankWidth = twoLines ? 0 : textWidth('10.00') + 8
  const space = (some: RankFigure['entries']): number =>
    Math.min(width * 0.27, Math.max(30, ...some.map((entry) => textWidth(entry.name))))
  const names = { right: space(entries.slice(0, onRight)), left: space(entries.slice(onRight)) }
  const left = names.left + rankWidth + 12
  const right = width - names.right - rankWidth - 12
  const px = (value: number): number => right - ((value - 1) / (last - 1)) * (right - left)

  const bars = barsOf(figure, px)
  const first = BARS + Math.max(0, ...bars.map((bar) => bar.level + 1)) * BAR + 14
  const svg = el(document, 'svg')
  svg.append(
    el(
      document,
      'text',
      { x: 0, y: 13, fill: theme.ink2 },
      shorten('average rank, best at the right', width),
    ),
    ...axisOf(document, last, px, theme),
    ...differenceOf(document, figure, px, last, theme),
  )
  const places = entries.map((entry, k) => {
    const best = k < onRight
    const y = first + (best ? k : entries.length - 1 - k) * row
    return { entry, best, x: px(entry.rank), y, edge: best ? right + 4 : left - 4 }
  })
  for (const { entry, best, x, y, edge } of places) {
    const d = `M${x.toFixed(2)},${AXIS}V${y.toFixed(2)}H${edge.toFixed(2)}`
    const at = best ? edge + 6 : edge - 6
    const text = { x: at, y, dy: '0.35em', 'text-anchor': best ? 'start' : 'end', fill: theme.ink }
    const below = twoLines ? { x: at, dy: '1.3em' } : { dx: 7 }
    svg.append(
      el(document, 'path', { d, fill: 'none', stroke: theme.edge, 'stroke-width': 1 }),
      el(document, 'circle', { cx: x, cy: AXIS, r: 3.5, fill: theme.ink }),
      el(
        document,
        'text',
        text,
        el(document, 'tspan', {}, shorten(entry.name, (best ? names.right : names.left) + 1)),
        el(document, 'tspan', { ...below, fill: theme.ink3 }, entry.rank.toFixed(2)),
      ),
    )
  }
  for (const { from, to, level } of bars) {
    const y = BARS + level * BAR
    svg.append(el(document, 'line', { x1: from, x2: to, y1: y, y2: y, stroke: theme.ink, 'stroke-width': 4 }))
  }
  const height = first + (onRight - 1) * row + (twoLines ? 30 : 16)
  const targets = places.flatMap(({ entry, best, x, y, edge }): Target[] => {
    const words = { group: 0, title: entry.name, colour: theme.ink, facts: factsOf(figure, entry) }
    return [
      { x, y: AXIS, reach: 14, ...words },
      { x: best ? edge + 24 : edge - 24, y, reach: 40, ...words },
    ]
  })
  return { svg: finish(svg, width, height, figure.title, theme), width, height, targets }
}

const factsOf = (figure: RankFigure, { name, rank }: RankFigure['entries'][number]): [string, string][] => {
  const alike = new Set(figure.cliques.filter((clique) => clique.includes(name)).flat())
  alike.delete(name)
  const others = alike.size > 0 ? [...alike].join(', ') : 'none'
  return [
    ['average rank', rank.toFixed(2)],
    ['no significant difference from', others],
  ]
}

/** The bars of the cliques in pixels, on as few levels as possible. */
const barsOf = (figure: RankFigure, px: (rank: number) => number) => {
  const ranks = new Map(figure.entries.map(({ name, rank }) => [name, rank]))
  const ends: number[] = []
  return figure.cliques
    .map((clique) => clique.flatMap((name) => ranks.get(name) ?? []).map(px))
    .filter((xs) => xs.length > 1)
    .map((xs) => ({ from: Math.min(...xs) - BEYOND, to: Math.max(...xs) + BEYOND }))
    .sort((a, b) => a.from - b.from)
    .map((bar) => {
      const free = ends.findIndex((end) => end + BEYOND < bar.from)
      const level = free < 0 ? ends.length : free
      ends[level] = bar.to
      return { ...bar, level }
    })
}

const axisOf = (document: Doc, last: number, px: (value: number) => number, theme: Theme): Elem[] => {
  const every = Math.ceil((last * 24) / Math.max(1, px(1) - px(last)))
  const line = { x1: px(last), x2: px(1), y1: AXIS, y2: AXIS, stroke: theme.ink2, 'stroke-width': 1.5 }
  const parts = [el(document, 'line', line)]
  for (let value = 1; value <= last; value++) {
    const x = px(value)
    parts.push(el(document, 'line', { x1: x, x2: x, y1: AXIS, y2: AXIS - 6, stroke: theme.ink2 }))
    if ((value - 1) % every === 0)
      parts.push(el(document, 'text', { x, y: AXIS - 13, 'text-anchor': 'middle' }, String(value)))
  }
  return parts
}

const differenceOf = (
  document: Doc,
  { difference }: RankFigure,
  px: (value: number) => number,
  last: number,
  theme: Theme,
): Elem[] => {
  const [from, to] = [px(last), px(Math.max(1, last - difference))]
  const d = `M${from.toFixed(2)},${DIFFERENCE - 4}v8m0,-4H${to.toFixed(2)}m0,-4v8`
  const text = { x: to + 8, y: DIFFERENCE, dy: '0.35em', fill: theme.ink }
  return [
    el(document, 'path', { d, fill: 'none', stroke: theme.ink, 'stroke-width': 1.5 }),
    el(document, 'text', text, `CD = ${difference.toFixed(2)}`),
  ]
}
