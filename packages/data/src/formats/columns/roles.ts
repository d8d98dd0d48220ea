import { dataError } from '../../errors.js'

/** What a column can be used for. */
export const columnRoles = {
  label: 'the class',
  id: 'names the item',
  text: 'words',
  number: 'a number',
  date: 'a day: a number, and the weekday',
  datetime: 'a day and a time: a number, the weekday and the hour',
  category: 'one of several values',
  vector: 'an embedding: a list of numbers',
  ignore: 'not used',
} as const

export type ColumnRole = keyof typeof columnRoles

/** How numbers are written: 1234.5, 1.234,5 or 1,234.5. */
const numberStyles = ['plain', 'comma', 'thousands'] as const
export type NumberStyle = (typeof numberStyles)[number]

/**
 * How dates are written: 2025-12-31, 31.12.2025, 12/31/2025, 31 Dec 2025 (and dates of mails), 20251231, or seconds or
 * milliseconds since 1970.
 */
export const dateStyles = ['iso', 'dmy', 'mdy', 'named', 'compact', 's', 'ms'] as const
export type DateStyle = (typeof dateStyles)[number]

/** A role and, for numbers and dates, optionally how they are written: `number:comma`, `date:dmy`. */
export type ColumnSpec = ColumnRole | `number:${NumberStyle}` | `date:${DateStyle}` | `datetime:${DateStyle}`

const STYLES: Readonly<Record<string, readonly string[]>> = {
  number: numberStyles,
  date: dateStyles,
  datetime: dateStyles,
}

/** What a column specification may look like, for messages. */
export const COLUMN_SPECS = `${Object.keys(columnRoles).join(', ')}; number:${numberStyles.join('|')}; date:${dateStyles.join('|')} (also datetime:)`

/**
 * The role and the style of a column specification.
 *
 * @example
 * parsedSpec('date:dmy') // => { role: 'date', style: 'dmy' }
 * parsedSpec('text') // => { role: 'text', style: undefined }
 * parsedSpec('colour') // => throws columns/role
 */
export const parsedSpec = (spec: string): { role: ColumnRole; style: string | undefined } => {
  const [role = '', style, ...rest] = spec.split(':')
  const isStyle = style === undefined || (Object.hasOwn(STYLES, role) && STYLES[role]!.includes(style))
  if (!Object.hasOwn(columnRoles, role) || !isStyle || rest.length > 0)
    throw dataError('columns/role', { found: spec, expected: COLUMN_SPECS })
  return { role: role as ColumnRole, style }
}
