import type { Table, TableCell } from '../table.js'
import { padded, placesOf } from './places.js'

/** Whatever Markdown would take for a mark of its own. */
export const markdownEscaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ')

const cellText = ({ text, bold }: TableCell): string => {
  const escaped = markdownEscaped(text)
  return bold && text !== '' ? `**${escaped}**` : escaped
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
export const markdownTable = (table: Table): string => {
  const lines = [
    table.columns.map(({ title }) => markdownEscaped(title)),
    ...table.rows.map((row) => table.columns.map((_, k) => cellText(row[k] ?? { text: '' }))),
  ]
  const places = table.columns.map((_, k) => Math.max(...lines.map((line) => placesOf(line[k] ?? '')), 4))
  const printed = lines.map((line) =>
    line.map((text, k) => padded(text, places[k] ?? 0, table.columns[k]?.align ?? 'left')),
  )
  const [head = [], ...body] = printed
  const rule = table.columns.map(({ align }, k) => {
    const dashes = '-'.repeat((places[k] ?? 4) - 1)
    return align === 'left' ? `:${dashes}` : `${dashes}:`
  })
  const rows = [head, rule, ...body].map((line) => `| ${line.join(' | ')} |`).join('\n')
  return [`### ${markdownEscaped(table.title)}`, rows, ...table.notes.map(markdownEscaped)].join('\n\n')
}
