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
/** In one line. */
const MAX_SHORT_NAMES = 4
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
  const lines = byRole(columns).map(
    ([heading, found]) => `${heading.padEnd(WIDTH)}${found.length > 0 ? namesText(found) : 'none found'}`,
  )
  return [...lines, ...notes]
}

/**
 * The same in one line, without reasons; empty for formats without columns.
 *
 * @example
 * const columns = [
 *   { name: 'team', spec: 'label' },
 *   { name: 'body', spec: 'text' },
 *   { name: 'price', spec: 'number:comma' },
 *   { name: 'tax', spec: 'number' },
 * ] as const
 * understandingLine({ format: 'csv', columns }) // => 'label: team; text: body; numbers: price, tax'
 */
export const understandingLine = ({ columns }: Pick<Understanding, 'columns'>): string => {
  if (columns.length === 0) return ''
  const parts = byRole(columns).map(([heading, found]) => {
    const names = found.map(({ name }) => shownName(name))
    const shown = names.length > 0 ? listed(names, names.length, MAX_SHORT_NAMES) : 'none found'
    return `${heading}: ${shown}${heading === 'label' ? warningOf(found[0]) : ''}`
  })
  return parts.join('; ')
}

/** What is probably a mistake in the labels, such as a class in capitals and in small letters. */
const warningOf = (label: UnderstoodColumn | undefined): string => {
  const [, warning] = label?.why?.split('; ') ?? []
  return warning === undefined ? '' : ` (${warning})`
}

/** The columns of each role; the label also if there is none. */
const byRole = (columns: readonly UnderstoodColumn[]) =>
  HEADINGS.map(
    ([heading, roles]) =>
      [heading, columns.filter(({ spec }) => roles.includes(parsedSpec(spec).role))] as const,
  ).filter(([heading, found]) => found.length > 0 || heading === 'label')

const namesText = (columns: readonly UnderstoodColumn[]): string => {
  const shown = groupsOf(columns).flatMap((group) => {
    const about = aboutText(group[0]!)
    const names = group.map(({ name }) => shownName(name))
    if (about === '') return names
    if (names.length < MIN_GROUP) return names.map((name) => `${name} (${about})`)
    return [`${names[0]} … ${names.at(-1)} (${names.length} columns, ${about})`]
  })
  return listed(shown, shown.length, MAX_NAMES)
}

/** So many neighbours with the same reason are one entry, such as the columns that a tool has added. */
const MIN_GROUP = 4

const groupsOf = (columns: readonly UnderstoodColumn[]): readonly (readonly UnderstoodColumn[])[] => {
  const groups: UnderstoodColumn[][] = []
  for (const column of columns) {
    const last = groups.at(-1)
    if (last && aboutText(last[0]!) === aboutText(column)) last.push(column)
    else groups.push([column])
  }
  return groups
}

const aboutText = ({ spec, why }: UnderstoodColumn): string => {
  const style = parsedSpec(spec).style
  return [style === undefined ? undefined : STYLE_NAMES[style], why]
    .filter((one) => one !== undefined)
    .join(', ')
}

const shownName = (name: string): string => (name === '' ? '(no name)' : name)

const listed = (names: readonly string[], all: number, max: number): string => {
  const shown = names.slice(0, max)
  return `${shown.join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`
}
