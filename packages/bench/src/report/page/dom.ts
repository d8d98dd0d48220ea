/**
 * The subset of the DOM that drawing needs, provided by browsers and linkedom; the package compiles
 * without DOM types, so that nothing here depends on a browser.
 */
export interface Doc {
  createElementNS(namespace: string, name: string): Elem
}

export interface Elem {
  readonly nodeType: number
  readonly localName: string
  readonly nodeValue: string | null
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly childNodes: Iterable<Elem>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  append(...nodes: (Elem | string)[]): void
  prepend(...nodes: (Elem | string)[]): void
  remove(): void
}

export type Attributes = Readonly<Record<string, string | number | undefined>>

export const SVG = 'http://www.w3.org/2000/svg'

/** Creates an SVG element with attributes and children; strings become text nodes. */
export const el = (
  document: Doc,
  name: string,
  attributes: Attributes = {},
  ...children: (Elem | string)[]
): Elem => {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, typeof value === 'number' ? short(value) : value)
  element.append(...children)
  return element
}

/** Rounds to a hundredth of a pixel. */
export const short = (value: number): string => String(Math.round(value * 100) / 100 || 0)
