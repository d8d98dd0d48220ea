import { AskanceError } from '@askance/core'
import { hasCode } from '@askance/core/internals'
import { wireName } from '../cluster/wire.js'
import type { Engine } from '../engines/engine.js'
import { serverError } from '../errors.js'
import type { HookRecord, StreamRecord } from '../store/records.js'

export interface ServiceLogger {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The main thread's view of a stream in memory. */
export interface LoadedStream {
  readonly id: string
  readonly engine: Engine
  /** The epoch of the stream when it was loaded, which its pages must have. */
  readonly epoch: number
  /** Its name on the wire and its partitions, if it is wide. */
  readonly wide: { readonly name: string; readonly partitions: number } | undefined
  /** The number of the last event on disk. */
  seq: number
  snapshot: number
  hooks: readonly HookRecord[]
  /** Requests in flight. */
  waiting: number
  used: number
  /** Resolves when every page appended so far is on disk. */
  written: Promise<void>
  /** Why it must not be used any more: a write failed, it was deleted, or its thread died. */
  broken: Error | undefined
  isSaving: boolean
  /** The generation of its content, without which no snapshot is stored. */
  readonly generation: number
  readonly isPool: boolean
  /** Content was erased that its state depends on, so it is rebuilt. */
  isOutdated: boolean
  /** Increases when the log begins to be renamed, and when that has ended. */
  renames: number
  /** How long it took to load, in milliseconds. */
  readonly loading: number
  /** A computation between requests is running. */
  isWorking: boolean
  hasWork: boolean
}

/** A page that was refused says nothing about the store. */
export const isStoreError = (error: unknown): error is AskanceError =>
  error instanceof AskanceError && error.code.startsWith('store/')

/** Throws the reason why a stream must not be used any more. */
export const checkUnbroken = ({ broken }: LoadedStream): void => {
  if (broken) throw broken
}

/** Counts the begin and the end of an operation that renames a person in the log. */
export const whileRenaming = async <Value>(
  loaded: LoadedStream,
  operating: Promise<Value>,
): Promise<Value> => {
  loaded.renames++
  try {
    return await operating
  } finally {
    loaded.renames++
  }
}

/** The operation that took too long has its own error; others of the stream can be repeated. */
export const lossOf = ({ id }: LoadedStream, error: Error): Error =>
  hasCode(error, 'operation/timeout') ? serverError('stream/unloaded', { stream: id }) : error

export const wideOf = ({ id, created, config: { partitions } }: StreamRecord): LoadedStream['wide'] =>
  partitions === undefined ? undefined : { name: wireName(id, created), partitions }

/** A snapshot of a long stream is expensive, so it needs at least this share of new events. */
const SNAPSHOT_SHARE = 0.05
/** An event of a wide stream can be a whole page, so it counts as so many. */
const WIDE_EVENT = 20

export const isSnapshotDue = ({ seq, snapshot, wide }: LoadedStream, every: number): boolean =>
  seq - snapshot >= Math.max(wide ? every / WIDE_EVENT : every, SNAPSHOT_SHARE * seq)
