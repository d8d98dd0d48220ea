/** Lines of a hard-wrapped paragraph are about this long, except the last. */
const MIN_LINE = 45
const MAX_LINE = 80
/** Lines that start like this are meant to be lines: quotes, lists, indented text, headers and rules. */
const OWN_LINE = /^(?:[\s>|*•–—+=_-]|\d+[.)]|[A-Za-z-]{2,20}: )/

/**
 * Joins the lines of a paragraph that was wrapped at a fixed width, so that it wraps once and not twice on a narrow screen. Other lines
 * stay as they are.
 *
 * @example
 * unwrap('A line that was wrapped by the mail program of its\nauthor.') // => 'A line that was wrapped by the mail program of its author.'
 * unwrap('Ada Lovelace\nSt James Square') // => 'Ada Lovelace\nSt James Square'
 */
export const unwrap = (paragraph: string): string => {
  const lines = paragraph.split('\n')
  if (lines.length < 2 || lines.some((line) => OWN_LINE.test(line))) return paragraph
  const wrapped = lines.slice(0, -1)
  const isWrapped = wrapped.every(({ length }) => length >= MIN_LINE && length <= MAX_LINE)
  return isWrapped ? lines.map((line) => line.trimEnd()).join(' ') : paragraph
}
