import type { Figure } from '../figure.js'
import type { Drawing, DrawOptions } from './drawing.js'
import { drawHeat } from './heat.js'
import { drawLines } from './lines.js'
import { drawRanks } from './ranks.js'

/** Draws a figure of any kind; the same in a browser and outside. */
export const draw = (figure: Figure, options: DrawOptions): Drawing => {
  if (figure.kind === 'lines') return drawLines(figure, options)
  return figure.kind === 'heat' ? drawHeat(figure, options) : drawRanks(figure, options)
}
