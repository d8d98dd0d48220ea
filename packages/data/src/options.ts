import { dataError } from './errors.js'

/** Validates a whole-number option. */
export const wholeOption = (name: string, value: number, least: number, most: number): number => {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw dataError('data/option', { name, value, expected: `a whole number from ${least} to ${most}` })
  return value
}

/** Validates an option from 0 to 1. */
export const shareOption = (name: string, value: number): number => {
  if (!(value >= 0 && value <= 1))
    throw dataError('data/option', { name, value, expected: 'a number from 0 to 1' })
  return value
}

/** Special bytes of text formats. */
export const TAB = 0x09
export const NEWLINE = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const HASH = 0x23
export const PLUS = 0x2b
export const COMMA = 0x2c
export const MINUS = 0x2d
export const DOT = 0x2e
export const ZERO = 0x30
export const COLON = 0x3a
