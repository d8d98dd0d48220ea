import { counted } from '@askance/core/internals'
import { type OpenedData, understandingLines } from '@askance/data'

/** How the data was understood, in a few lines; empty for formats without columns. */
export const understandingText = ({
  name,
  understanding,
}: Pick<OpenedData, 'name' | 'understanding'>): string => {
  const lines = understandingLines(understanding)
  if (lines.length === 0) return ''
  const { format, columns, encoding } = understanding
  const about = [
    format,
    ...(encoding === undefined ? [] : [encoding]),
    ...(columns.length > 0 ? [counted(columns.length, 'column')] : []),
  ]
  return `${name}: ${about.join(', ')}\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
