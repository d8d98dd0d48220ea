import { AskanceError } from '@askance/core'
import { serverError } from '../../errors.js'
import { Refusal } from '../database.js'
import { faultOf } from './faults.js'
import type { Fault } from './messages.js'

/** The error for those who wait in the main thread. */
export const errorOf = (fault: Fault): Error => {
  if (fault.kind === 'opening') return serverError(fault.code, fault.details)
  if (fault.kind === 'missing' || fault.kind === 'taken') return new Refusal(fault.kind)
  if (fault.kind === 'full') return serverError('store/full')
  return fault.kind === 'lost'
    ? serverError('store/lost', { reason: fault.message })
    : new Error(fault.message)
}

/** Runs what works on a file in this thread, with the same errors as in the others. */
export const sqliteErrors = async <Result>(action: () => Promise<Result>): Promise<Result> => {
  try {
    return await action()
  } catch (error) {
    const fault = faultOf(error)
    throw error instanceof AskanceError || fault.kind === 'other' ? error : errorOf(fault)
  }
}
