import type { Column } from '../../item.js'
import { kindOf } from '../table.js'

/** "PAR1", the first and last bytes of every Parquet file. */
export const MAGIC = [0x50, 0x41, 0x52, 0x31]

export const isParquet = (bytes: Uint8Array): boolean => MAGIC.every((byte, k) => bytes[k] === byte)

/** The value as a text field, as in CSV; null if it is missing. */
export const fieldOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  return typeof value === 'number' && Number.isNaN(value) ? null : String(value)
}

/** Whether the value is a list or a structure. */
export const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

/** The column type, detected from the first values; undefined if they are nested. */
export const columnKind = (values: readonly unknown[]): Column['kind'] | undefined => {
  if (values.some(isNested)) return undefined
  const present = values.filter((value) => value !== null && value !== undefined)
  if (present.some((value) => typeof value === 'number' || typeof value === 'bigint')) return 'number'
  if (present.every((value) => typeof value === 'boolean' || value instanceof Date)) return 'category'
  // A string column is never numeric, even if all its values look like numbers.
  const kind = kindOf(present.map((value) => fieldOf(value)!))
  return kind === 'number' ? 'category' : kind
}
