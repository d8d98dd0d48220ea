import { serverError } from '../errors.js'
import { type Column, type Columns, type Decoded, decodeMessage, isRecord } from './codec.js'

/** Runs a decoder of a kind: whatever is wrong with the bytes, it throws `wire/message`. */
export const decoded = <Value>(kind: string, bytes: Uint8Array, read: (message: Decoded) => Value): Value => {
  const message = decodeMessage(kind, bytes)
  try {
    return read(message)
  } catch (error) {
    throw serverError('wire/message', {
      kind,
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}

export const check = (holds: boolean, reason: string): void => {
  if (!holds) throw new Error(reason)
}

export const numberIn = (head: unknown, name: string): number => {
  const value = isRecord(head) ? head[name] : undefined
  check(typeof value === 'number' && Number.isFinite(value), `${name} is not a number`)
  return value as number
}

/** A whole number from 0. */
export const countIn = (head: unknown, name: string): number => {
  const value = numberIn(head, name)
  check(Number.isSafeInteger(value) && value >= 0, `${name} is not a whole number from 0`)
  return value
}

export const listIn = (head: unknown, name: string): readonly unknown[] => {
  const value = isRecord(head) ? head[name] : undefined
  check(Array.isArray(value), `${name} is not a list`)
  return value as readonly unknown[]
}

export const textsIn = (head: unknown, name: string): readonly string[] => {
  const texts = listIn(head, name)
  check(
    texts.every((text) => typeof text === 'string'),
    `${name} is not a list of texts`,
  )
  return texts as readonly string[]
}

type Kinds = { readonly f64: Float64Array; readonly i32: Int32Array; readonly u8: Uint8Array }

export const columnIn = <Name extends keyof Kinds>(
  columns: Columns,
  name: string,
  type: Name,
  length?: number,
): Kinds[Name] => {
  const column: Column | undefined = Object.hasOwn(columns, name) ? columns[name] : undefined
  const Type = { f64: Float64Array, i32: Int32Array, u8: Uint8Array }[type]
  check(column instanceof Type, `there is no column ${name} of type ${type}`)
  check(length === undefined || column?.length === length, `column ${name} does not have ${length} entries`)
  return column as Kinds[Name]
}
