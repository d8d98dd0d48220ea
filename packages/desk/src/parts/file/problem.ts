import type { AskanceError } from '@askance/core'

/** An error with its position in the file, counted from 1. */
export interface FileProblem {
  readonly code: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** The names of the columns of a table in which none is the label. */
  readonly columns?: readonly string[]
}

/** Converts an error to plain data, with the position of an `AskanceError` if present. */
export const toFileProblem = (cause: unknown): FileProblem => {
  const {
    code = 'fault',
    message = String(cause),
    position = {},
    details = {},
  } = Object(cause) as Partial<AskanceError>
  const { columns } = details as { readonly columns?: readonly string[] }
  const { source, line, column } = position
  return {
    code,
    message,
    ...(source !== undefined && { file: source }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(columns !== undefined && columns.length > 0 && { columns }),
  }
}

/** An error while reading the file of this name. */
export interface OpenError {
  readonly name: string
  readonly problem: FileProblem
}
