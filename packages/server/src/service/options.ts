import type { Cluster } from '../cluster/cluster.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Settings } from '../settings/table.js'
import type { Store } from '../store/store.js'
import type { ServiceLogger } from './loaded-stream.js'

/** Which streams this process may write, where several share a database. */
export interface Ownership {
  /** The epoch under which this node owns the stream. Throws `stream/unowned` if it does not, or may have been taken for dead. */
  epochOf(stream: string): number
  /** Called when the store has refused a page of the stream, because another node may own it. */
  refused(stream: string): void
  /** Called when the stream is not the one that this node owns: it was deleted, and perhaps created again. */
  forget(stream: string): void
  /** Resolves if this node is alive for the others; rejects with the reason otherwise. */
  check(): Promise<void>
}

/** The wide streams of a service with a cluster. */
export type WideStreams = Pick<Cluster, 'has' | 'observe' | 'begin' | 'changed' | 'ended'>

export interface ServiceOptions {
  readonly settings: Settings
  readonly store: Store
  readonly logger?: ServiceLogger
  readonly metrics?: Pick<Metrics, 'label' | 'leases' | 'streamsChanged' | 'appending' | 'operation'>
  /** Returns milliseconds since 1970; defaults to the system clock. */
  readonly clock?: () => number
  /** Missing if this is the only process on the store. */
  readonly ownership?: Ownership
  /** Missing if there are no wide streams. */
  readonly cluster?: WideStreams
  /** How often idle streams are unloaded, in milliseconds. */
  readonly tidyEvery?: number
}

/** What the streams in memory use. */
export interface LoadedStreamsOptions {
  readonly store: Store
  readonly settings: Settings
  readonly logger: ServiceLogger
  readonly metrics: Pick<Metrics, 'appending'> | undefined
  readonly ownership: Ownership | undefined
  now(): number
  /** Called after every page, with the error if the store could not be written. */
  onWrite(error?: Error): void
}

/** The logger of a service without one. */
export const SILENT: ServiceLogger = { info: () => undefined, warn: () => undefined, error: () => undefined }
