import { AskanceError } from '@askance/core'
import { serverError } from '../../errors.js'
import { Refusal } from '../database.js'
import { errorText, type OpeningFailure } from '../failures.js'
import { errorKind } from './error-kind.js'

/** Converts an error of a store thread. */
export const toStoreError = (error: unknown): Error => {
  const kind = errorKind(error)
  if (kind === 'opening') {
    const { code, details } = error as OpeningFailure
    return serverError(code, details)
  }
  if (kind === 'missing' || kind === 'taken') return new Refusal(kind)
  if (kind === 'full') return serverError('store/full')
  return kind === 'lost' ? serverError('store/lost', { reason: errorText(error) }) : (error as Error)
}

/** Runs an action in this thread with the same error conversion as in store threads. */
export const sqliteErrors = async <Result>(action: () => Promise<Result>): Promise<Result> => {
  try {
    return await action()
  } catch (error) {
    throw error instanceof AskanceError ? error : toStoreError(error)
  }
}
