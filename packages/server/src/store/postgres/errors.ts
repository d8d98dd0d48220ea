import { AskanceError } from '@askance/core'
import pg from 'pg'
import { serverError } from '../../errors.js'
import { Refusal } from '../database.js'
import { errorText } from '../failures.js'

const UNIQUE_VIOLATION = '23505'
const DISK_FULL = '53100'
const DEADLOCK = '40P01'

export const lostError = (error: unknown): Error => serverError('store/lost', { reason: errorText(error) })

const errorCode = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/** Whether the write itself is invalid: bad data, an existing key or a missing row. */
export const isWriteError = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof TypeError || /^(22|23|42|54)/.test(errorCode(error))

/** Whether the transaction was rolled back because another node waited for the same rows; it can be repeated. */
export const isDeadlock = (error: unknown): boolean => errorCode(error) === DEADLOCK

/** Converts a database error. */
export const toStoreError = (error: unknown): Error => {
  if (error instanceof Refusal || error instanceof AskanceError) return error
  const code = errorCode(error)
  if (code === UNIQUE_VIOLATION) return new Refusal('taken')
  if (code === DISK_FULL) return serverError('store/full')
  return isWriteError(error) ? (error as Error) : lostError(error)
}
