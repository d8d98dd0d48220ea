import { counted } from '@askance/core/internals'
import { type OpenedData, understandingLine, understandingLines } from '@askance/data'

/** How the data was understood, in a line or, with `details`, in a few; empty for formats without columns. */
export const understandingText = (
  { name, understanding }: Pick<OpenedData, 'name' | 'understanding'>,
  details: boolean,
): string => {
  const lines = understandingLines(understanding)
  if (lines.length === 0) return ''
  const { format, columns, encoding } = understanding
  const about = [
    format,
    ...(encoding === undefined ? [] : [encoding]),
    ...(columns.length > 0 ? [counted(columns.length, 'column')] : []),
  ]
  if (!details) {
    const notes = (understanding.notes ?? []).map((note) => note.replace(/ {2,}/, ': '))
    return `${name}: ${[about.join(', '), understandingLine(understanding), ...notes].filter(Boolean).join('; ')}\n`
  }
  return `${name}: ${about.join(', ')}\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
