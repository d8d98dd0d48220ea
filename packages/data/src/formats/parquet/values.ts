import type { DeclaredType } from '../columns/detect.js'
import { isVectorColumn } from '../columns/vectors.js'

/** "PAR1", the first and last bytes of every Parquet file. */
export const MAGIC = [0x50, 0x41, 0x52, 0x31]

export const isParquet = (bytes: Uint8Array): boolean => MAGIC.every((byte, k) => bytes[k] === byte)

/** The value as a text field, as in CSV: lists and objects as JSON; null if it is missing. */
export const fieldOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (isNested(value) && !ArrayBuffer.isView(value)) return JSON.stringify(plainValue(value))
  return typeof value === 'number' && Number.isNaN(value) ? null : String(value)
}

/** The value as JSON has it; lists and structures stay as they are. */
export const plainValue = (value: unknown): string | number | boolean | object | null => {
  if (isNested(value))
    return JSON.parse(
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)),
    ) as object
  return typeof value === 'boolean' || Number.isFinite(value) ? (value as number | boolean) : fieldOf(value)
}

/** Whether the value is a list or a structure. */
export const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

/** The type of a column, by its first values. A string column is never numeric, even if all its values look like numbers. */
export const declaredType = (name: string, values: readonly unknown[]): DeclaredType => {
  if (values.some(isNested) && isVectorColumn(name, values)) return 'vector'
  if (values.some(isNested)) return 'nested'
  const present = values.filter((value) => value !== null && value !== undefined)
  if (present.some((value) => typeof value === 'number' || typeof value === 'bigint')) return 'number'
  if (present.length > 0 && present.every((value) => value instanceof Date)) return 'date'
  return present.every((value) => typeof value === 'boolean') ? 'category' : 'string'
}
