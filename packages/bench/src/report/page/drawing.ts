import type { Doc, Elem } from './dom.js'
import { short } from './dom.js'
import { SIZE } from './text.js'
import type { Theme } from './theme.js'

export interface DrawOptions {
  readonly document: Doc
  /** In pixels; the height follows from it. */
  readonly width: number
  readonly theme: Theme
  /** Indices of hidden series. */
  readonly hidden?: ReadonlySet<number>
}

/** A figure as SVG, with its interactive points. */
export interface Drawing {
  readonly svg: Elem
  readonly width: number
  readonly height: number
  readonly targets: readonly Target[]
}

/** An interactive point and its tooltip. */
export interface Target {
  readonly x: number
  readonly y: number
  /** Its line or row, which the arrow keys follow. */
  readonly group: number
  /** The maximum distance of the pointer. */
  readonly reach: number
  readonly colour: string
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
}

/** Sets the common attributes of the root element. */
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
 * Removes additions of the plotting library: a style sheet, which the security policy forbids, and
 * excess digits, which may differ between machines. The library centres all text at the root element;
 * here each part sets it.
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
