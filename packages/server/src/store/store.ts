import type { StreamConfig } from '../stream/config.js'
import type { NodeStore } from './methods/nodes.js'
import type {
  AuditRecord,
  DeliveryMerge,
  DeliveryRecord,
  GrantRecord,
  HookRecord,
  ItemRecord,
  LogPage,
  Page,
  PointRecord,
  Receipt,
  Redaction,
  ReplayPage,
  StreamRecord,
  TokenRecord,
} from './records.js'

interface StreamList {
  /** Streams whose id comes after this one, in byte order. */
  readonly after?: string
  readonly limit: number
}

export interface ItemList {
  /** Items of rounds before this one; defaults to the latest. Examples are not listed. */
  readonly before?: number
  /** Items of rounds after this one, oldest first. */
  readonly after?: number
  readonly limit: number
  readonly asked?: boolean
  /** The label; items with several predicted labels are found by `predictedLabel`. */
  readonly predicted?: string
  readonly predictedLabel?: string
  /** The range of the confidence, inclusive. */
  readonly minConfidence?: number
  readonly maxConfidence?: number
  /** Text to find in the id or content, case-insensitive (ASCII). */
  readonly search?: string
}

/** The numbers by which the store refuses what an outdated process writes. */
export interface Fence {
  /** Changes when content is erased from the log. */
  readonly generation: number
  /** Changes with the owner of the stream. */
  readonly epoch: number
}

/** A part of a list of items. */
export interface ItemSlice {
  readonly items: readonly ItemRecord[]
  /** The round before which to continue; missing at the end of the list. A search may stop before it has found enough. */
  readonly next?: number
}

/**
 * The database. When a promise resolves, the change is on disk and survives a crash. Methods may be called concurrently;
 * concurrent pages are committed together.
 */
export interface Store {
  /** The nodes that share the database; missing if this process uses it alone. */
  readonly nodes?: NodeStore
  /** Rejects new calls and finishes pending ones. */
  close(): Promise<void>
  /** Resolves if the store is writable; rejects with the reason otherwise. */
  check(): Promise<void>

  /** Rejects with `stream/exists`. */
  createStream(id: string, config: StreamConfig, time: number): Promise<StreamRecord>
  readStream(id: string): Promise<StreamRecord | undefined>
  listStreams(list: StreamList): Promise<readonly StreamRecord[]>
  /**
   * Rejects with `stream/changed` if the version has changed, with `stream/unknown`, and with `stream/unowned` if an epoch is given and
   * the stream has another one.
   */
  changeStream(id: string, version: number, config: StreamConfig, epoch?: number): Promise<StreamRecord>
  /** Deletes a stream and all its data. Rejects with `stream/unknown` and `stream/unowned`. */
  deleteStream(id: string, epoch?: number): Promise<void>

  /**
   * Appends a page to a log. Rejects with `log/conflict` if the page does not continue the log or is of another epoch, or an item or
   * receipt already exists; with `store/full` if the disk is full; with `store/lost` if the store cannot be reached, in which case
   * the page may or may not be stored.
   */
  append(page: Page): Promise<void>
  /** Pages with events after this number, in order: at most `bytes` characters with their items, but at least one page. */
  readLog(stream: string, after: number, bytes: number): Promise<readonly LogPage[]>
  /** The same pages with the items that their events refer to. */
  readReplay(stream: string, after: number, bytes: number): Promise<readonly ReplayPage[]>
  /** The page that contains this event. */
  readPage(stream: string, seq: number): Promise<LogPage | undefined>
  /**
   * The numbers of the events about items after their first ones, in order. Those up to `unindexed` are not known, because an
   * older version wrote them; 0 if all are.
   */
  readItemEvents(
    stream: string,
    ids: readonly string[],
  ): Promise<{ readonly seqs: readonly number[]; readonly unindexed: number }>

  /** What a snapshot and a page must match; undefined if the stream does not exist. */
  readFence(stream: string): Promise<Fence | undefined>
  /**
   * Stores the state after this event. The latest snapshots are kept, and a few older ones. Every transaction requires the generation that the
   * stream had before the state was loaded. Resolves to false, and leaves nothing behind, if it has another one now.
   */
  writeSnapshot(stream: string, seq: number, bytes: Uint8Array, generation: number): Promise<boolean>
  /** The event numbers of the snapshots, latest first. */
  listSnapshots(stream: string): Promise<readonly number[]>
  /** Resolves to undefined if it is missing or its checksum is wrong. */
  readSnapshot(stream: string, seq: number): Promise<Uint8Array | undefined>

