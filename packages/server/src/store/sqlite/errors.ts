import { AskanceError } from '@askance/core'
import { serverError } from '../../errors.js'
import { Refusal } from '../database.js'
import { errorText, type OpeningFailure } from '../failures.js'
import { errorKind } from './error-kind.js'

/** The error that the rest of the server sees. */
export const toStoreError = (error: unknown): Error => {
  const fault = errorKind(error)
  if (fault === 'opening') {
    const { code, details } = error as OpeningFailure
    return serverError(code, details)
  }
  if (fault === 'missing' || fault === 'taken') return new Refusal(fault)
  if (fault === 'full') return serverError('store/full')
  return fault === 'lost' ? serverError('store/lost', { reason: errorText(error) }) : (error as Error)
}

/** Runs what works on a file in this thread, with the same errors as in the others. */
export const sqliteErrors = async <Result>(action: () => Promise<Result>): Promise<Result> => {
  try {
    return await action()
  } catch (error) {
    throw error instanceof AskanceError ? error : toStoreError(error)
  }
}
