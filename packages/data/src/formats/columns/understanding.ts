import { type ColumnRole, type ColumnSpec, parsedSpec } from './roles.js'

/** What a column is used for, and why. */
export interface UnderstoodColumn {
  readonly name: string
  readonly spec: ColumnSpec
  /** The reason, where it is not obvious. */
  readonly why?: string
}

/** How a file was understood. Corrections are reading options: `columns: { name: spec }`. */
export interface Understanding {
  readonly format: string
  /** The text encoding, unless it is UTF-8. */
  readonly encoding?: string
  /** The character between two fields, unless it is a comma. */
  readonly delimiter?: string
  /** Every column of the file in its order; empty if the format has none. */
  readonly columns: readonly UnderstoodColumn[]
  /** What else a reader should know. */
  readonly notes?: readonly string[]
}

const HEADINGS: readonly (readonly [string, readonly ColumnRole[]])[] = [
  ['label', ['label']],
  ['text', ['text']],
  ['id', ['id']],
  ['numbers', ['number']],
  ['dates', ['date', 'datetime']],
  ['categories', ['category']],
  ['vector', ['vector']],
  ['ignored', ['ignore']],
]

const STYLE_NAMES: Readonly<Record<string, string>> = {
  comma: 'decimal comma',
  thousands: 'comma between thousands',
  dmy: 'day.month.year',
  mdy: 'month/day/year',
  s: 'seconds since 1970',
  ms: 'milliseconds since 1970',
}
const MAX_NAMES = 12
const WIDTH = 12

/**
 * A few lines that say how a file was understood; none for formats without columns.
 *
 * @example
 * const columns = [
 *   { name: 'Ticket-ID', spec: 'id' },
 *   { name: 'price', spec: 'number:comma' },
 *   { name: 'team', spec: 'label', why: '3 different values' },
 *   { name: 'Unnamed: 0', spec: 'ignore', why: 'is the index of pandas' },
 * ] as const
 * understandingLines({ format: 'csv', columns })[0] // => 'label       team (3 different values)'
 * understandingLines({ format: 'csv', columns }).length // => 4
 */
export const understandingLines = ({ columns, notes = [] }: Understanding): readonly string[] => {
  if (columns.length === 0) return notes
  const lines = HEADINGS.flatMap(([heading, roles]) => {
    const found = columns.filter(({ spec }) => roles.includes(parsedSpec(spec).role))
    if (found.length > 0) return [`${heading.padEnd(WIDTH)}${namesText(found)}`]
    return heading === 'label' ? ['label       none found'] : []
  })
  return [...lines, ...notes]
}

const namesText = (columns: readonly UnderstoodColumn[]): string => {
  const shown = columns.slice(0, MAX_NAMES).map(({ name, spec, why }) => {
    const style = parsedSpec(spec).style
    const about = [style === undefined ? undefined : STYLE_NAMES[style], why].filter(
      (one) => one !== undefined,
    )
    const short = name === '' ? '(no name)' : name
    return about.length > 0 ? `${short} (${about.join(', ')})` : short
  })
  const rest = columns.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
