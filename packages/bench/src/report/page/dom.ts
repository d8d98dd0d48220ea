/**
 * The little of the DOM that drawing needs. A browser's document fits, and so does that of linkedom; the room compiles
 * without the types of a browser, so that nothing here comes to depend on one.
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

/** An SVG element with its attributes and children; text is always text. */
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

/** A hundredth of a pixel is enough, and shorter to write. */
export const short = (value: number): string => String(Math.round(value * 100) / 100 || 0)
