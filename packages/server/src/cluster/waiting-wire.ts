import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from '@askance/core/internals'
import { serverError } from '../errors.js'
import type { ServiceLogger } from '../service/loaded-stream.js'
import type { HeldLease, Lease, Message, Place, PlaceKind, Places, Wire } from './wire.js'

interface WaitingOptions {
  /** Opens the wire; rejects with `cluster/closed` if its servers do not answer. */
  open(signal: AbortSignal): Promise<Wire>
  readonly logger: Pick<ServiceLogger, 'info' | 'warn'>
  /** How long the start waits for the servers. */
  readonly startMs?: number
  /** The pause after the first failure. It doubles with every further one, up to 20 times as long. */
  readonly pauseMs?: number
}

const START_MS = 3000
const PAUSE_MS = 250
const MAX_GROWTH = 20
/** The most bytes of a message, as long as the servers have not said it. */
const DEFAULT_BYTES = 2 ** 20

/** What clients read. The addresses of the servers are for the log. */
const reasonOf = (error: unknown): string => {
  if (hasCode(error, 'cluster/nats')) return error.message
  return hasCode(error, 'cluster/refused') ? 'NATS refuses the connection' : 'NATS has not answered yet'
}

/**
 * A wire whose servers may not answer when the process starts. It is opened again and again; until then readers wait, and everything else is refused with
 * `cluster/away`.
 */
export class WaitingWire implements Wire {
  readonly #options: Required<WaitingOptions>
  readonly #stop = new AbortController()
  /** Settles with the first attempt. */
  readonly #first: Promise<void>
  /** Resolves when the wire is open, or is not opened any more. */
  readonly #opened: Promise<void>
  #wire: Wire | undefined
  #reason = reasonOf(undefined)

  private constructor(options: WaitingOptions) {
    this.#options = { startMs: START_MS, pauseMs: PAUSE_MS, ...options }
    this.#first = this.#attempt()
    this.#opened = this.#first.catch((error: unknown) => this.#retry(error))
  }

  /** Resolves when the wire is open, or when its servers do not answer. Rejects if they answer and cannot be used. */
  static async open(options: WaitingOptions): Promise<WaitingWire> {
    const wire = new WaitingWire(options)
    const late = new AbortController()
    try {
      await Promise.race([wire.#first, wait(wire.#options.startMs, undefined, { signal: late.signal })])
    } catch (error) {
      if (!hasCode(error, 'cluster/closed')) {
        wire.#stop.abort()
        throw error
      }
    } finally {
      late.abort()
    }
    return wire
  }

  async #attempt(): Promise<void> {
    const { signal } = this.#stop
    const wire = await this.#options.open(signal)
    if (signal.aborted) await wire.close()
    else this.#wire = wire
  }

  async #retry(failure: unknown): Promise<void> {
    const { logger, pauseMs } = this.#options
    const { signal } = this.#stop
    let error = failure
    let pause = pauseMs
    while (!signal.aborted)
      try {
        this.#note(error)
        await wait(pause, undefined, { signal }).catch(() => undefined)
        pause = Math.min(2 * pause, MAX_GROWTH * pauseMs)
        if (signal.aborted) return
        await this.#attempt()
        logger.info({}, 'cluster: connected to NATS')
        return
      } catch (again) {
        error = again
      }
  }

  /** Logs a reason once, not at every attempt. */
  #note(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (this.#logged !== reason) this.#options.logger.warn({ err: error }, 'cluster: waiting for NATS')
    this.#logged = reason
    this.#reason = reasonOf(error)
  }

  #logged = ''

  get #open(): Wire {
    if (!this.#wire) throw serverError('cluster/away', { reason: this.#reason })
    return this.#wire
  }

  get maxBytes(): number {
    return this.#wire?.maxBytes ?? DEFAULT_BYTES
  }

  get problem(): string | undefined {
    return this.#wire ? this.#wire.problem : this.#reason
  }

  async append(place: Place, bytes: Uint8Array, follows?: number, key?: string): Promise<number> {
    return this.#open.append(place, bytes, follows, key)
  }

  async *read(places: Places, after: number, follow: boolean, signal?: AbortSignal): AsyncIterable<Message> {
    if (follow && !this.#wire) await this.#openedOrAborted(signal)
    if (!signal?.aborted && !this.#stop.signal.aborted) yield* this.#open.read(places, after, follow, signal)
  }

  async #openedOrAborted(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return
    let onAbort = (): void => undefined
    const aborted = new Promise<void>((resolve) => {
      onAbort = resolve
    })
    signal?.addEventListener('abort', onAbort)
    await Promise.race([this.#opened, aborted])
    signal?.removeEventListener('abort', onAbort)
  }

  async last(place: Place): Promise<Message | undefined> {
    return this.#open.last(place)
  }

  async end(kind: PlaceKind): Promise<number> {
    return this.#open.end(kind)
  }

  async trim(place: Place, before: number): Promise<void> {
    await this.#open.trim(place, before)
  }

  async remove(stream: string): Promise<void> {
    await this.#open.remove(stream)
  }

  async lease(name: string, seconds: number, note?: string): Promise<Lease | undefined> {
    return this.#open.lease(name, seconds, note)
  }

  async leases(seconds: number): Promise<readonly HeldLease[]> {
    return this.#open.leases(seconds)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#wire?.close()
  }
}
