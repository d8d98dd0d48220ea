import type { Column, Table, TableCell } from './table.js'
import { padded, widthOf } from './width.js'

/** Escapes whatever Markdown would take for a mark of its own. */
export const markdownEscaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ')

/**
 * The lines of a table whose cells are Markdown already; only what would break the table is escaped.
 *
 * @example
 * const lines = markdownRows([{ title: 'set' }, { title: 'n', align: 'right' }], [['a|b', '10']]).split('\n')
 * lines[1] // => '| ---- | ---: |'
 * lines[2] // => '| a\\|b |   10 |'
 */
export const markdownRows = (columns: readonly Column[], rows: readonly (readonly string[])[]): string => {
  const lines = [columns.map(({ title }) => title), ...rows].map((row) =>
    columns.map((_, k) => (row[k] ?? '').replace(/(?<!\\)\|/g, '\\|').replace(/\s*[\r\n]+\s*/g, ' ')),
  )
  const widths = columns.map((_, k) => Math.max(...lines.map((line) => widthOf(line[k])), 4))
  const [head, ...body] = lines.map((line) =>
    line.map((text, k) => padded(text, widths[k], columns[k].align)),
  )
  const rule = columns.map(({ align }, k) => {
    const dashes = '-'.repeat(widths[k] - 1)
    return align === 'right' ? `${dashes}:` : `${align ? ':' : '-'}${dashes}`
  })
  return [head, rule, ...body].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

/**
 * The table as GitHub writes tables: a heading, the table, and the notes as paragraphs.
 *
 * @example
 * const columns = [{ title: 'a|b', align: 'left' }, { title: '%', align: 'right' }]
 * const rows = [[{ text: 'PAA' }, { text: '9', bold: true }]]
 * const lines = markdownTable({ id: 'a', title: 'At 10 %', columns, rows, notes: [] }).split('\n')
 * lines[2] // => '| a\\|b |     % |'
 * lines[3] // => '| :--- | ----: |'
 * lines[4] // => '| PAA  | **9** |'
 */
export const markdownTable = ({ title, columns, rows, notes }: Table): string => {
  const heads = columns.map((column) => ({ ...column, title: markdownEscaped(column.title) }))
  const grid = markdownRows(
    heads,
    rows.map((row) => columns.map((_, k) => cellText(row[k] ?? { text: '' }))),
  )
  return [`### ${markdownEscaped(title)}`, grid, ...notes.map(markdownEscaped)].join('\n\n')
}

const cellText = ({ text, bold }: TableCell): string => {
  const escaped = markdownEscaped(text)
  return bold && text !== '' ? `**${escaped}**` : escaped
}
