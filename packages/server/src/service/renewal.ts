import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../engines/engine.js'
import type { Store } from '../store/store.js'
import { catchUp } from './load.js'
import type { LoadedStream } from './loaded-stream.js'

/** A copy of a stream that was replayed from its log, in another thread. */
export interface Copy {
  readonly engine: Engine
  readonly generation: number
  readonly epoch: number
  readonly snapshot: number
  /** The last event that was replayed. */
  readonly seq: number
  /** When it was begun, by `performance.now`. */
  readonly start: number
}

interface RenewalOptions {
  readonly store: Store
  /** Loads a copy into another thread than that of the stream. */
  begin(old: LoadedStream): Promise<Copy>
  /** Replaces the stream by the copy, which lacks few events. */
  replace(old: LoadedStream, copy: Copy): void
  /** Drops a copy that is not used. */
  drop(old: LoadedStream, copy: Copy): void
  onError(old: LoadedStream, error: unknown): void
}

/** How long a stream rests between two copies, in units of the time that it takes to load: meanwhile more may be erased. */
const REST = 4
const MAX_REST_MS = 60_000
/** A copy that lacks fewer events replaces the stream: requests wait until they are replayed. */
const FEW_EVENTS = 200
/** How often a copy catches up with a stream that grows as fast. */
const MAX_ROUNDS = 20

/**
 * Rebuilds streams whose content was erased while they serve requests: copies are replayed from what is left of their logs. What is decided meanwhile is
 * in the log, and replayed as it was decided.
 */
export class Renewals {
  readonly #options: RenewalOptions
  readonly #resting = new Set<LoadedStream>()
  readonly #running = new Map<string, Promise<void>>()

  constructor(options: RenewalOptions) {
    this.#options = options
  }

  /** Begins to rebuild a stream, unless it is being done. */
  start(old: LoadedStream): void {
    if (this.#resting.has(old) || this.#running.has(old.id)) return
    this.#resting.add(old)
    void this.#restAndRun(old)
  }

  /** Resolves when a copy that is being made has replaced the stream, or failed; undefined if none is being made. */
  running(id: string): Promise<void> | undefined {
    return this.#running.get(id)
  }

  async #restAndRun(old: LoadedStream): Promise<void> {
    await wait(Math.min(MAX_REST_MS, REST * old.loading), undefined, { ref: false })
    this.#resting.delete(old)
    if (old.broken || this.#running.has(old.id)) return
    const running = this.#run(old).catch((error: unknown) => this.#options.onError(old, error))
    this.#running.set(old.id, running)
    await running
    this.#running.delete(old.id)
  }

  async #run(old: LoadedStream): Promise<void> {
    const { store, begin, replace, drop } = this.#options
    let copy = await begin(old)
    try {
      for (let round = 0; round < MAX_ROUNDS && old.seq - copy.seq > FEW_EVENTS && !old.broken; round++)
        copy = { ...copy, seq: await catchUp(store, copy.engine, old.id, copy.seq) }
      // More was erased meanwhile: the next request begins another copy.
      const fence = await store.readFence(old.id)
      if (old.broken || fence?.generation !== copy.generation) return drop(old, copy)
      replace(old, copy)
    } catch (error) {
      drop(old, copy)
      throw error
    }
  }
}
