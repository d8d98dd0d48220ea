import { AskanceError, type Position } from '@askance/core'
import { dataError, type dataErrorTable } from '../../errors.js'
import type { Group } from './decode.js'

/** What the decoding thread is started with. Descriptors of files are the same in all threads. */
export interface Task {
  readonly fd: number
  readonly byteLength: number
  readonly source: string
  readonly most: number
}

export type Answer =
  /** It goes on: what is decoded next lies in a row group of so many bytes, and its first row has this number. */
  | { readonly kind: 'alive'; readonly bytes: number; readonly first: number }
  | { readonly kind: 'group'; readonly group: Group | undefined }
  | { readonly kind: 'error'; readonly error: SentError }
  | { readonly kind: 'fault'; readonly fault: unknown }

/** Of our errors only plain data can cross to another thread. */
interface SentError {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly position: Position | undefined
}

export const sentError = (cause: unknown): Answer =>
  cause instanceof AskanceError
    ? { kind: 'error', error: { code: cause.code, details: cause.details, position: cause.position } }
    : { kind: 'fault', fault: cause }

export const receivedError = ({ code, details, position }: SentError): AskanceError =>
  dataError(code as keyof typeof dataErrorTable, details, position)
