import { setTimeout as wait } from 'node:timers/promises'
import type { AskanceError } from '@askance/core'
import { hasCode } from '@askance/core/internals'
import { type Engine, EnginePool } from '../engines/engine.js'
import { serverError } from '../errors.js'
import type { Page } from '../store/records.js'
import { checkUnbroken, isSnapshotDue, isStoreError, type LoadedStream, lossOf } from './loaded-stream.js'
import type { LoadedStreamsOptions } from './options.js'
import { type Copy, Renewals } from './renewal.js'
import { settledWithin } from './settled-within.js'
import { StreamLoader } from './stream-loader.js'
import { ThreadMemory } from './thread-memory.js'
import { type PageAfter, UnloadedPages } from './unloaded-pages.js'

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
  readonly #loader: StreamLoader
  readonly #renewals: Renewals
  readonly #unloaded: UnloadedPages

  constructor(options: LoadedStreamsOptions) {
    this.#options = options
    this.memory = new ThreadMemory(options.settings.loadedBytes)
    this.#pool = new EnginePool(options.settings.threads, (engine, error) => this.#lost(engine, error))
    // Another node may be dead already, and its streams are waited for.
    if (options.ownership) this.#pool.warm()
    this.#loader = new StreamLoader({
      ...options,
      pool: this.#pool,
      write: (page) => this.#write(page),
      onLoaded: (loaded) => void this.#loaded.set(loaded.id, loaded),
    })
    this.#unloaded = new UnloadedPages(this.#loader, (page) => this.#write(page))
    this.#renewals = new Renewals({
      store: options.store,
      begin: (old) => this.#copy(old),
      replace: (old, copy) => this.#replace(old, copy),
      drop: ({ id }, { engine }) => this.#loader.drop(id, engine),
      onError: ({ id }, error) =>
        options.logger.warn({ err: error, stream: id }, 'rebuilding a stream without erased items failed'),
    })
  }

  get size(): number {
    return this.#loaded.size
  }

  /**
   * Loads the stream if necessary. One whose content was erased is loaded again; if it is `lagging`, at once or by the time that another thread
   * has a copy, unless its copies are of no use; if it is `outdated`, for erasing more, later.
   */
  async get(id: string, use: 'current' | 'lagging' | 'outdated' = 'lagging'): Promise<LoadedStream> {
    for (;;) {
      while (this.#leaving.has(id)) await this.#leaving.get(id)
      if (this.#releasing.has(id)) throw serverError('stream/unowned', { stream: id })
      const loaded = await (this.#streams.get(id) ?? this.#begin(id))
      const isOwned = (this.ownEpoch(id) ?? loaded.epoch) === loaded.epoch
      if (isOwned && (!loaded.isOutdated || use === 'outdated')) return loaded
      const canLag = use === 'lagging' && !loaded.isPool && this.#pool.hasOther(loaded.engine)
      if (isOwned && canLag && this.#renewals.start(loaded)) return loaded
      const renewal = isOwned && this.#renewals.running(id)
      if (renewal) await renewal
      else this.discard(loaded, serverError('stream/unloaded', { stream: id }))
    }
  }

  #begin(id: string, loaded = this.#load(id)): Promise<LoadedStream> {
    this.#streams.set(id, loaded)
    loaded
      .catch(() => {
        if (this.#streams.get(id) === loaded) this.#streams.delete(id)
      })
      .finally(() => this.#unloaded.open(id))
    return loaded
  }

  /** Appends a page to a stream that is not in memory, also while its log is replayed; undefined if it is in memory. */
  async appendUnloaded(id: string, page: PageAfter): Promise<Page | undefined> {
    while (this.#leaving.has(id)) await this.#leaving.get(id)
    if (this.#loaded.has(id) || this.#releasing.has(id)) return undefined
    return this.#unloaded.append(id, page)
  }

  /** A stream that is in memory or being loaded; undefined otherwise. */
  async find(id: string): Promise<LoadedStream | undefined> {
    return this.#streams.get(id)?.catch(() => undefined)
  }

  async #load(id: string): Promise<LoadedStream> {
    // A copy that is not used any more may be in the thread that is taken.
    await this.#renewals.running(id)
    const { loadedStreams } = this.#options.settings
    if (this.#loaded.size >= loadedStreams || this.memory.isOver) void this.tidy(1)
    // Where snapshots are written slowly, streams would be loaded faster than others are unloaded.
    while (this.#streams.size > 2 * loadedStreams && this.#leaving.size > 0)
      await Promise.race(this.#leaving.values())
    return this.#loader.load(id, () => this.#unloaded.close(id))
  }

  async #copy(old: LoadedStream): Promise<Copy | undefined> {
    await this.tidy(1)
    checkUnbroken(old)
    return this.memory.isOver ? undefined : this.#loader.copy(old)
  }

  /** What the old one has not stored yet is refused, and repeated in the new one. */
  #replace(old: LoadedStream, copy: Copy): void {
    this.discard(old, serverError('stream/unloaded', { stream: old.id }))
    void this.#unloaded.close(old.id)
    const loaded = this.#loader.finish(old, copy).then((finished) => finished ?? this.#load(old.id))
    this.#begin(old.id, loaded).catch(() => undefined)
  }

  /** Appends a page of a stream; resolves when it and all before it are on disk. */
  async append(loaded: LoadedStream, page: Page): Promise<void> {
    checkUnbroken(loaded)
    const appended = this.#write({ ...page, epoch: loaded.epoch })
    appended.catch((error: Error) => this.discard(loaded, error))
    loaded.written = Promise.allSettled([loaded.written]).then(() => appended)
    await loaded.written
    loaded.seq = page.seq + page.count - 1
  }

  /** Resolves when all changes of a stream are on disk; rejects if a write failed. */
  async written(loaded: LoadedStream): Promise<void> {
    await loaded.written
    checkUnbroken(loaded)
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

  /** The error for a stream that does not exist, or not any more. */
  unknown(id: string): AskanceError {
    return this.#loader.unknown(id)
  }

  /** The epoch under which this node owns a stream; undefined if there are no other nodes. Throws `stream/unowned`. */
  ownEpoch(id: string): number | undefined {
    return this.#loader.ownEpoch(id)
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
    const leaving = [...this.#leaving.keys()].filter((id) => this.#loaded.has(id)).length
    const tooMany = this.#loaded.size - leaving + coming - loadedStreams
    await this.#unloadAll(
      this.#idle().filter(({ used }, k) => used < this.#options.now() - 60_000 * idleMinutes || k < tooMany),
    )
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
