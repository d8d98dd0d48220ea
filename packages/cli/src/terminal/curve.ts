import { count, percent } from '@askance/core/internals'
import { chart } from './chart.js'
import type { Style } from './style.js'

const MAX_POINTS = 64
const MAX_WIDTH = 72
const HEIGHT = 6
/** The scores of the first items say nothing. */
const FIRST = 8
/** Ticks of a smaller range have a decimal. */
const FINE = 0.05
/** Fewer points are not a curve. */
const MIN_POINTS = 3

/** The numbers of items at which a curve has points. */
export const nextPowerOfTwo = (items: number): number => {
  let next = 1
  while (next <= items) next *= 2
  return next
}

/** How a score changes over the items. Of many points every second one is dropped, but not the first and the newest. */
export class Curve {
  #points: { readonly x: number; readonly y: number }[] = []

  add(items: number, score: number): void {
    this.#points.push({ x: items, y: score })
    if (this.#points.length > MAX_POINTS) this.#points = this.#points.filter((_, k) => k % 2 === 0)
  }

  /** The curve as text; empty if there are too few items. */
  text(title: string, width: number, style: Style): string {
    const points = this.#points.filter(({ x }) => x >= FIRST)
    if (points.length < MIN_POINTS) return ''
    const scores = points.map(({ y }) => y)
    const digits = Math.max(...scores) - Math.min(...scores) < FINE ? 1 : 0
    return chart([{ name: title, paint: style.first, points }], {
      width: Math.min(width, MAX_WIDTH),
      height: HEIGHT,
      xTitle: 'items',
      yTitle: title,
      xTick: count,
      yTick: (value) => percent(value, digits),
    })
  }
}
