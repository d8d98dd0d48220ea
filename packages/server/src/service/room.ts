import type { Engine } from '../engines/engine.js'
import type { HookRecord } from '../store/records.js'

/** A stream that is in memory, as the main thread sees it. */
export interface Room {
  readonly id: string
  readonly engine: Engine
  /** The number of the last event on disk, and of the last snapshot there. */
  seq: number
  snapshot: number
  hooks: readonly HookRecord[]
  /** Requests that have begun and not ended. */
  waiting: number
  used: number
  /** Resolves when every page that was handed to the store so far is on disk. */
  written: Promise<void>
  /** Why it may not be used any more: it is ahead of the disk, deleted, or its thread has died. */
  broken: Error | undefined
  isSaving: boolean
}
