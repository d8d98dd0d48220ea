import type { StreamConfig } from '../stream/config.js'

/** The counts of a stream, updated with every page. */
export interface Counts {
  readonly items: number
  readonly open: number
  /** Questions charged to the budget. */
  readonly spent: number
  readonly answers: number
  readonly taught: number
}

export interface StreamRecord {
  readonly id: string
  /** In milliseconds since 1970, like all times here. */
  readonly created: number
  /** The version of the configuration, counted from 1; also the ETag. */
  readonly version: number
  readonly config: StreamConfig
  /** The number of events in the log. */
  readonly seq: number
  readonly counts: Counts
  /** When the last page was written, or when the stream was created. */
  readonly changed: number
}

/** A stored item, for lookup and display. Its decision is in the log. */
export interface ItemRecord {
  readonly id: string
  /** The round, counted from 1; 0 for an example. */
  readonly t: number
  /** The number of the event in the log. */
  readonly seq: number
  readonly time: number
  readonly predicted: string
  readonly confidence: number
  readonly asked: boolean
  /** The item as JSON; empty after it was erased. */
  readonly content: string
}

/** Items by column, as they are inserted: many objects are expensive to send from thread to thread. */
export type ItemColumns = { readonly [Name in keyof ItemRecord]: readonly ItemRecord[Name][] }

/**
 * Consecutive items that were not asked about, in one row of the store. The service created their ids at the same time, so
 * they begin with the same characters.
 */
export interface ItemPack {
  /** The event and the round of the first item. */
  readonly seq: number
  readonly t: number
  /** The round of the last item. */
  readonly last: number
  readonly count: number
  readonly time: number
  /** The labels to which the items refer, as JSON. */
  readonly labels: string
  /** The beginning of the ids. */
  readonly stamp: string
  /** The rest, as `ItemPacker` writes it. */
  readonly items: string
}

/** A point of the dashboard curve, as JSON. */
export interface PointRecord {
  readonly t: number
  readonly time: number
  readonly point: string
}

/** The stored response to a request with an idempotency key. */
export interface Receipt {
  readonly key: string
  /** A hash of the request, to detect reuse of the key for another request. */
  readonly fingerprint: string
  readonly status: number
  readonly body: string
  readonly time: number
}

/** A message for a webhook. */
export interface NewDelivery {
  readonly hook: string
  readonly event: string
  /** The JSON body. */
  readonly body: string
  readonly due: number
}

/** The changes of one request to a stream, written in one transaction. */
export interface Page {
  readonly stream: string
  /** The epoch of the stream when its writer loaded it: a page of an earlier owner is refused. Not checked if missing. */
  readonly epoch?: number
  /** The number of its first event. */
  readonly seq: number
  readonly count: number
  /** The events, one JSON object per line, without a trailing newline. `item: true` stands for the content of the item. */
  readonly events: string
  readonly time: number
  readonly counts: Counts
  readonly items: ItemColumns
  /** The other new items. */
  readonly packs?: readonly ItemPack[]
  readonly points: readonly PointRecord[]
  /** Ids of items whose content is erased by this page. */
  readonly erased: readonly string[]
  /** Stored items that were asked about now. */
  readonly asked?: readonly string[]
  /** What is erased from earlier pages, snapshots and stored responses. */
  readonly redaction?: Redaction
  /** Events about items that are not the first event of the item, which `ItemRecord.seq` names. */
  readonly itemEvents?: readonly ItemEvent[]
  /** Characters of the items that the events refer to instead of having their rows; 0 if none do. */
  readonly contents?: number
  /** Set if all events are predictions of new items, and none was asked about. */
  readonly isQuiet?: boolean
  readonly receipt?: Receipt
  readonly deliveries?: readonly NewDelivery[]
}

/** Removes something from what is stored already. */
export interface Redaction {
  /** Pages that are replaced; the number of events stays. */
  readonly pages: readonly { readonly seq: number; readonly events: string }[]
  /** Packs of items that are replaced. */
  readonly packs?: readonly Pick<ItemPack, 'seq' | 'items'>[]
  /** Snapshots from this event on are deleted, and those being written are rejected. Undefined if no snapshot contains what is removed. */
  readonly from?: number
  /** Stored responses and sent messages with one of these ids or names are deleted. */
  readonly words: readonly string[]
}

export type LogPage = Pick<Page, 'seq' | 'count' | 'events' | 'time'>

/** An event about an item, by its number in the log. */
interface ItemEvent {
  readonly id: string
  readonly seq: number
}

/** A page of the log and the items that its events refer to, as they are stored; `wholeEvents` puts them together. */
export interface ReplayPage extends Pick<Page, 'seq' | 'count' | 'events'> {
  /** The compressed events; without it, `events` has them. */
  readonly packed?: Uint8Array
  readonly items: Pick<ItemColumns, 'seq' | 'content'>
}

export type Role = 'owner' | 'labeller' | 'reader'

/** What somebody can do in a stream; see `access/grants.ts`. */
export type Action = 'read' | 'answer' | 'export' | 'manage'

/** What a person or a role may do in a stream. */
export interface GrantRecord {
  /** `name:` and the name of a person, or `role:` and a role. */
  readonly subject: string
  /** Empty for all streams. */
  readonly stream: string
  /** Empty if the stream is hidden from the subject. */
  readonly actions: readonly Action[]
  readonly created: number
}

/** A bearer token, or the session of a browser. */
export type TokenKind = 'token' | 'session'

export interface TokenRecord {
  readonly id: string
  readonly kind: TokenKind
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string
  /** The name of the holder, as recorded in the log. */
  readonly name: string
  readonly role: Role
  /** Restricts the token to one stream. */
  readonly stream?: string
  readonly created: number
  readonly expires?: number
  /** The hash of the secret before the last rotation, and until when it is valid. */
  readonly previous?: string
  readonly previousUntil?: number
  /** When the token was last used, to the minute. */
  readonly used?: number
}

export interface AuditRecord {
  /** Assigned by the store, increasing. */
  readonly number: number
  readonly time: number
  readonly who: string
  /** The operation id of the API. */
  readonly action: string
  readonly stream?: string
  readonly detail?: string
}

/** Which predictions a webhook is sent. */
export interface HookFilter {
  readonly classes?: readonly string[]
  readonly minConfidence?: number
  readonly maxConfidence?: number
}

export interface HookRecord {
  readonly id: string
  readonly stream: string
  readonly url: string
  /** The signing secret. */
  readonly secret: string
  readonly events: readonly string[]
  readonly filter?: HookFilter
  readonly created: number
}

export interface DeliveryRecord extends NewDelivery {
  /** Assigned by the store, increasing. */
  readonly number: number
  readonly attempts: number
  readonly state: 'waiting' | 'delivered' | 'dead'
  /** Why the last attempt failed. */
  readonly error?: string
}

/** A message that replaces others. */
export interface DeliveryMerge {
  readonly delivery: NewDelivery
  /** The numbers of the messages that it replaces. */
  readonly replaced: readonly number[]
}
