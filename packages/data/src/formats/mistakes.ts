import { AskanceError } from '@askance/core'
import { dataError } from '../errors.js'
import type { ItemOptions } from './options.js'

/** What to do about a broken record. */
export type Mistakes = (cause: unknown) => void

/** Throws at the first, or skips and tells. Only mistakes of the input can be skipped. */
export const mistakesOf = ({ onError = 'stop', onSkip }: ItemOptions): Mistakes => {
  if (onError !== 'stop' && onError !== 'skip')
    throw dataError('option/value', { name: 'onError', value: onError, expected: 'stop or skip' })
  return (cause) => {
    if (onError === 'stop' || !(cause instanceof AskanceError)) throw cause
    onSkip?.(cause)
  }
}

/** While looking ahead, broken records are passed over: reading will meet them again. */
export const passOver: Mistakes = (cause) => {
  if (!(cause instanceof AskanceError)) throw cause
}
