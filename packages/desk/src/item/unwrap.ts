/** Lines of a hard-wrapped paragraph are about this long, except the last. */
const MIN_LINE = 45
const MAX_LINE = 80
/** Lines that start like this are meant to be lines: lists, indented text, headers and rules. */
const OWN_LINE = /^(?:[\s|*•–—+=_-]|\d+[.)]|[A-Za-z-]{2,20}: |$)/
const QUOTE = /^ ?(?:> ?)+/

/**
 * Joins the lines of a paragraph that was wrapped at a fixed width, so that it wraps once and not twice on a narrow screen. Quoted lines
 * keep one mark. Other lines stay as they are.
 *
 * @example
 * unwrap('A line that was wrapped by the mail program of its\nauthor.') // => 'A line that was wrapped by the mail program of its author.'
 * unwrap('Ada Lovelace\nSt James Square') // => 'Ada Lovelace\nSt James Square'
 */
export const unwrap = (paragraph: string): string => groupsIn(paragraph).map(joined).join('\n')

interface Group {
  readonly quote: string
  readonly lines: string[]
}

/** Lines that belong together: with the same quotation mark, without an empty line. */
const groupsIn = (paragraph: string): readonly Group[] => {
  const groups: Group[] = []
  for (const line of paragraph.split('\n')) {
    const quote = QUOTE.exec(line)?.[0] ?? ''
    const rest = line.slice(quote.length)
    const last = groups.at(-1)
    if (last && last.quote === quote && rest !== '' && last.lines.at(-1) !== '') last.lines.push(rest)
    else groups.push({ quote, lines: [rest] })
  }
  return groups
}

const joined = ({ quote, lines }: Group): string => {
  const isWrapped =
    lines.slice(0, -1).every(({ length }) => length >= MIN_LINE && length + quote.length <= MAX_LINE) &&
    !lines.some((line) => OWN_LINE.test(line))
  return isWrapped
    ? `${quote}${lines.map((line) => line.trimEnd()).join(' ')}`
    : lines.map((line) => `${quote}${line}`).join('\n')
}
