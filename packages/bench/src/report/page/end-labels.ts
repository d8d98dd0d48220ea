import { type Doc, type Elem, el } from './dom.js'
import { SIZE, shorten, spread, textWidth } from './text.js'
import type { Theme } from './theme.js'

/** The name of a series and the end of its line. */
export interface EndLabel {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly colour: string
  readonly level: boolean
}

export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
}

const GAP = 16

/** The names to the right of the lines, spread apart and connected to their lines. */
export const endLabels = (document: Doc, ends: readonly EndLabel[], area: Area, theme: Theme): Elem[] => {
  // With too many names, only the legend is used.
  if (ends.length * GAP > area.bottom - area.top + GAP) return []
  const places = spread(
    ends.map((end) => end.y),
    GAP,
    area.top + 2,
    area.bottom,
  )
  const start = area.right + 22
  return ends.flatMap(({ name, x, y, colour }, k) => {
    const at = places[k]!
    const d = `M${Math.max(x + 5, area.right - 3)},${y}L${area.right + 6},${y}L${start - 8},${at}H${start - 3}`
    return [
      el(document, 'path', {
        d: rounded(d),
        fill: 'none',
        stroke: colour,
        'stroke-width': 1,
        'stroke-opacity': 0.7,
      }),
      el(
        document,
        'text',
        { x: start, y: at, dy: '0.35em', fill: colour === theme.supervised ? theme.ink2 : colour },
        shorten(name, area.width - start),
      ),
    ]
  })
}

const rounded = (path: string): string => path.replace(/\d+\.\d+/g, (digits) => Number(digits).toFixed(1))

/**
 * On a narrow drawing only levels are labelled, above their line, at the end with fewer points.
 */
export const insideLabels = (
  document: Doc,
  ends: readonly EndLabel[],
  points: readonly { readonly x: number; readonly y: number }[],
  area: Area,
  theme: Theme,
): Elem[] =>
  ends
    .filter((end) => end.level)
    .map(({ name, y }) => {
      const text = shorten(name, (area.right - area.left) * 0.6)
      const width = textWidth(text)
      const above = y - 6 - SIZE > area.top - 8
      const baseline = above ? y - 6 : y + SIZE + 4
      const inTheWay = (from: number, to: number): number =>
        points.filter(
          (point) => point.x >= from - 6 && point.x <= to + 6 && Math.abs(point.y - (baseline - 4)) < 12,
        ).length
      const atLeft = inTheWay(area.left, area.left + width) < inTheWay(area.right - width, area.right)
      return el(
        document,
        'text',
        {
          x: atLeft ? area.left + 6 : area.right - 6,
          y: baseline,
          fill: theme.ink2,
          'text-anchor': atLeft ? 'start' : 'end',
        },
        text,
      )
    })
