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

const pointOf = (code: string): number =>
  code[1]?.toLowerCase() === 'x' ? Number.parseInt(code.slice(2), 16) : Number.parseInt(code.slice(1), 10)

const entity = (whole: string, code: string): string => {
  if (!code.startsWith('#')) return entities[code.toLowerCase()] ?? whole
  const point = pointOf(code)
  return point > 0 && point < 0x110000 && !(point >= 0xd800 && point < 0xe000)
    ? String.fromCodePoint(point)
    : whole
}

const blocks = /^\/?(?:p|div|br|tr|table|li|ul|ol|h[1-6]|hr|blockquote|pre|center|title|section|article)$/i
/** What is between these is not for reading. */
const unread = /<(script|style|head|template)\b[^<>]{0,2000}>/gi

const withoutUnread = (html: string): string => {
  const lower = html.toLowerCase()
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
    // One that is never closed is not looked for again and again.
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
 * What is to be read in a page, as plain text: tags are taken out, their borders are kept as lines.
 *
 * @example
 * textOfHtml('<p>Fish &amp; <b>chips</b></p><p>Now</p>') // => 'Fish & chips\n\nNow'
 */
export const textOfHtml = (html: string): string =>
  withoutUnread(withoutComments(html))
    .replace(/\s+/g, ' ')
    .replace(/<(\/?[a-z][a-z0-9]{0,20}|![a-z]{1,20})\b[^<>]{0,2000}>/gi, (_, tag: string) =>
      blocks.test(tag) ? '\n' : '',
    )
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{1,10});/gi, entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
