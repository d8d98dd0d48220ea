import type { Paint } from './style.js'

export interface Column {
  readonly head: string
  readonly align?: 'left' | 'right'
  readonly paint?: Paint
}

interface TableOptions {
  /** The last column is wrapped to stay within so many places. */
  readonly width?: number
  readonly heads?: Paint
}

const GAP = '  '
/** A last column narrower than this is not worth wrapping. */
const LEAST_WIDTH = 20

const pad = (text: string, width: number, { align }: Column): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? space + text : text + space
}

/** A table in plain text: a line of heads, then the rows. */
export const table = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string => {
  const heads = columns.map(({ head }) => head)
  const widths = columns.map((_, c) => Math.max(...[heads, ...rows].map((row) => widthOf(row[c] ?? ''))))
  const last = columns.length - 1
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0)
  const room = Math.max(LEAST_WIDTH, (options.width ?? Number.POSITIVE_INFINITY) - before)
  const line = (cells: readonly string[], paint: (text: string, c: number) => string): string =>
    cells
      .map((cell, c) => {
        const isLast = c === last && columns[c]?.align !== 'right'
        return paint(isLast ? cell : pad(cell, widths[c] ?? 0, columns[c] as Column), c)
      })
      .join(GAP)
      .trimEnd()
  const painted = (text: string, c: number): string => columns[c]?.paint?.(text) ?? text
  const body = rows.flatMap((row) =>
    wrapped(row[last] ?? '', room).map((part, k) =>
      line([...row.slice(0, last).map((cell) => (k === 0 ? cell : '')), part], painted),
    ),
  )
  return [line(heads, (text) => options.heads?.(text) ?? text), ...body].join('\n')
}

/** How many places a text takes. Our texts have neither wide nor combining characters. */
export const widthOf = (text: string): number => [...text].length

/** The text in lines of at most `width` places, broken between words; a longer word has a line of its own. */
export const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** The text wrapped and moved in by so many places. */
export const indented = (text: string, indent: number, width: number): string =>
  wrapped(text, width - indent)
    .map((line) => `${' '.repeat(indent)}${line}`)
    .join('\n')
