import type { StreamConfig } from '../stream/config.js'
import type {
  AuditRecord,
  DeliveryRecord,
  HookRecord,
  ItemRecord,
  LogPage,
  Page,
  PointRecord,
  Receipt,
  StreamRecord,
  TokenRecord,
} from './records.js'

export interface StreamList {
  /** Streams whose id comes after this one, in the order of their bytes. */
  readonly after?: string
  readonly limit: number
}

export interface ItemList {
  /** Items of rounds before this one; the latest if not given. Taught items are not listed. */
  readonly before?: number
  readonly limit: number
  readonly asked?: boolean
  readonly predicted?: string
  /** Part of an id or of a content, whatever its case (ASCII). */
  readonly search?: string
}

/**
 * Where everything is kept. What a promise has been kept for is on disk: it survives the loss of the process at any
 * moment. Methods may be called at the same time; pages of different streams that come together are committed together.
 */
export interface Store {
  /** Takes no more requests, finishes those begun. */
  close(): Promise<void>
  /** Whether it can be written to now; rejects with the reason where not. */
  check(): Promise<void>

  /** Rejects with `stream/exists`. */
  createStream(id: string, config: StreamConfig, time: number): Promise<StreamRecord>
  readStream(id: string): Promise<StreamRecord | undefined>
  listStreams(list: StreamList): Promise<readonly StreamRecord[]>
  /** Rejects with `stream/changed` if the version is no longer this one, with `stream/unknown` if there is none. */
  changeStream(id: string, version: number, config: StreamConfig): Promise<StreamRecord>
  /** With all that belongs to it. Rejects with `stream/unknown`. */
  deleteStream(id: string): Promise<void>

  /**
   * Adds a page to a log. Rejects with `log/conflict` when the page does not follow on what is there, or one of its items
   * or its receipt is there already; with `store/full` when there is no room; with `store/lost` when the store cannot be
   * reached, in which case the page may or may not be there.
   */
  append(page: Page): Promise<void>
  /** Pages with events after this number, in order, as many as fit into `bytes` characters but at least one. */
  readLog(stream: string, after: number, bytes: number): Promise<readonly LogPage[]>
  /** The page that holds the event of this number. */
  readPage(stream: string, seq: number): Promise<LogPage | undefined>

  /** The model after the event of this number. Of a stream the latest few are kept. */
  writeSnapshot(stream: string, seq: number, bytes: Uint8Array): Promise<void>
  /** The numbers of the snapshots, latest first. */
  listSnapshots(stream: string): Promise<readonly number[]>
  /** undefined where it is not there, or its checksum is wrong. */
  readSnapshot(stream: string, seq: number): Promise<Uint8Array | undefined>

  /** Those of these ids that are there, in any order. */
  findItems(stream: string, ids: readonly string[]): Promise<readonly ItemRecord[]>
  /** The latest first. */
  listItems(stream: string, list: ItemList): Promise<readonly ItemRecord[]>
  /** In order; when there are more than `most`, evenly thinned, the last always among them. */
  readPoints(stream: string, from: number, to: number, most: number): Promise<readonly PointRecord[]>
  readReceipt(stream: string, key: string): Promise<Receipt | undefined>
  /** Forgets receipts and delivered messages from before this time. */
  tidy(before: number): Promise<void>

  createToken(token: TokenRecord): Promise<void>
  /** By its hash. */
  findToken(hash: string): Promise<TokenRecord | undefined>
  listTokens(): Promise<readonly TokenRecord[]>
  /** Rejects with `token/unknown`. */
  deleteToken(id: string): Promise<void>

  /** What somebody did. */
  note(entry: Omit<AuditRecord, 'number'>): Promise<void>
  /** The latest first; those with a number below `before`, of one stream if given. */
  listAudit(list: {
    readonly stream?: string
    readonly before?: number
    readonly limit: number
  }): Promise<readonly AuditRecord[]>

  createHook(hook: HookRecord): Promise<void>
  listHooks(stream: string): Promise<readonly HookRecord[]>
  /** With its deliveries. Rejects with `hook/unknown`. */
  deleteHook(stream: string, id: string): Promise<void>
  /** Deliveries that wait and are due, with their hooks, the longest waiting first. */
  dueDeliveries(
    now: number,
    limit: number,
  ): Promise<readonly { readonly delivery: DeliveryRecord; readonly hook: HookRecord }[]>
  changeDelivery(
    number: number,
    change: Pick<DeliveryRecord, 'attempts' | 'state' | 'due'> & { readonly error?: string },
  ): Promise<void>
  /** The latest first. */
  listDeliveries(
    hook: string,
    list: { readonly before?: number; readonly limit: number },
  ): Promise<readonly DeliveryRecord[]>
}
