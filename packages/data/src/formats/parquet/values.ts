import type { Column } from '../../item.js'
import { kindOf } from '../table.js'

/** The bytes every Parquet file begins and ends with: PAR1. */
export const MAGIC = [0x50, 0x41, 0x52, 0x31]

export const isParquet = (bytes: Uint8Array): boolean => MAGIC.every((byte, k) => bytes[k] === byte)

/** The field that a value of a Parquet column would be in a table of text; null where it is missing. */
export const fieldOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  return typeof value === 'number' && Number.isNaN(value) ? null : String(value)
}

/** Lists and structures are no cells. */
export const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

/** What a column is, by its first values; undefined when they are nested. */
export const columnKind = (values: readonly unknown[]): Column['kind'] | undefined => {
  if (values.some(isNested)) return undefined
  const present = values.filter((value) => value !== null && value !== undefined)
  if (present.some((value) => typeof value === 'number' || typeof value === 'bigint')) return 'number'
  if (present.every((value) => typeof value === 'boolean' || value instanceof Date)) return 'category'
  // A column of strings stays one, even if all of them look like numbers.
  const kind = kindOf(present.map((value) => fieldOf(value)!))
  return kind === 'number' ? 'category' : kind
}
