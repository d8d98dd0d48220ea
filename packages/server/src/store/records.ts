import type { StreamConfig } from '../stream/config.js'

/** What a stream stands at, for lists of many: told with every page. */
export interface Counts {
  readonly items: number
  readonly open: number
  /** Questions asked and not given back. */
  readonly spent: number
  readonly answers: number
  readonly taught: number
}

export interface StreamRecord {
  readonly id: string
  /** In milliseconds since 1970, as all times here. */
  readonly created: number
  /** Counts the changes of the configuration, from 1: the ETag. */
  readonly version: number
  readonly config: StreamConfig
  /** How many events its log has. */
  readonly seq: number
  readonly counts: Counts
  /** When its last page was written; when it was created, before that. */
  readonly changed: number
}

/** What is kept of an item beside its decision in the log: for looking it up, and for showing it to people. */
export interface ItemRecord {
  readonly id: string
  /** The round, from 1; 0 for one that was taught. */
  readonly t: number
  /** The number of its event in the log. */
  readonly seq: number
  readonly time: number
  readonly predicted: string
  readonly confidence: number
  readonly asked: boolean
  /** The item as it was sent, as JSON; empty once it was erased. */
  readonly content: string
}

/** How a stream stood after some item: the curve of the dashboard, as JSON. */
export interface PointRecord {
  readonly t: number
  readonly time: number
  readonly point: string
}

/** The answer to a request that came with an idempotency key. */
export interface Receipt {
  readonly key: string
  /** A hash of the request: another request must not use the same key. */
  readonly fingerprint: string
  readonly status: number
  readonly body: string
  readonly time: number
}

/** Something to tell a webhook. */
export interface NewDelivery {
  readonly hook: string
  readonly event: string
  /** JSON, as it is sent. */
  readonly body: string
  readonly due: number
}

/** What one request did to a stream: written whole or not at all. */
export interface Page {
  readonly stream: string
  /** The number of its first event: one more than the log had before. */
  readonly seq: number
  readonly count: number
  /** The events, one JSON object a line, without a line end after the last. */
  readonly events: string
  readonly time: number
  readonly counts: Counts
  readonly items: readonly ItemRecord[]
  readonly points: readonly PointRecord[]
  /** Ids of items whose content goes with this page. */
  readonly erased: readonly string[]
  /** Earlier pages that no longer say what an erased item was. Snapshots, which are made of them, go too. */
  readonly redacted?: readonly { readonly seq: number; readonly events: string }[]
  readonly receipt?: Receipt
  readonly deliveries?: readonly NewDelivery[]
}

export type LogPage = Pick<Page, 'seq' | 'count' | 'events' | 'time'>

export type Role = 'owner' | 'labeller' | 'reader'

export interface TokenRecord {
  readonly id: string
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string
  /** Who holds it: the name that stands in the log. */
  readonly name: string
  readonly role: Role
  /** The only stream it is good for; all of them if not given. */
  readonly stream?: string
  readonly created: number
  readonly expires?: number
}

export interface AuditRecord {
  /** Rises. Given by the store. */
  readonly number: number
  readonly time: number
  readonly who: string
  /** The operation, as the API calls it. */
  readonly action: string
  readonly stream?: string
  readonly detail?: string
}

export interface HookRecord {
  readonly id: string
  readonly stream: string
  readonly url: string
  /** What deliveries are signed with. */
  readonly secret: string
  readonly events: readonly string[]
  readonly created: number
}

export interface DeliveryRecord extends NewDelivery {
  /** Rises. Given by the store. */
  readonly number: number
  readonly attempts: number
  readonly state: 'waiting' | 'delivered' | 'dead'
  /** What went wrong the last time. */
  readonly error?: string
}
