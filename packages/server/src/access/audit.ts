import type { AuditRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

export type AuditEntry = Omit<AuditRecord, 'number' | 'time'>

/** Within so many milliseconds, the same action of the same caller in the same stream is counted instead of written again. */
const WINDOW = 10 * 60_000
const CHECK = 60_000
/** Callers without a name are limited together: more addresses are counted under one name. */
const MAX_STRANGERS = 1000
const OTHERS = 'other addresses'

interface Window {
  readonly entry: AuditEntry
  readonly until: number
  /** How often it was repeated. */
  more: number
}

const keyOf = ({ who, action, stream = '' }: AuditEntry): string => JSON.stringify([who, action, stream])

/**
 * Records reads and refusals, of which there may be many. The first in ten minutes is written with its detail, and those after it
 * as their number when the time is over, so that nobody can fill the store.
 */
export class AuditTrail {
  readonly #store: Pick<Store, 'note'>
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  readonly #windows = new Map<string, Window>()
  readonly #strangers = new Set<string>()

  constructor(store: Pick<Store, 'note'>, now: () => number, onError: (error: unknown) => void) {
    this.#store = store
    this.#now = now
    this.#onError = onError
    this.#timer = setInterval(() => void this.flush(), CHECK).unref()
  }

  /** Resolves when the entry is on disk or counted. A read that cannot be recorded is refused. */
  async record(entry: AuditEntry): Promise<void> {
    const now = this.#now()
    const key = keyOf(entry)
    const window = this.#windows.get(key)
    if (window && window.until > now && window.until <= now + WINDOW) {
      window.more++
      return
    }
    this.#windows.set(key, { entry, until: now + WINDOW, more: 0 })
    try {
      if (window) await this.#close(window)
      await this.#store.note({ time: now, ...entry })
    } catch (error) {
      this.#windows.delete(key)
      throw error
    }
  }

  /** Records what was refused to an address, without making it wait. */
  refused(address: string, entry: Omit<AuditEntry, 'who'>): void {
    const isKnown = this.#strangers.has(address) || this.#strangers.size < MAX_STRANGERS
    if (isKnown) this.#strangers.add(address)
    this.record({ ...entry, who: isKnown ? address : OTHERS }).catch(this.#onError)
  }

  /** Writes the numbers of windows that are over, or of all. */
  async flush(all = false): Promise<void> {
    const now = this.#now()
    for (const [key, window] of [...this.#windows]) {
      if (!all && window.until > now && window.until <= now + WINDOW) continue
      this.#windows.delete(key)
      this.#strangers.delete(window.entry.who)
      await this.#close(window).catch(this.#onError)
    }
  }

  async #close({ entry: { who, action, stream }, more }: Window): Promise<void> {
    if (more === 0) return
    await this.#store.note({
      time: this.#now(),
      who,
      action,
      ...(stream !== undefined && { stream }),
      detail: `${more} more within ten minutes`,
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(true)
  }
}
