import { AskanceError } from '@askance/core'

/** A method of a workshop, called from another thread. */
export interface Call {
  readonly number: number
  readonly method: string
  readonly given: readonly unknown[]
}

export type Reply =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly fault: Fault }

/** An error as it crosses threads, where its class is lost. */
export interface Fault {
  readonly message: string
  readonly stack: string
  /** Of a mistake of the user. */
  readonly mistake?: Pick<AskanceError, 'code' | 'details' | 'position'>
}

export const faultOf = (error: unknown): Fault => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (!(error instanceof AskanceError)) return { message, stack }
  const { code, details, position } = error
  return { message, stack, mistake: { code, details, position } }
}

export const errorOf = ({ message, stack, mistake }: Fault): Error => {
  if (!mistake) return Object.assign(new Error(message), { stack })
  // The message has its position before it already.
  const error = new AskanceError(mistake.code, message, mistake.details)
  return mistake.position ? Object.assign(error, { position: mistake.position }) : error
}
