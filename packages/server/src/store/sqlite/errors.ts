import { AskanceError } from '@askance/core'
import { serverError } from '../../errors.js'
import { Refusal } from '../database.js'
import { type OpeningFailure, reasonOf } from '../failures.js'
import { faultOf } from './faults.js'

/** The error that the rest of the server sees. */
export const errorOf = (error: unknown): Error => {
  const fault = faultOf(error)
  if (fault === 'opening') {
    const { code, details } = error as OpeningFailure
    return serverError(code, details)
  }
  if (fault === 'missing' || fault === 'taken') return new Refusal(fault)
  if (fault === 'full') return serverError('store/full')
  return fault === 'lost' ? serverError('store/lost', { reason: reasonOf(error) }) : (error as Error)
}

/** Runs what works on a file in this thread, with the same errors as in the others. */
export const sqliteErrors = async <Result>(action: () => Promise<Result>): Promise<Result> => {
  try {
    return await action()
  } catch (error) {
    throw error instanceof AskanceError ? error : errorOf(error)
  }
}
