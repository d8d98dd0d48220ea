import type { Doc, Elem } from './dom.js'
import { short } from './dom.js'
import { SIZE } from './text.js'
import type { Theme } from './theme.js'

export interface DrawOptions {
  readonly document: Doc
  /** In pixels; the height follows from it. */
  readonly width: number
  readonly theme: Theme
  /** The places of the series that are not to be shown. */
  readonly hidden?: ReadonlySet<number>
}

/** A figure as SVG, with the points that have something to tell. */
export interface Drawing {
  readonly svg: Elem
  readonly width: number
  readonly height: number
  readonly targets: readonly Target[]
}

/** A point of a drawing and what is said when it is pointed at. */
export interface Target {
  readonly x: number
  readonly y: number
  /** The line or row it is part of, which the arrow keys follow. */
  readonly group: number
  /** How far away the pointer may be. */
  readonly reach: number
  readonly colour: string
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** What all drawings have on their outermost element. */
export const finish = (svg: Elem, width: number, height: number, title: string, theme: Theme): Elem => {
  for (const name of ['class', 'font-family', 'style', 'text-anchor']) svg.removeAttribute(name)
  const attributes = {
    class: 'chart',
    viewBox: `0 0 ${short(width)} ${short(height)}`,
    width: short(width),
    height: short(height),
    'font-size': String(SIZE),
    fill: theme.ink3,
    role: 'img',
    'aria-label': title,
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  return svg
}

/**
 * Takes away what the plotting library adds for pages of its own: a style sheet, which a strict page would refuse, and
 * digits beyond what can be seen, which may differ between machines. It centres all text from the outermost element;
 * here each part says so itself.
 */
export const tidy = (svg: Elem): Elem => {
  for (const child of [...svg.childNodes]) {
    if (child.localName === 'style') child.remove()
    else if (!child.getAttribute('text-anchor')) child.setAttribute('text-anchor', 'middle')
  }
  const visit = (element: Elem): void => {
    for (const { name, value } of [...element.attributes])
      if (/\.\d{3}/.test(value) && name !== 'aria-label')
        element.setAttribute(
          name,
          value.replace(/-?\d*\.\d{3,}(?:e-?\d+)?/g, (digits) => short(Number(digits))),
        )
    for (const child of element.childNodes) if (child.nodeType === 1) visit(child)
  }
  visit(svg)
  return svg
}
