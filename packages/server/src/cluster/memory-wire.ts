import {
  conflict,
  type HeldLease,
  KEPT,
  type Lease,
  type Message,
  PLACE_KINDS,
  type Place,
  type PlaceKind,
  type Places,
  subjectOf,
  type Wire,
} from './wire.js'

interface Placed extends Message {
  readonly subject: string
}

/** The messages of one kind. */
class Kind {
  readonly most: number
  messages: Placed[] = []
  last = 0
  readonly lastOf = new Map<string, Placed>()
  readonly counts = new Map<string, number>()
  readonly keys = new Map<string, number>()
  readonly waiting = new Set<() => void>()

  constructor(most: number) {
    this.most = most
  }

  add(subject: string, stream: string, bytes: Uint8Array): number {
    const message = { seq: ++this.last, bytes, stream, subject }
    this.messages.push(message)
    this.lastOf.set(subject, message)
    const count = (this.counts.get(subject) ?? 0) + 1
    this.counts.set(subject, count)
    if (count > this.most) this.remove((one) => one.subject === subject && one.seq !== this.last, 1)
    for (const wake of this.waiting) wake()
    this.waiting.clear()
    return this.last
  }

  remove(isRemoved: (message: Placed) => boolean, most = Number.POSITIVE_INFINITY): void {
    let removed = 0
    this.messages = this.messages.filter((message) => {
      if (removed >= most || !isRemoved(message)) return true
      removed++
      this.counts.set(message.subject, (this.counts.get(message.subject) ?? 1) - 1)
      if (this.lastOf.get(message.subject) === message) this.lastOf.delete(message.subject)
      return false
    })
  }

  /** The place of the first message after a number. */
  after(seq: number): number {
    let [low, high] = [0, this.messages.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.messages[middle]?.seq ?? 0) <= seq) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface Held extends HeldLease {
  readonly key: object
  readonly seconds: number
  readonly until: number
}

/** A wire within one process, for tests and simulations. `now` is its clock, in milliseconds. */
export class MemoryWire implements Wire {
  readonly maxBytes = 2 ** 26
  readonly problem = undefined
  readonly #kinds = new Map<PlaceKind, Kind>(PLACE_KINDS.map((kind) => [kind, new Kind(KEPT[kind])]))
  readonly #leases = new Map<string, Held>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async append(place: Place, bytes: Uint8Array, follows?: number, key?: string): Promise<number> {
    const kind = this.#kind(place.kind)
    const subject = subjectOf(place)
    const before = key === undefined ? undefined : kind.keys.get(key)
    if (before !== undefined) return before
    const last = kind.lastOf.get(subject)?.seq ?? 0
    if (follows !== undefined && follows !== last) throw conflict(place, follows, last)
    const seq = kind.add(subject, place.stream, bytes)
    if (key !== undefined) kind.keys.set(key, seq)
    return seq
  }

  async *read(places: Places, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message> {
    const kind = this.#kind(places.kind)
    const subject = subjectOf(places)
    const prefix = subject.slice(0, subject.indexOf('*') - 1 || undefined)
    const isMeant = subject.includes('*')
      ? (one: Placed): boolean => one.subject.startsWith(`${prefix}.`)
      : (one: Placed): boolean => one.subject === subject
    let seen = after
    while (!signal?.aborted) {
      const message = kind.messages[kind.after(seen)]
      if (message) {
        seen = message.seq
        if (isMeant(message)) yield message
      } else if (!follow) return
      else
        await new Promise<void>((resolve) => {
          kind.waiting.add(resolve)
          signal?.addEventListener('abort', () => resolve(), { once: true })
        })
    }
  }

  async last(place: Place): Promise<Message | undefined> {
    return this.#kind(place.kind).lastOf.get(subjectOf(place))
  }

  async end(kind: PlaceKind): Promise<number> {
    return this.#kind(kind).last
  }

  async trim(place: Place, before: number): Promise<void> {
    const subject = subjectOf(place)
    this.#kind(place.kind).remove((one) => one.subject === subject && one.seq < before)
  }

  async remove(stream: string): Promise<void> {
    for (const kind of this.#kinds.values()) kind.remove((one) => one.stream === stream)
  }

  async lease(name: string, seconds: number, note = ''): Promise<Lease | undefined> {
    const other = this.#leases.get(name)
    if (other && other.until > this.#now()) return undefined
    const key = {}
    let said = note
    const hold = (): void => {
      this.#leases.set(name, { name, note: said, key, seconds, until: this.#now() + 1000 * seconds })
    }
    const isOwn = (): boolean => {
      const held = this.#leases.get(name)
      return held?.key === key && held.until > this.#now()
    }
    hold()
    return {
      renew: async (more) => {
        if (!isOwn()) return false
        said = more ?? said
        hold()
        return true
      },
      release: async () => {
        if (isOwn()) this.#leases.delete(name)
      },
    }
  }

  async leases(seconds: number): Promise<readonly HeldLease[]> {
    return [...this.#leases.values()].filter((one) => one.seconds === seconds && one.until > this.#now())
  }

  async close(): Promise<void> {}

  #kind(kind: PlaceKind): Kind {
    return this.#kinds.get(kind) as Kind
  }
}
