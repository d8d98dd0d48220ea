import type { Service } from '../../service/service.js'
import type { Counts, Page } from '../../store/records.js'
import type { EventClient } from './client.js'

const HEARTBEAT = 15_000
const PULSE = 1000

export const MAX_CLIENTS = 500

interface Feed {
  readonly clients: Set<EventClient>
  readonly unfollow: () => void
  /** The latest counts that have not been sent yet. */
  pending?: { readonly counts: Counts; readonly seq: number }
  isSending: boolean
}

/** All server-sent event connections. Quality is computed at most once a second per stream. */
export class Feeds {
  readonly #service: Service
  readonly #onCount: (change: 1 | -1) => void
  readonly #feeds = new Map<string, Feed>()
  readonly #timers: readonly NodeJS.Timeout[]
  #count = 0
  #isClosed = false

  constructor(service: Service, changed: (change: 1 | -1) => void) {
    this.#service = service
    this.#onCount = changed
    this.#timers = [
      setInterval(() => this.#heartbeat(), HEARTBEAT).unref(),
      setInterval(() => this.#pulse(), PULSE).unref(),
    ]
  }

  get isFull(): boolean {
    return this.#count >= MAX_CLIENTS
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Sends every page of the stream to the client until it disconnects. */
  join(stream: string, client: EventClient): void {
    const feed = this.#feeds.get(stream) ?? this.#begin(stream)
    feed.clients.add(client)
    this.#count++
    this.#onCount(1)
    client.once('close', () => {
      this.#count--
      this.#onCount(-1)
      feed.clients.delete(client)
      if (feed.clients.size > 0) return
      feed.unfollow()
      this.#feeds.delete(stream)
    })
  }

  /** Sends the counts with the next pulse. */
  announce(stream: string, news: { readonly counts: Counts; readonly seq: number }): void {
    const feed = this.#feeds.get(stream)
    if (feed) feed.pending ??= news
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const { clients } of this.#feeds.values()) for (const client of clients) client.end()
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

  #heartbeat(): void {
    for (const { clients } of this.#feeds.values()) for (const client of clients) client.send(': alive\n\n')
  }

  #pulse(): void {
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
