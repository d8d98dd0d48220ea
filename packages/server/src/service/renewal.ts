import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../engines/engine.js'
import type { Store } from '../store/store.js'
import { catchUp } from './load.js'
import { checkUnbroken, type LoadedStream } from './loaded-stream.js'

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
  /** Loads a copy into another thread than that of the stream; undefined if there is no memory for it. Rejects if the stream breaks meanwhile. */
  begin(old: LoadedStream): Promise<Copy | undefined>
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
/** After so many copies that could not be used, the next request waits until the stream is loaded again. */
const MAX_UNUSED = 2

/**
 * Rebuilds streams whose content was erased while they serve requests: copies are replayed from what is left of their logs. What is decided meanwhile is
 * in the log, and replayed as it was decided. Copies need memory, so one is made at a time.
 */
export class Renewals {
  readonly #options: RenewalOptions
  /** Streams that rest or wait for their turn. */
  readonly #waiting = new Set<LoadedStream>()
  readonly #unused = new WeakMap<LoadedStream, number>()
  #running: { readonly id: string; readonly end: Promise<void> } | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(options: RenewalOptions) {
    this.#options = options
  }

  /** Begins to rebuild a stream, unless it is being done; false if its copies are of no use. */
  start(old: LoadedStream): boolean {
    if ((this.#unused.get(old) ?? 0) >= MAX_UNUSED) return false
    if (this.#waiting.has(old) || this.#running?.id === old.id) return true
    this.#waiting.add(old)
    void this.#restAndRun(old)
    return true
  }

  /** Resolves when a copy that is being made has replaced the stream, or failed; undefined if none is being made. */
  running(id: string): Promise<void> | undefined {
    return this.#running?.id === id ? this.#running.end : undefined
  }

  async #restAndRun(old: LoadedStream): Promise<void> {
    await wait(Math.min(MAX_REST_MS, REST * old.loading), undefined, { ref: false })
    this.#turn = this.#turn.then(async () => {
      this.#waiting.delete(old)
      if (old.broken) return
      this.#running = { id: old.id, end: this.#runSafely(old) }
      await this.#running.end
      this.#running = undefined
    })
  }

  /** Counts a copy that does not replace the stream. */
  async #runSafely(old: LoadedStream): Promise<void> {
    try {
      await this.#run(old)
    } catch (error) {
      if (!old.broken) this.#options.onError(old, error)
    }
    this.#unused.set(old, (this.#unused.get(old) ?? 0) + 1)
  }

  async #run(old: LoadedStream): Promise<void> {
    const { store, begin, replace, drop } = this.#options
    const { renames } = old
    let copy = await begin(old)
    if (!copy) return void this.#unused.set(old, MAX_UNUSED)
    try {
      for (let round = 0; round < MAX_ROUNDS && old.seq - copy.seq > FEW_EVENTS; round++)
        copy = { ...copy, seq: await catchUp(store, copy.engine, old.id, copy.seq, () => checkUnbroken(old)) }
      // A log of which only the rest was renamed has two names of a person. If items were erased meanwhile, another copy follows.
      if (old.broken || old.renames !== renames || renames % 2 === 1) return drop(old, copy)
      replace(old, copy)
    } catch (error) {
      drop(old, copy)
      throw error
    }
  }
}
