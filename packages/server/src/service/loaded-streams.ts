import { type Engine, EnginePool } from '../engines/engine.js'
import { serverError } from '../errors.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Settings } from '../settings/table.js'
import type { HookRecord, Page, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { load } from './load.js'

export interface ServiceLogger {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** The main thread's view of a stream in memory. */
export interface LoadedStream {
  readonly id: string
  readonly engine: Engine
  /** The number of the last event on disk. */
  seq: number
  snapshot: number
  hooks: readonly HookRecord[]
  /** Requests in flight. */
  waiting: number
  used: number
  /** Resolves when every page appended so far is on disk. */
  written: Promise<void>
  /** Why it must not be used any more: a write failed, it was deleted, or its thread died. */
  broken: Error | undefined
  isSaving: boolean
  /** A computation between requests is running. */
  isWorking: boolean
  hasWork: boolean
  /** Content was erased from the log: no snapshot of what is in memory may be stored. */
  isRedacted: boolean
}

export interface LoadedStreamsOptions {
  readonly store: Store
  readonly settings: Settings
  readonly logger: ServiceLogger
  readonly metrics: Pick<Metrics, 'appending'> | undefined
  now(): number
}

/** A snapshot of a long stream is expensive, so it needs at least this share of new events. */
const SNAPSHOT_SHARE = 0.05

/** The streams that are in memory. */
export class LoadedStreams {
  readonly #options: LoadedStreamsOptions
  readonly #pool: EnginePool
  readonly #streams = new Map<string, Promise<LoadedStream>>()
  /** Streams that are being unloaded or written; they can be loaded again afterwards. */
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #loaded = new Map<string, LoadedStream>()

  constructor(options: LoadedStreamsOptions) {
    this.#options = options
    this.#pool = new EnginePool(options.settings.threads, (engine, error) => this.#lost(engine, error))
  }

  get size(): number {
    return this.#loaded.size
  }

  /** Loads the stream if necessary. */
  async get(id: string): Promise<LoadedStream> {
    while (this.#leaving.has(id)) await this.#leaving.get(id)
    const known = this.#streams.get(id)
    if (known) return known
    const loaded = this.#load(id)
    this.#streams.set(id, loaded)
    loaded.catch(() => {
      if (this.#streams.get(id) === loaded) this.#streams.delete(id)
    })
    return loaded
  }

  /** A stream that is in memory or being loaded; undefined otherwise. */
  async find(id: string): Promise<LoadedStream | undefined> {
    return this.#streams.get(id)?.catch(() => undefined)
  }

  async #load(id: string): Promise<LoadedStream> {
    if (this.#loaded.size >= this.#options.settings.loadedStreams) void this.tidy(1)
    const record = await this.#options.store.readStream(id)
    if (!record) throw serverError('stream/unknown', { stream: id })
    const start = performance.now()
    const engine = this.#pool.take()
    try {
      const snapshot = await load(this.#options.store, engine, record, (seq, reason) =>
        this.#options.logger.warn({ stream: id, snapshot: seq, reason }, 'snapshot skipped'),
      )
      const loaded: LoadedStream = {
        id,
        engine,
        seq: await this.#applyConfig(engine, record),
        snapshot,
        hooks: await this.#options.store.listHooks(id),
        waiting: 0,
        isWorking: false,
        hasWork: false,
        used: this.#options.now(),
        written: Promise.resolve(),
        broken: undefined,
        isSaving: false,
        isRedacted: false,
      }
      this.#loaded.set(id, loaded)
      const milliseconds = Math.round(performance.now() - start)
      this.#options.logger.info({ stream: id, seq: record.seq, snapshot, milliseconds }, 'stream loaded')
      return loaded
    } catch (error) {
      await engine.drop(id).catch(() => undefined)
      this.#pool.giveBack(engine)
      throw error
    }
  }

  /** Logs a configuration change that a crash prevented from being logged. */
  async #applyConfig(engine: Engine, { id, config, seq }: StreamRecord): Promise<number> {
    const context = { time: this.#options.now(), by: 'service' }
    const { draft } = await engine.run(id, 'configure', { config }, context)
    if (!draft) return seq
    await this.#write({ ...draft, stream: id })
    return draft.seq + draft.count - 1
  }

  /** Appends a page of a stream; resolves when it and all before it are on disk. */
  async append(loaded: LoadedStream, page: Page): Promise<void> {
    if (loaded.broken) throw loaded.broken
    // Set before the write: what is in memory still knows what the log will not.
    if (page.redacted) loaded.isRedacted = true
    const appended = this.#write(page)
    appended.catch((error: Error) => this.discard(loaded, error))
    loaded.written = Promise.allSettled([loaded.written]).then(() => appended)
    await loaded.written
    loaded.seq = page.seq + page.count - 1
  }

  /** Resolves when all changes of a stream are on disk; rejects if a write failed. */
  async written(loaded: LoadedStream): Promise<void> {
    await loaded.written
    if (loaded.broken) throw loaded.broken
  }

  async #write(page: Page): Promise<void> {
    const onEnd = this.#options.metrics?.appending()
    try {
      await this.#options.store.append(page)
      onEnd?.(true)
    } catch (error) {
      onEnd?.(false)
      throw error
    }
  }

  /** Drops a stream that must not be used any more; the next request reloads it. */
  discard(loaded: LoadedStream, reason: Error): void {
    if (loaded.broken) return
    loaded.broken = reason
    this.#forget(loaded)
    loaded.engine.drop(loaded.id).catch(() => undefined)
    this.#leaves(loaded.id, loaded.written)
  }

  /** Blocks loading the stream until the promise settles. */
  #leaves(id: string, until: Promise<void>): void {
    const before = this.#leaving.get(id)
    const left = Promise.allSettled([before, until]).then(() => {
      if (this.#leaving.get(id) === left) this.#leaving.delete(id)
    })
    this.#leaving.set(id, left)
  }

  #forget(loaded: LoadedStream): void {
    if (this.#loaded.get(loaded.id) !== loaded) return
    this.#loaded.delete(loaded.id)
    this.#streams.delete(loaded.id)
    this.#pool.giveBack(loaded.engine)
  }

  #lost(engine: Engine, error: Error): void {
    this.#options.logger.error({ err: error }, 'worker thread died')
    for (const loaded of [...this.#loaded.values()]) if (loaded.engine === engine) this.discard(loaded, error)
  }

  /** Takes a snapshot in the background if there are enough new events. */
  snapshotIfDue(loaded: LoadedStream): void {
    const since = loaded.seq - loaded.snapshot
    if (
      loaded.isSaving ||
      loaded.isRedacted ||
      since < Math.max(this.#options.settings.snapshotEvery, SNAPSHOT_SHARE * loaded.seq)
    )
      return
    this.#save(loaded).catch((error: unknown) =>
      this.#options.logger.warn({ err: error, stream: loaded.id }, 'snapshot failed'),
    )
  }

  async #save(loaded: LoadedStream): Promise<void> {
    if (loaded.snapshot === loaded.seq || loaded.broken || loaded.isRedacted || loaded.isSaving) return
    loaded.isSaving = true
    try {
      const { seq, bytes } = await loaded.engine.save(loaded.id)
      // A snapshot must not be ahead of the log.
      await loaded.written
      const isStale = () => loaded.isRedacted || loaded.broken !== undefined
      if (isStale()) return
      if (await this.#options.store.writeSnapshot(loaded.id, seq, bytes, isStale)) loaded.snapshot = seq
    } finally {
      loaded.isSaving = false
    }
  }

  /** Unloads idle streams, and the least recently used ones beyond the limit. */
  async tidy(coming = 0): Promise<void> {
    const { idleMinutes, loadedStreams } = this.#options.settings
    const longAgo = this.#options.now() - 60_000 * idleMinutes
    const staying = [...this.#loaded.values()].filter(({ id }) => !this.#leaving.has(id))
    const byUse = staying.filter(({ waiting }) => waiting === 0).sort((a, b) => a.used - b.used)
    const tooMany = staying.length + coming - loadedStreams
    await Promise.all(
      byUse.filter(({ used }, k) => used < longAgo || k < tooMany).map((loaded) => this.#unload(loaded)),
    )
  }

  async #unload(loaded: LoadedStream): Promise<void> {
    const left = (async () => {
      await this.#save(loaded)
      this.discard(loaded, serverError('stream/unloaded', { stream: loaded.id }))
    })()
    this.#leaves(loaded.id, left)
    await left.catch((error: unknown) =>
      this.#options.logger.warn({ err: error, stream: loaded.id }, 'unloading a stream failed'),
    )
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#streams.values(), ...this.#leaving.values()])
    await Promise.allSettled([...this.#loaded.values()].map((loaded) => this.#save(loaded)))
    await this.#pool.close()
  }
}
