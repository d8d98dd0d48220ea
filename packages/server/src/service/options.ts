import type { Metrics } from '../metrics/metrics.js'
import type { Settings } from '../settings/table.js'
import type { Store } from '../store/store.js'
import type { ServiceLogger } from './loaded-streams.js'

export interface ServiceOptions {
  readonly settings: Settings
  readonly store: Store
  readonly logger?: ServiceLogger
  readonly metrics?: Pick<Metrics, 'label' | 'leases' | 'streamsChanged' | 'appending' | 'operation'>
  /** Returns milliseconds since 1970; defaults to the system clock. */
  readonly clock?: () => number
  /** How often idle streams are unloaded, in milliseconds. */
  readonly tidyEvery?: number
}

/** The logger of a service without one. */
export const SILENT: ServiceLogger = { info: () => undefined, warn: () => undefined, error: () => undefined }
