import { type Elem, SVG } from './dom.js'

const ELEMENT = 1
const TEXT = 3

/**
 * Serializes an SVG element as XML. Browsers and linkedom order attributes and escape text
 * differently; this writes the same bytes everywhere.
 */
export const markup = (element: Elem): string => {
  const root = written(element)
  return element.getAttribute('xmlns') ? root : root.replace(/^<[\w-]+/, (start) => `${start} xmlns="${SVG}"`)
}

const written = (node: Elem): string => {
  if (node.nodeType === TEXT) return escapeXml(node.nodeValue ?? '')
  if (node.nodeType !== ELEMENT) return ''
  const name = node.localName
  const attributes = [...node.attributes]
    .map((attribute) => ` ${attribute.name}="${escapeXml(attribute.value)}"`)
    .sort()
    .join('')
  const inner = [...node.childNodes].map(written).join('')
  return inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`
}

/**
 * Escapes text for HTML and XML content and attributes. Characters that XML forbids become U+FFFD.
 *
 * @example
 * escapeXml('a < b & "c"') // => 'a &lt; b &amp; &quot;c&quot;'
 * escapeXml('\u0000') // => '\ufffd'
 */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => entities[character] as string)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters, lone surrogates and the two non-characters. */
const FORBIDDEN = new RegExp(
  '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|' +
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  'g',
)
