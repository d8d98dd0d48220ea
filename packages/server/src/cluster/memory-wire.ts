import { conflict, KEPT, type Lease, type Message, type Place, subjectOf, type Wire } from './wire.js'

interface Held {
  readonly messages: Message[]
  last: number
  readonly waiting: Set<() => void>
}

/** A wire within one process, for tests and simulations. `now` is its clock, in milliseconds. */
export class MemoryWire implements Wire {
  readonly #places = new Map<string, Held>()
  readonly #leases = new Map<string, { readonly key: object; until: number }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async append(place: Place, bytes: Uint8Array, follows?: number): Promise<number> {
    const held = this.#held(place)
    if (follows !== undefined && follows !== held.last) throw conflict(place, follows, held.last)
    held.last++
    held.messages.push({ seq: held.last, bytes })
    if (held.messages.length > KEPT[place.kind]) held.messages.shift()
    for (const wake of held.waiting) wake()
    held.waiting.clear()
    return held.last
  }

  async *read(place: Place, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message> {
    const held = this.#held(place)
    let seen = after
    while (!signal?.aborted) {
      const first = held.messages[0]?.seq ?? 0
      // Numbers are consecutive here, so the place of a message follows from its number.
      for (let k = Math.max(0, seen + 1 - first); k < held.messages.length; k++) {
        const message = held.messages[k] as Message
        seen = message.seq
        yield message
        if (held.messages[k] !== message) break
      }
      if (held.last > seen && held.messages.length > 0) continue
      if (!follow || signal?.aborted) return
      await new Promise<void>((resolve) => {
        held.waiting.add(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  async last(place: Place): Promise<Message | undefined> {
    return this.#held(place).messages.at(-1)
  }

  async lease(name: string, seconds: number): Promise<Lease | undefined> {
    const now = this.#now()
    const other = this.#leases.get(name)
    if (other && other.until > now) return undefined
    const key = {}
    this.#leases.set(name, { key, until: now + 1000 * seconds })
    const isOwn = (): boolean => {
      const held = this.#leases.get(name)
      return held?.key === key && held.until > this.#now()
    }
    return {
      renew: async () => {
        if (!isOwn()) return false
        this.#leases.set(name, { key, until: this.#now() + 1000 * seconds })
        return true
      },
      release: async () => {
        if (isOwn()) this.#leases.delete(name)
      },
    }
  }

  async close(): Promise<void> {}

  #held(place: Place): Held {
    const name = subjectOf(place)
    const known = this.#places.get(name)
    if (known) return known
    const held: Held = { messages: [], last: 0, waiting: new Set() }
    this.#places.set(name, held)
    return held
  }
}
