import { AskanceError, type Position } from '@askance/core'
import { dataError, type dataErrorTable } from '../../errors.js'
import type { IndexBase } from '../batch.js'
import type { LibsvmOptions } from '../options.js'
import type { SlotShape } from './slot.js'

/** What the reading thread is started with. */
export interface Task {
  readonly path: string
  readonly options: Omit<LibsvmOptions, 'names'>
  readonly names: readonly string[]
  readonly mostNames: number
  /** One state for each slot. */
  readonly states: Int32Array
}

/** A batch that lies in a slot. */
export interface BatchMessage {
  readonly kind: 'batch'
  readonly slot: number
  /** The memory of the slot and how it is cut, when it is new. */
  readonly renewed: SlotShape | undefined
  readonly length: number
  readonly firstLine: number
  readonly base: IndexBase
  /** The names met for the first time. */
  readonly names: readonly string[] | undefined
  readonly progress: ReadSoFar | undefined
}

/** The latest that a `Progress` was told. */
export interface ReadSoFar {
  readonly done: number
  readonly total: number | undefined
}

export type Message =
  | BatchMessage
  | { readonly kind: 'end'; readonly progress: ReadSoFar | undefined }
  | { readonly kind: 'error'; readonly error: SentError }
  | { readonly kind: 'fault'; readonly fault: unknown }

/** Of our errors only plain data can cross to another thread. */
interface SentError {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly position: Position | undefined
}

export const sentError = (cause: unknown): Message =>
  cause instanceof AskanceError
    ? { kind: 'error', error: { code: cause.code, details: cause.details, position: cause.position } }
    : { kind: 'fault', fault: cause }

export const receivedError = ({ code, details, position }: SentError): AskanceError =>
  dataError(code as keyof typeof dataErrorTable, details, position)
