import type { StreamConfig } from '../stream/config.js'
import type { Circumstances, OperationName, Request, Result } from '../stream/operations.js'
import type { Draft } from '../stream/stream.js'

export interface Done<Name extends OperationName> {
  readonly result: Result<Name>
  /** What happened, for the log; nothing where nothing did. */
  readonly draft?: Draft
}

/** Where streams live: in a thread of their own, or here. What it is asked to do with a stream it does in that order. */
export interface Engine {
  /** A stream to which nothing has happened yet. */
  open(stream: string, config: StreamConfig): Promise<void>
  /** Brings a stream to where a snapshot was taken; rejects when it is damaged. */
  restore(stream: string, config: StreamConfig, bytes: Uint8Array): Promise<number>
  /** Pages of the log, in order; resolves with the number of the last event. */
  replay(stream: string, pages: readonly string[]): Promise<number>
  run<Name extends OperationName>(
    stream: string,
    name: Name,
    request: Request<Name>,
    circumstances: Circumstances,
  ): Promise<Done<Name>>
  /** A snapshot, and the number of the last event in it. */
  save(stream: string): Promise<{ readonly seq: number; readonly bytes: Uint8Array }>
  drop(stream: string): Promise<void>
  close(): Promise<void>
}
