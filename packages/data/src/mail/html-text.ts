import { decoded } from './encodings.js'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
}

/** Like browsers, maps numeric entities in the control range to windows-1252. */
const characterOf = (point: number): string | undefined => {
  if (point >= 0x80 && point < 0xa0) return decoded(Uint8Array.of(point), '')
  return point > 0 && point < 0x110000 && !(point >= 0xd800 && point < 0xe000)
    ? String.fromCodePoint(point)
    : undefined
}

const entity = (whole: string, code: string): string => {
  const found = code.startsWith('#')
    ? characterOf(Number(code.slice(1).replace(/^x/i, '0x')))
    : entities[code.toLowerCase()]
  return found ?? whole
}

const blocks = /^(?:p|div|br|tr|table|li|ul|ol|h[1-6]|hr|blockquote|pre|center|section|article)$/i
const apart = /^(?:td|th|img|input|option|select)$/i

const borderOf = (_: string, tag = ''): string => {
  if (blocks.test(tag)) return '\n'
  return apart.test(tag) ? ' ' : ''
}

/** Elements whose content is not displayed. */
const unread = /<(script|style|head|title|template)\b[^<>]*>/gi

const withoutUnread = (html: string): string => {
  // Only ASCII: lower-casing other letters can change the length and shift positions.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const last = new Map<string, number>()
  let read = ''
  let from = 0
  for (;;) {
    unread.lastIndex = from
    const found = unread.exec(html)
    if (!found) return read + html.slice(from)
    const closing = `</${found[1]?.toLowerCase()}`
    read += html.slice(from, found.index)
    const after = unread.lastIndex
    // Avoids searching repeatedly for a tag that is never closed.
    if (!last.has(closing)) last.set(closing, lower.lastIndexOf(closing))
    from = (last.get(closing) ?? -1) < after ? after : lower.indexOf(closing, after)
  }
}

const withoutComments = (html: string): string => {
  let read = ''
  let from = 0
  for (;;) {
    const start = html.indexOf('<!--', from)
    const end = start < 0 ? -1 : html.indexOf('-->', start)
    if (end < 0) return read + html.slice(from)
    read += html.slice(from, start)
    from = end + 3
  }
}

/**
 * Converts HTML to plain text: removes tags and keeps block boundaries as lines.
 *
 * @example
 * textOfHtml('<p>Fish &amp; <b>chips</b></p><p>Now</p>') // => 'Fish & chips\n\nNow'
 */
export const textOfHtml = (html: string): string =>
  withoutUnread(withoutComments(html))
    .replace(/\s+/g, ' ')
    .replace(/<(?:[/!?]?([a-z][a-z0-9]{0,20})|[/!?])[^<>]*>/gi, borderOf)
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});?/gi, entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * Whether a text starts like HTML, whatever its content type.
 *
 * @example
 * isPage('<!-- hi --><HTML><body>') // => true
 * isPage('1 < 2') // => false
 */
export const isPage = (text: string): boolean =>
  /^\s*(?:<[^>]{1,200}>\s*)*<(?:!doctype html|html|head|body|table|font|p|center|div)\b/i.test(text)
