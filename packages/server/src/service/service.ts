import type { Settings } from '../settings/table.js'
import type { Page, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { StreamChange, StreamConfig } from '../stream/config.js'
import type { OperationName, Request, Result } from '../stream/operations.js'

/** Who asks, and the key by which the request is known again. */
export interface Caller {
  readonly by: string
  readonly key?: { readonly key: string; readonly fingerprint: string }
}

/** What the outside sees of the service: streams, and what can be done with each. All of it is on disk when it is said. */
export interface Service {
  readonly settings: Settings
  readonly store: Store
  /** Milliseconds since 1970, or what a test says. */
  now(): number

  createStream(id: string, config: StreamConfig, by: string): Promise<StreamRecord>
  /** Changes some of the configuration, where the version is still this one. */
  changeStream(id: string, version: number, change: StreamChange, by: string): Promise<StreamRecord>
  deleteStream(id: string, by: string): Promise<void>

  /**
   * Does something with a stream. Rejects with an `AskanceError` whose code tells what was wrong. With a key, a request
   * that was answered before is answered the same again.
   */
  run<Name extends OperationName>(
    stream: string,
    name: Name,
    request: Request<Name>,
    caller: Caller,
  ): Promise<Result<Name>>

  /** Is told every page of a stream once it is on disk, until the returned function is called. */
  follow(stream: string, told: (page: Page) => void): () => void
  /** Is told every page of every stream. */
  followAll(told: (page: Page) => void): () => void

  /** The webhooks of a stream are others now. */
  hooksChanged(stream: string): Promise<void>
  /** How many streams are in memory. */
  readonly loaded: number

  /** Resolves when requests can be served; rejects with the reason why not. */
  ready(): Promise<void>
  /** Finishes what has begun, takes snapshots, lets the store go. */
  close(): Promise<void>
}
