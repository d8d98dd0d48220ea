import { setTimeout as wait } from 'node:timers/promises'
import { AskanceError } from '@askance/core'
import { hasCode } from '@askance/core/internals'
import { type Engine, EnginePool } from '../engines/engine.js'
import { serverError } from '../errors.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Settings } from '../settings/table.js'
import type { Page, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { load } from './load.js'
import { isSnapshotDue, type LoadedStream, lossOf, type ServiceLogger, wideOf } from './loaded-stream.js'
import type { Ownership } from './options.js'
import { settledWithin } from './settled-within.js'
import { ThreadMemory } from './thread-memory.js'

interface LoadedStreamsOptions {
  readonly store: Store
  readonly settings: Settings
  readonly logger: ServiceLogger
  readonly metrics: Pick<Metrics, 'appending'> | undefined
  readonly ownership: Ownership | undefined
  now(): number
  /** Called after every page, with the error if the store could not be written. */
  onWrite(error?: Error): void
}

/** A page that was refused says nothing about the store. */
const isStoreError = (error: unknown): error is AskanceError =>
  error instanceof AskanceError && error.code.startsWith('store/')

/** How often it is checked whether the requests of a stream have finished. */
const POLL_MS = 5

/** The streams that are in memory. */
export class LoadedStreams {
  readonly #options: LoadedStreamsOptions
  readonly #pool: EnginePool
  readonly #streams = new Map<string, Promise<LoadedStream>>()
  /** Streams that are being unloaded or written; they can be loaded again afterwards. */
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #loaded = new Map<string, LoadedStream>()
  /** Streams that another node is about to own. */
  readonly #releasing = new Set<string>()
  readonly memory: ThreadMemory

  constructor(options: LoadedStreamsOptions) {
    this.#options = options
    this.memory = new ThreadMemory(options.settings.loadedBytes)
    this.#pool = new EnginePool(options.settings.threads, (engine, error) => this.#lost(engine, error))
    // Another node may be dead already, and its streams are waited for.
    if (options.ownership) this.#pool.warm()
  }

  get size(): number {
    return this.#loaded.size
  }

  /** Loads the stream if necessary. One whose content was erased is loaded again, unless it is for erasing more. */
  async get(id: string, isErasing = false): Promise<LoadedStream> {
    for (;;) {
      while (this.#leaving.has(id)) await this.#leaving.get(id)
      if (this.#releasing.has(id)) throw serverError('stream/unowned', { stream: id })
      const loaded = await (this.#streams.get(id) ?? this.#begin(id))
      const isOwned = (this.ownEpoch(id) ?? loaded.epoch) === loaded.epoch
      if (isOwned && (!loaded.isOutdated || isErasing)) return loaded
      this.discard(loaded, serverError('stream/unloaded', { stream: id }))
    }
  }

  #begin(id: string): Promise<LoadedStream> {
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
    if (this.#loaded.size >= this.#options.settings.loadedStreams || this.memory.isOver) void this.tidy(1)
    const { store } = this.#options
    const fence = await store.readFence(id)
    const record = await store.readStream(id)
    if (!record || !fence) throw this.unknown(id)
    if ((this.ownEpoch(id) ?? fence.epoch) !== fence.epoch) {
      this.#options.ownership?.forget(id)
      throw serverError('stream/unowned', { stream: id })
    }
    const start = performance.now()
    const engine = this.#pool.take()
    try {
      const snapshot = await load(store, engine, record, {
        onSkip: (seq, reason) =>
          this.#options.logger.warn({ stream: id, snapshot: seq, reason }, 'snapshot skipped'),
        save: { every: this.#options.settings.snapshotEvery, generation: fence.generation },
      })
      const loaded: LoadedStream = {
        id,
        engine,
        ...fence,
        wide: wideOf(record),
        seq: await this.#applyConfig(engine, record, fence.epoch),
        snapshot,
        hooks: await this.#options.store.listHooks(id),
        waiting: 0,
        isOutdated: false,
        isWorking: false,
        hasWork: false,
        used: this.#options.now(),
        written: Promise.resolve(),
        broken: undefined,
        isSaving: false,
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
  async #applyConfig(engine: Engine, { id, config, seq }: StreamRecord, epoch: number): Promise<number> {
    const context = { time: this.#options.now(), by: 'service' }
    const { draft } = await engine.run(id, 'configure', { config }, context)
    if (!draft) return seq
    await this.#write({ ...draft, stream: id, epoch })
    return draft.seq + draft.count - 1
  }

  /** Appends a page of a stream; resolves when it and all before it are on disk. */
  async append(loaded: LoadedStream, page: Page): Promise<void> {
    if (loaded.broken) throw loaded.broken
    const appended = this.#write({ ...page, epoch: loaded.epoch })
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
      this.#options.onWrite()
    } catch (error) {
      onEnd?.(false)
      if (hasCode(error, 'log/conflict')) this.#options.ownership?.refused(page.stream)
      if (isStoreError(error)) this.#options.onWrite(error)
      throw error
    }
  }

  /** The error for a stream that does not exist, or not any more: then nobody owns it. */
  unknown(id: string): AskanceError {
    this.#options.ownership?.forget(id)
    return serverError('stream/unknown', { stream: id })
  }

  /** The epoch under which this node owns a stream; undefined if there are no other nodes. Throws `stream/unowned`. */
  ownEpoch(id: string): number | undefined {
    return this.#options.ownership?.epochOf(id)
  }

  /** Throws `stream/unowned` if this node does not own the stream any more. */
  checkOwned({ id, epoch }: LoadedStream): void {
    if ((this.ownEpoch(id) ?? epoch) !== epoch) throw serverError('stream/unowned', { stream: id })
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
    this.memory.forget(engine)
    for (const loaded of [...this.#loaded.values()])
      if (loaded.engine === engine) this.discard(loaded, lossOf(loaded, error))
  }

  /** Takes a snapshot in the background if there are enough new events. */
  snapshotIfDue(loaded: LoadedStream): void {
    if (loaded.isSaving || !isSnapshotDue(loaded, this.#options.settings.snapshotEvery)) return
    this.#save(loaded).catch((error: unknown) =>
      this.#options.logger.warn({ err: error, stream: loaded.id }, 'snapshot failed'),
    )
  }

  async #save(loaded: LoadedStream): Promise<void> {
    if (loaded.snapshot === loaded.seq || loaded.broken || loaded.isSaving || loaded.isOutdated) return
    loaded.isSaving = true
    try {
      const { id, generation, engine } = loaded
      const { seq, bytes } = await engine.save(id)
      // A snapshot must not be ahead of the log.
      await loaded.written
      if (loaded.broken) return
      if (await this.#options.store.writeSnapshot(id, seq, bytes, generation)) loaded.snapshot = seq
    } finally {
      loaded.isSaving = false
    }
  }

  /** Unloads idle streams, and the least recently used ones beyond the limit. */
  async tidy(coming = 0): Promise<void> {
    const { idleMinutes, loadedStreams } = this.#options.settings
    const longAgo = this.#options.now() - 60_000 * idleMinutes
    const leaving = [...this.#leaving.keys()].filter((id) => this.#loaded.has(id)).length
    const tooMany = this.#loaded.size - leaving + coming - loadedStreams
    await this.#unloadAll(this.#idle().filter(({ used }, k) => used < longAgo || k < tooMany))
    await this.memory.free((share) =>
      this.#unloadAll(this.#idle().slice(0, Math.ceil(share * this.#loaded.size))),
    )
  }

  /** The streams without requests, the least recently used first. */
  #idle(): LoadedStream[] {
    return [...this.#loaded.values()]
      .filter(({ id, waiting }) => waiting === 0 && !this.#leaving.has(id))
      .sort((a, b) => a.used - b.used)
  }

  async #unloadAll(streams: readonly LoadedStream[]): Promise<void> {
    await Promise.all(streams.map((loaded) => this.#unload(loaded)))
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

  /** Finishes what runs in a stream, takes a snapshot and unloads it; nothing of it is begun before it was handed over. */
  async release(id: string, handOver: () => Promise<void>): Promise<void> {
    this.#releasing.add(id)
    try {
      const loaded = await this.find(id)
      while (loaded && loaded.waiting > 0 && !loaded.broken) await wait(POLL_MS)
      if (loaded && !loaded.broken) await this.#unload(loaded)
      await handOver()
    } finally {
      this.#releasing.delete(id)
    }
  }

  /** Takes snapshots, for at most so many milliseconds. What still runs is rejected. */
  async close(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    await settledWithin([...this.#streams.values(), ...this.#leaving.values()], milliseconds)
    const saved = [...this.#loaded.values()].map((loaded) => this.#save(loaded))
    await settledWithin(saved, Math.max(0, end - performance.now()))
    await this.#pool.close(serverError('service/stopping'))
    await Promise.allSettled(saved)
  }
}
