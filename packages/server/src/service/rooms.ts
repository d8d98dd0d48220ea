import type { Engine } from '../engines/engine.js'
import { EnginePool } from '../engines/pool.js'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import type { StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { load } from './load.js'
import type { Room } from './room.js'

/** Where one says what may interest somebody who looks for a fault. */
export interface Told {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** A snapshot costs the more, the longer a stream is: it is taken after a share of its length too. */
const SHARE = 0.05

/** The streams that are in memory. */
export class Rooms {
  readonly #store: Store
  readonly #settings: Settings
  readonly #told: Told
  readonly #now: () => number
  readonly #pool: EnginePool
  readonly #rooms = new Map<string, Promise<Room>>()
  /** Streams that are being put away, or whose last pages are still on their way: they can be loaded when that is done. */
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #loaded = new Map<string, Room>()

  constructor(store: Store, settings: Settings, told: Told, now: () => number) {
    this.#store = store
    this.#settings = settings
    this.#told = told
    this.#now = now
    this.#pool = new EnginePool(settings.threads, (engine, error) => this.#lost(engine, error))
  }

  get size(): number {
    return this.#loaded.size
  }

  /** The room of a stream; loads it if need be. */
  async get(id: string): Promise<Room> {
    while (this.#leaving.has(id)) await this.#leaving.get(id)
    const known = this.#rooms.get(id)
    if (known) return known
    const room = this.#load(id)
    this.#rooms.set(id, room)
    room.catch(() => {
      if (this.#rooms.get(id) === room) this.#rooms.delete(id)
    })
    return room
  }

  /** The room of a stream that is in memory, or is being loaded; undefined where it is not, or cannot be. */
  async find(id: string): Promise<Room | undefined> {
    return this.#rooms.get(id)?.catch(() => undefined)
  }

  async #load(id: string): Promise<Room> {
    if (this.#loaded.size >= this.#settings.loadedStreams) void this.tidy(1)
    const record = await this.#store.readStream(id)
    if (!record) throw serverError('stream/unknown', { stream: id })
    const start = performance.now()
    const engine = this.#pool.take()
    try {
      const snapshot = await load(this.#store, engine, record, (seq, reason) =>
        this.#told.warn({ stream: id, snapshot: seq, reason }, 'a snapshot is passed over'),
      )
      const room: Room = {
        id,
        engine,
        seq: await this.#agree(engine, record),
        snapshot,
        hooks: await this.#store.listHooks(id),
        waiting: 0,
        used: this.#now(),
        written: Promise.resolve(),
        broken: undefined,
        isSaving: false,
      }
      this.#loaded.set(id, room)
      const milliseconds = Math.round(performance.now() - start)
      this.#told.info({ stream: id, seq: record.seq, snapshot, milliseconds }, 'a stream is loaded')
      return room
    } catch (error) {
      await engine.drop(id).catch(() => undefined)
      this.#pool.giveBack(engine)
      throw error
    }
  }

  /** What was changed, but not yet said in the log when the process died, is said now. */
  async #agree(engine: Engine, { id, config, seq }: StreamRecord): Promise<number> {
    const circumstances = { time: this.#now(), by: 'service' }
    const { draft } = await engine.run(id, 'configure', { config }, circumstances)
    if (!draft) return seq
    await this.#store.append({ ...draft, stream: id })
    return draft.seq + draft.count - 1
  }

  /** A room that must not be used any more; the next request loads the stream anew. */
  discard(room: Room, reason: Error): void {
    if (room.broken) return
    room.broken = reason
    this.#forget(room)
    room.engine.drop(room.id).catch(() => undefined)
    this.#leaves(room.id, room.written)
  }

  /** Nobody loads the stream until this is over, well or badly. */
  #leaves(id: string, until: Promise<void>): void {
    const before = this.#leaving.get(id)
    const left = Promise.allSettled([before, until]).then(() => {
      if (this.#leaving.get(id) === left) this.#leaving.delete(id)
    })
    this.#leaving.set(id, left)
  }

  #forget(room: Room): void {
    if (this.#loaded.get(room.id) !== room) return
    this.#loaded.delete(room.id)
    this.#rooms.delete(room.id)
    this.#pool.giveBack(room.engine)
  }

  #lost(engine: Engine, error: Error): void {
    this.#told.error({ err: error }, 'a learning thread has died')
    for (const room of [...this.#loaded.values()]) if (room.engine === engine) this.discard(room, error)
  }

  /** Takes a snapshot when it is time for one. Nobody waits for it. */
  snapshotIfDue(room: Room): void {
    const since = room.seq - room.snapshot
    if (room.isSaving || since < Math.max(this.#settings.snapshotEvery, SHARE * room.seq)) return
    this.#save(room).catch((error: unknown) =>
      this.#told.warn({ err: error, stream: room.id }, 'a snapshot could not be taken'),
    )
  }

  async #save(room: Room): Promise<void> {
    if (room.snapshot === room.seq || room.broken || room.isSaving) return
    room.isSaving = true
    try {
      const { seq, bytes } = await room.engine.save(room.id)
      // A snapshot must not be ahead of the log.
      await room.written
      if (room.broken) return
      await this.#store.writeSnapshot(room.id, seq, bytes)
      room.snapshot = seq
    } finally {
      room.isSaving = false
    }
  }

  /** Puts away what was not used for long, and what is too much when some more are coming. */
  async tidy(coming = 0): Promise<void> {
    const { idleMinutes, loadedStreams } = this.#settings
    const longAgo = this.#now() - 60_000 * idleMinutes
    const staying = [...this.#loaded.values()].filter(({ id }) => !this.#leaving.has(id))
    const byUse = staying.filter(({ waiting }) => waiting === 0).sort((a, b) => a.used - b.used)
    const tooMany = staying.length + coming - loadedStreams
    await Promise.all(
      byUse.filter(({ used }, k) => used < longAgo || k < tooMany).map((room) => this.#putAway(room)),
    )
  }

  async #putAway(room: Room): Promise<void> {
    const left = (async () => {
      await this.#save(room)
      this.discard(room, serverError('stream/unloaded', { stream: room.id }))
    })()
    this.#leaves(room.id, left)
    await left.catch((error: unknown) =>
      this.#told.warn({ err: error, stream: room.id }, 'a stream could not be put away'),
    )
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#rooms.values(), ...this.#leaving.values()])
    await Promise.allSettled([...this.#loaded.values()].map((room) => this.#save(room)))
    await this.#pool.close()
  }
}
