import { AskanceError } from '@askance/core'
import { serverError } from '../errors.js'
import { deliveriesFor } from '../hooks/deliveries.js'
import type { Settings } from '../settings/table.js'
import type { Page, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { changeable, type StreamChange, type StreamConfig } from '../stream/config.js'
import type { OperationName, Request, Result } from '../stream/operations.js'
import { type Draft, Stream } from '../stream/stream.js'
import { Claims } from './claims.js'
import { Followers } from './followers.js'
import type { Whole } from './part.js'
import type { Room } from './room.js'
import { Rooms, type Told } from './rooms.js'
import type { Caller, Service } from './service.js'
import { wantedOf } from './wanted.js'

export interface ServiceOptions {
  readonly settings: Settings
  readonly store: Store
  readonly logger?: Told
  /** Milliseconds since 1970; the clock of the machine if not given. */
  readonly clock?: () => number
  /** How often streams that are not used are looked for, in milliseconds. */
  readonly tidyEvery?: number
}

const TIDY_EVERY = 30_000
/** A stream that was put away while it was wanted is loaded again so often. */
const MOST_ATTEMPTS = 3
const SILENT: Told = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Operations that show or hand out what earlier ones did: that must be on disk first. */
const WAITING: ReadonlySet<OperationName> = new Set(['lease', 'heartbeat', 'undo', 'answer', 'answers'])

type Beside = Pick<Page, 'redacted'>

/** `whole` makes the answer to all that was asked for, where the engine was asked for a part. */
interface Further<Name extends OperationName> extends Beside {
  readonly whole: Whole<Name>
}

class AskanceService implements Service {
  readonly settings: Settings
  readonly store: Store
  readonly now: () => number
  readonly #rooms: Rooms
  readonly #claims = new Claims()
  readonly #followers = new Followers()
  readonly #running = new Set<Promise<unknown>>()
  readonly #tidying: NodeJS.Timeout
  #isClosing = false

  constructor({
    settings,
    store,
    logger = SILENT,
    clock = Date.now,
    tidyEvery = TIDY_EVERY,
  }: ServiceOptions) {
    this.settings = settings
    this.store = store
    this.now = clock
    this.#rooms = new Rooms(store, settings, logger, clock)
    this.#tidying = setInterval(() => void this.#rooms.tidy(), tidyEvery).unref()
  }

  get loaded(): number {
    return this.#rooms.size
  }

  createStream(id: string, config: StreamConfig): Promise<StreamRecord> {
    return this.#begin(async () => {
      // Making one finds out what cannot be.
      new Stream(id, config)
      return this.store.createStream(id, config, this.now())
    })
  }

  changeStream(id: string, version: number, change: StreamChange, by: string): Promise<StreamRecord> {
    return this.#begin(() => this.#change(id, version, change, by))
  }

  async #change(id: string, version: number, change: StreamChange, by: string): Promise<StreamRecord> {
    const fixed = Object.keys(change).filter((name) => !changeable.some((one) => one === name))
    if (fixed.length > 0)
      throw serverError('request/invalid', { reason: `${fixed.join(', ')} cannot be changed later` })
    const done = await this.#claims.take([`config ${id}`])
    try {
      const record = await this.store.readStream(id)
      if (!record) throw serverError('stream/unknown', { stream: id })
      if (record.version !== version)
        throw serverError('stream/changed', { stream: id, found: record.version, expected: version })
      const config = { ...record.config, ...change }
      new Stream(id, config)
      await this.#run(id, 'configure', { config }, { by })
      try {
        return await this.store.changeStream(id, version, config)
      } catch (error) {
        // What it goes by now is not what the record says.
        await this.#discard(id, serverError('stream/unloaded', { stream: id }))
        throw error
      }
    } finally {
      done()
    }
  }

  deleteStream(id: string): Promise<void> {
    const gone = serverError('stream/unknown', { stream: id })
    return this.#begin(async () => {
      await this.#discard(id, gone)
      await this.store.deleteStream(id)
      // Somebody may have had it loaded in between.
      await this.#discard(id, gone)
    })
  }

  async #discard(id: string, reason: Error): Promise<void> {
    const room = await this.#rooms.find(id)
    if (room) this.#rooms.discard(room, reason)
  }

  run<Name extends OperationName>(
    stream: string,
    name: Name,
    request: Request<Name>,
    caller: Caller,
  ): Promise<Result<Name>> {
    return this.#begin(() => this.#run(stream, name, request, caller))
  }

  /** What has begun is finished before the service closes. */
  #begin<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosing) return Promise.reject(serverError('service/stopping'))
    const running = work()
    this.#running.add(running)
    const ended = (): boolean => this.#running.delete(running)
    running.then(ended, ended)
    return running
  }

  async #run<Name extends OperationName>(
    stream: string,
    name: Name,
    request: Request<Name>,
    caller: Caller,
  ): Promise<Result<Name>> {
    const { names, part: find } = wantedOf(this.store, stream, name, request, this.now())
    const claimed = caller.key ? [...names, `key ${stream} ${caller.key.key}`] : names
    const done = claimed.length > 0 ? await this.#claims.take(claimed) : undefined
    try {
      const before = await this.#receipt(stream, caller)
      if (before !== undefined) return before as Result<Name>
      const { part, whole, refused, redacted } = await find()
      if (!part) return whole()
      return await this.#operate(stream, name, part, caller, { whole, ...(redacted && { redacted }) }).catch(
        refused,
      )
    } finally {
      done?.()
    }
  }

  /** What was said to the same request before. */
  async #receipt(stream: string, { key }: Caller): Promise<unknown> {
    const receipt = key && (await this.store.readReceipt(stream, key.key))
    if (!receipt) return undefined
    if (receipt.fingerprint !== key.fingerprint) throw serverError('request/key-reused', { key: key.key })
    return JSON.parse(receipt.body)
  }

  /**
   * A stream may be put away between two words: then it is loaded again, and nothing has happened yet. Once something was
   * redacted it is not what the log says any more, and is put away.
   */
  async #operate<Name extends OperationName>(
    stream: string,
    name: Name,
    request: Request<Name>,
    caller: Caller,
    further: Further<Name>,
  ): Promise<Result<Name>> {
    for (let attempt = 1; ; attempt++) {
      const room = await this.#rooms.get(stream)
      try {
        const result = await this.#operateIn(room, name, request, caller, further)
        if (further.redacted) this.#rooms.discard(room, serverError('stream/unloaded', { stream }))
        return result
      } catch (error) {
        if (!isUnloaded(error)) throw error
        this.#rooms.discard(room, error)
        if (attempt === MOST_ATTEMPTS) throw error
      }
    }
  }

  async #operateIn<Name extends OperationName>(
    room: Room,
    name: Name,
    request: Request<Name>,
    caller: Caller,
    { whole, ...beside }: Further<Name>,
  ): Promise<Result<Name>> {
    if (room.waiting >= this.settings.queueLimit)
      throw serverError('stream/busy', { stream: room.id, waiting: room.waiting })
    room.waiting++
    room.used = this.now()
    try {
      const circumstances = { time: this.now(), by: caller.by }
      const { result: made, draft } = await room.engine.run(room.id, name, request, circumstances)
      const result = whole(made)
      if (draft) await this.#append(room, { ...draft, ...beside }, caller, result)
      else if (WAITING.has(name)) await written(room)
      return result
    } finally {
      room.waiting--
    }
  }

  /** Nothing may come between the engine's word and the store's ear: pages must be handed over in their order. */
  async #append(room: Room, draft: Draft & Beside, { key }: Caller, result: unknown): Promise<void> {
    if (room.broken) throw room.broken
    const deliveries = deliveriesFor(room.hooks, { ...draft, stream: room.id })
    const page: Page = {
      ...draft,
      stream: room.id,
      ...(key && { receipt: { ...key, status: 200, body: JSON.stringify(result), time: draft.time } }),
      ...(deliveries.length > 0 && { deliveries }),
    }
    const appended = this.store.append(page)
    appended.catch((error: Error) => this.#rooms.discard(room, error))
    room.written = Promise.allSettled([room.written]).then(() => appended)
    await room.written
    room.seq = page.seq + page.count - 1
    this.#followers.tell(page)
    this.#rooms.snapshotIfDue(room)
  }

  async hooksChanged(stream: string): Promise<void> {
    const room = await this.#rooms.find(stream)
    if (room) room.hooks = await this.store.listHooks(stream)
  }

  follow(stream: string, told: (page: Page) => void): () => void {
    return this.#followers.add(stream, told)
  }

  followAll(told: (page: Page) => void): () => void {
    return this.#followers.add(undefined, told)
  }

  ready(): Promise<void> {
    return this.#isClosing ? Promise.reject(serverError('service/stopping')) : this.store.check()
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    clearInterval(this.#tidying)
    await Promise.allSettled(this.#running)
    await this.#rooms.close()
    await this.store.close()
  }
}

/** Until everything that was done in a room is on disk; rejects where it never will be. */
const written = async (room: Room): Promise<void> => {
  await room.written
  if (room.broken) throw room.broken
}

const isUnloaded = (error: unknown): error is AskanceError =>
  error instanceof AskanceError && error.code === 'stream/unloaded'

export const createService = (options: ServiceOptions): Service => new AskanceService(options)
