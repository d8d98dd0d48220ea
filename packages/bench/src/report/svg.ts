import { parseHTML } from 'linkedom'
import type { Figure } from './figure.js'
import type { Doc } from './page/dom.js'
import { markup } from './page/markup.js'
import { standalone } from './page/standalone.js'

interface SvgOptions {
  /** In pixels; default 720. */
  readonly width?: number
}

/**
 * A figure as an SVG file with title, legend and white background; equal figures give equal bytes.
 *
 * @example
 * const entries = [{ name: 'A', rank: 1.2 }, { name: 'B', rank: 1.8 }]
 * const figure = { kind: 'ranks', id: 'ranks', title: 'Ranks', caption: '', difference: 0.5, entries, cliques: [] }
 * figureSvg(figure).startsWith('<svg xmlns="http://www.w3.org/2000/svg"') // => true
 */
export const figureSvg = (figure: Figure, { width = 720 }: SvgOptions = {}): string =>
  `${markup(standalone(figure, { document: emptyDocument(), width }))}\n`

/** A document to draw in without a browser. */
export const emptyDocument = (): Doc =>
  parseHTML('<!doctype html><html><head></head><body></body></html>').document as unknown as Doc
