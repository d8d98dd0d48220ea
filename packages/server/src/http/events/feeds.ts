import type { Service } from '../../service/service.js'
import type { Counts, Page, TokenRecord } from '../../store/records.js'
import type { EventClient } from './client.js'

const HEARTBEAT = 15_000
const PULSE = 1000

interface Feed {
  readonly clients: Set<EventClient>
  readonly unfollow: () => void
  /** The latest counts that have not been sent yet. */
  pending?: { readonly counts: Counts; readonly seq: number }
  isSending: boolean
}

interface FeedsOptions {
  readonly service: Service
  onCount(change: 1 | -1): void
  /** Whether a token is still valid. */
  isValid(token: TokenRecord): Promise<boolean>
}

/**
 * All server-sent event connections. Quality is computed at most once a second per stream. A connection ends when its token
 * is revoked or expires, and when the stream is deleted.
 */
export class Feeds {
  readonly #service: Service
  readonly #options: FeedsOptions
  readonly #feeds = new Map<string, Feed>()
  readonly #timers: readonly NodeJS.Timeout[]
  /** Connections by token; those without a token are under the empty text. */
  readonly #counts = new Map<string, number>()
  #isClosed = false

  constructor(options: FeedsOptions) {
    this.#service = options.service
    this.#options = options
    this.#timers = [
      setInterval(() => void this.heartbeat(), HEARTBEAT).unref(),
      setInterval(() => this.#pulse(), PULSE).unref(),
    ]
  }

  /** Whether a holder of this token may not follow another stream. */
  isFull(token: TokenRecord | undefined): boolean {
    const { followerLimit, followersPerToken } = this.#service.settings
    const all = [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
    if (all >= followerLimit) return true
    return token !== undefined && (this.#counts.get(token.id) ?? 0) >= followersPerToken
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Sends every page of the stream to the client until it disconnects. */
  join(stream: string, client: EventClient): void {
    const feed = this.#feeds.get(stream) ?? this.#begin(stream)
    feed.clients.add(client)
    this.#count(client, 1)
    client.once('close', () => {
      this.#count(client, -1)
      feed.clients.delete(client)
      if (feed.clients.size > 0) return
      feed.unfollow()
      this.#feeds.delete(stream)
    })
  }

  #count({ token }: EventClient, change: 1 | -1): void {
    const key = token?.id ?? ''
    const count = (this.#counts.get(key) ?? 0) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
    this.#options.onCount(change)
  }

  /** Ends the connections of a stream that was deleted. */
  endStream(stream: string): void {
    for (const client of this.#feeds.get(stream)?.clients ?? []) client.end()
  }

  /** Ends the connections of a token that was revoked. */
  endToken(id: string): void {
    for (const client of this.#clients()) if (client.token?.id === id) client.end()
  }

  *#clients(): Generator<EventClient> {
    for (const { clients } of this.#feeds.values()) yield* clients
  }

  /** Sends the counts with the next pulse. */
  announce(stream: string, news: { readonly counts: Counts; readonly seq: number }): void {
    const feed = this.#feeds.get(stream)
    if (feed) feed.pending ??= news
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const client of this.#clients()) client.end()
  }

  #begin(stream: string): Feed {
    const feed: Feed = {
      clients: new Set(),
      isSending: false,
      unfollow: this.#service.follow(stream, (page) => this.#onPage(stream, page)),
    }
    this.#feeds.set(stream, feed)
    return feed
  }

  #onPage(stream: string, page: Page): void {
    const feed = this.#feeds.get(stream)
    if (!feed) return
    for (const client of feed.clients) client.page(page)
    feed.pending = { counts: page.counts, seq: page.seq + page.count - 1 }
  }

  /** Tells clients that the connection is alive, and ends those whose token or grants another process has changed. */
  async heartbeat(): Promise<void> {
    const tokens = new Map<string, TokenRecord>()
    for (const client of this.#clients()) {
      client.send(': alive\n\n')
      if (client.token) tokens.set(client.token.id, client.token)
    }
    for (const [id, token] of tokens)
      if (!(await this.#options.isValid(token).catch(() => true))) this.endToken(id)
    await this.recheck()
  }

  /** Ends the connections of callers whose grants have changed; they may connect again. */
  async recheck(): Promise<void> {
    for (const client of [...this.#clients()])
      if (!(await client.isAdmitted().catch(() => true))) client.end()
  }

  #pulse(): void {
    const now = this.#service.now()
    for (const client of this.#clients()) if ((client.token?.expires ?? now + 1) <= now) client.end()
    for (const [stream, feed] of this.#feeds)
      if (feed.pending && !feed.isSending) void this.#sendStatus(stream, feed)
  }

  async #sendStatus(stream: string, feed: Feed): Promise<void> {
    const { pending } = feed
    if (!pending) return
    delete feed.pending
    feed.isSending = true
    try {
      const quality = await this.#service.run(stream, 'quality', {}, { by: 'events' })
      for (const client of feed.clients) {
        const place = client.last >= 0 ? { id: client.last } : {}
        client.message({ event: 'stream', data: { seq: pending.seq, counts: pending.counts }, ...place })
        client.message({ event: 'quality', data: { seq: pending.seq, counts: pending.counts, quality } })
      }
    } catch {
      // The stream was deleted or is unavailable; clients can reconnect.
      for (const client of feed.clients) client.end()
    } finally {
      feed.isSending = false
    }
  }
}
