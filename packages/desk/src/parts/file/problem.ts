import type { AskanceError } from '@askance/core'

/** An error with its position in the file, counted from 1. */
export interface FileProblem {
  readonly code: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** Converts an error to plain data, with the position of an `AskanceError` if present. */
export const toFileProblem = (cause: unknown): FileProblem => {
  const { code = 'fault', message = String(cause), position = {} } = Object(cause) as Partial<AskanceError>
  const { source, line, column } = position
  return {
    code,
    message,
    ...(source !== undefined && { file: source }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}

/** An error while reading the file of this name. */
export interface OpenError {
  readonly name: string
  readonly problem: FileProblem
}
