import { dataError } from './errors.js'

/** The option itself, once it is a whole number in range. */
export const wholeOption = (name: string, value: number, least: number, most: number): number => {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw dataError('option/value', { name, value, expected: `a whole number from ${least} to ${most}` })
  return value
}

/** The option itself, once it is a probability. */
export const shareOption = (name: string, value: number): number => {
  if (!(value >= 0 && value <= 1))
    throw dataError('option/value', { name, value, expected: 'a number from 0 to 1' })
  return value
}
