import type { AskanceError } from '@askance/core'
import type { Engine, EnginePool } from '../engines/engine.js'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import type { Page, StreamRecord } from '../store/records.js'
import type { Fence, Store } from '../store/store.js'
import { catchUp, type Loading, load } from './load.js'
import { checkUnbroken, type LoadedStream, type ServiceLogger, wideOf } from './loaded-stream.js'
import type { Ownership } from './options.js'
import type { Copy } from './renewal.js'

interface StreamLoaderOptions {
  readonly store: Store
  readonly settings: Pick<Settings, 'snapshotEvery'>
  readonly logger: ServiceLogger
  readonly ownership: Ownership | undefined
  readonly pool: EnginePool
  now(): number
  write(page: Page): Promise<void>
  onLoaded(loaded: LoadedStream): void
}

/** Loads streams from the store into engines. */
export class StreamLoader {
  readonly #options: StreamLoaderOptions

  constructor(options: StreamLoaderOptions) {
    this.#options = options
  }

  /** Loads a stream into an engine. `settle` resolves when nothing more is erased before it is loaded. */
  async load(id: string, settle: () => Promise<void>): Promise<LoadedStream> {
    const { record, fence } = await this.recordOf(id)
    const start = performance.now()
    const engine = this.#options.pool.take()
    try {
      const whileGrowing = (): void => undefined
      const reached = await load(this.#options.store, engine, record, {
        ...this.#loading(id, fence),
        whileGrowing,
      })
      await settle()
      const copy = { ...fence, ...reached, engine, start }
      const loaded = await this.#entered(copy, id)
      if (!loaded) throw serverError('log/conflict', { stream: id, seq: reached.seq + 1 })
      return loaded
    } catch (error) {
      await this.drop(id, engine)
      throw error
    }
  }

  /** The record of a stream that this node may own, and what its pages and snapshots need. */
  async recordOf(id: string): Promise<{ readonly record: StreamRecord; readonly fence: Fence }> {
    const { store, ownership } = this.#options
    const fence = await store.readFence(id)
    const record = await store.readStream(id)
    if (!record || !fence) throw this.unknown(id)
    if ((this.ownEpoch(id) ?? fence.epoch) === fence.epoch) return { record, fence }
    ownership?.forget(id)
    throw serverError('stream/unowned', { stream: id })
  }

  #loading(id: string, { generation }: Fence): Loading {
    const { logger, settings } = this.#options
    return {
      onSkip: (seq, reason) => logger.warn({ stream: id, snapshot: seq, reason }, 'snapshot skipped'),
      save: { every: settings.snapshotEvery, generation },
    }
  }

  /**
   * What was replayed with all that was appended since, in memory; undefined if another process appends. What was erased meanwhile may be
   * in it, so it is outdated then.
   */
  async #entered(copy: Copy, id: string): Promise<LoadedStream | undefined> {
    const { start, engine, snapshot, generation, epoch } = copy
    const { record, fence } = await this.recordOf(id)
    const seq = await catchUp(this.#options.store, engine, id, copy.seq)
    if (fence.epoch !== epoch || seq !== record.seq) return undefined
    const { config } = record
    const loaded: LoadedStream = {
      ...{ id, engine, generation, epoch, snapshot },
      isPool: config.protocol === 'pool',
      wide: wideOf(record),
      seq: await this.#applyConfig(engine, record, epoch),
      hooks: await this.#options.store.listHooks(id),
      waiting: 0,
      isOutdated: fence.generation !== generation,
      renames: 0,
      isWorking: false,
      hasWork: false,
      used: this.#options.now(),
      written: Promise.resolve(),
      broken: undefined,
      isSaving: false,
      loading: performance.now() - start,
    }
    this.#options.onLoaded(loaded)
    const milliseconds = Math.round(loaded.loading)
    this.#options.logger.info({ stream: id, seq: record.seq, snapshot, milliseconds }, 'stream loaded')
    return loaded
  }

  /** Removes what an engine has of a stream that is not loaded there. */
  async drop(id: string, engine: Engine): Promise<void> {
    await engine.drop(id).catch(() => undefined)
    this.#options.pool.giveBack(engine)
  }

  /** Replays a stream without what was erased, while it goes on in another thread. Rejects as soon as it is broken. */
  async copy(old: LoadedStream): Promise<Copy> {
    const { id, engine: own } = old
    const start = performance.now()
    const { record, fence } = await this.recordOf(id)
    const engine = this.#options.pool.take(own)
    try {
      const reached = await load(this.#options.store, engine, record, {
        ...this.#loading(id, fence),
        whileGrowing: () => checkUnbroken(old),
      })
      return { ...fence, ...reached, engine, start }
    } catch (error) {
      await this.drop(id, engine)
      throw error
    }
  }

  /** The copy with what it lacks, once nothing is appended any more; undefined if it is of no use. */
  async finish({ id, written }: LoadedStream, copy: Copy): Promise<LoadedStream | undefined> {
    let finished: LoadedStream | undefined
    try {
      await written.catch(() => undefined)
      finished = await this.#entered(copy, id)
      return finished
    } finally {
      if (!finished) await this.drop(id, copy.engine)
    }
  }

  /** Logs a configuration change that a crash prevented from being logged. */
  async #applyConfig(engine: Engine, { id, config, seq }: StreamRecord, epoch: number): Promise<number> {
    const context = { time: this.#options.now(), by: 'service' }
    const { draft } = await engine.run(id, 'configure', { config }, context)
    if (!draft) return seq
    await this.#options.write({ ...draft, stream: id, epoch })
    return draft.seq + draft.count - 1
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
}