  /** The items with these ids that exist, in any order. */
  findItems(stream: string, ids: readonly string[]): Promise<readonly ItemRecord[]>
  /** The packs of items in which these ids are, without the contents of those items. */
  packsWithout(stream: string, ids: readonly string[]): Promise<NonNullable<Redaction['packs']>>
  /** About so many items in the order of their ids, after one of them: all, or those whose id begins with a text. More may be read at once. */
  scanItems(
    stream: string,
    list: { readonly prefix: string; readonly after: string; readonly limit: number },
  ): Promise<readonly ItemRecord[]>
  /** Latest first. A list with filters examines a limited number of items. */
  listItems(stream: string, list: ItemList): Promise<ItemSlice>
  /** In order; more than `most` points are evenly thinned, always with the last one. */
  readPoints(stream: string, from: number, to: number, most: number): Promise<readonly PointRecord[]>
  readReceipt(stream: string, key: string): Promise<Receipt | undefined>
  /**
   * Removes pages from before this time at the beginning of a log, if all their events are in at least two valid snapshots. Then the
   * stream can be loaded from a snapshot only, and snapshots that it needs are not deleted by erasing.
   */
  pruneLog(stream: string, before: number): Promise<void>
  /** Deletes messages that could not be delivered, from before this time. */
  tidyDeliveries(before: number): Promise<void>
  /** Deletes receipts and delivered messages from before this time, and sessions that expired before it. */
  tidy(before: number): Promise<void>

  createToken(token: TokenRecord): Promise<void>
  /** Finds a token by the hash of its secret, or of the one before the last rotation. */
  findToken(hash: string): Promise<TokenRecord | undefined>
  listTokens(): Promise<readonly TokenRecord[]>
  /** Replaces the hash, which becomes the previous one, and the expiry. Rejects with `token/unknown`. */
  rotateToken(
    id: string,
    change: { readonly hash: string; readonly previousUntil: number; readonly expires?: number },
  ): Promise<TokenRecord>
  /** Stores when tokens were last used, by their ids. */
  markUsed(used: ReadonlyMap<string, number>): Promise<void>
  /** Rejects with `token/unknown`. */
  deleteToken(id: string): Promise<void>

  /** Adds a grant, or replaces that of the same subject and stream. Rejects with `stream/unknown`. */
  putGrant(grant: GrantRecord): Promise<void>
  /** Rejects with `grant/unknown`. */
  deleteGrant(stream: string, subject: string): Promise<void>
  /** By stream and subject, in byte order. */
  listGrants(): Promise<readonly GrantRecord[]>

  /** Adds an entry to the audit log. */
  note(entry: Omit<AuditRecord, 'number'>): Promise<void>
  /** Deletes entries from before this time. */
  tidyAudit(before: number): Promise<void>
  /** Latest first; entries with a number below `before`, optionally of one stream, person or action. */
  listAudit(list: {
    readonly stream?: string
    readonly who?: string
    readonly action?: string
    readonly before?: number
    readonly limit: number
  }): Promise<readonly AuditRecord[]>

  createHook(hook: HookRecord): Promise<void>
  /**
   * Encrypts the secrets of webhooks that are in plain text or encrypted with an earlier key. Rejects with `store/key` if one cannot
   * be decrypted.
   */
  resealHooks(): Promise<{ readonly hooks: number; readonly changed: number }>
  listHooks(stream: string): Promise<readonly HookRecord[]>
  /** Deletes a webhook and its deliveries. Rejects with `hook/unknown`. */
  deleteHook(stream: string, id: string): Promise<void>
  /**
   * Waiting deliveries that are due, with their webhooks, longest waiting first. With `by`, only those of streams that this node owns,
   * or none of the living ones.
   */
  dueDeliveries(
    now: number,
    limit: number,
    by?: { readonly node: string; readonly alive: readonly string[] },
  ): Promise<readonly { readonly delivery: DeliveryRecord; readonly hook: HookRecord }[]>
  changeDelivery(
    number: number,
    change: Pick<DeliveryRecord, 'attempts' | 'state' | 'due'> & { readonly error?: string },
  ): Promise<void>
  /**
   * Counts an attempt of a waiting delivery that is still due at this time, and postpones it, so that no other node sends it; resolves to
   * false if it is not.
   */
  reserveDelivery(number: number, due: number, until: number): Promise<boolean>
  /** Postpones a waiting delivery that is still due at this time. */
  postponeDelivery(number: number, due: number, until: number): Promise<void>
  /** Replaces waiting messages by one with all they say, unless one of them was begun to be sent, or replaced. */
  mergeDeliveries(merge: DeliveryMerge): Promise<void>
  /** Deletes waiting messages of an event, except the latest ones; returns how many. */
  dropDeliveries(hook: string, event: string, keep: number): Promise<number>
  /** Latest first. */
  listDeliveries(
    hook: string,
    list: { readonly before?: number; readonly limit: number },
  ): Promise<readonly DeliveryRecord[]>
}
