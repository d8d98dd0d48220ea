import { hasCode } from '@askance/core/internals'
import { serverError } from '../errors.js'
import { type OperationName, operationNamed, type Request, type Result } from '../operations/index.js'
import type { Prepared } from '../operations/operation.js'
import type { DecisionTexts } from '../operations/receive.js'
import type { Settings } from '../settings/table.js'
import type { Page, StreamRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { StreamChange, StreamConfig } from '../stream/config.js'
import type { Draft } from '../stream/draft.js'
import type { Limits } from '../stream/memory.js'
import { type Caller, Computing, checkWaiting, neededBy } from './computing.js'
import { finishing } from './finishing.js'
import { Followers } from './followers.js'
import { type LoadedStream, whileRenaming } from './loaded-stream.js'
import { LoadedStreams } from './loaded-streams.js'
import { NameLocks } from './name-locks.js'
import { type ServiceOptions, SILENT } from './options.js'
import { Readiness } from './readiness.js'
import { keyClaims, pageOf, redacted, responseText, storedResponse } from './receipts.js'
import { receiveBody } from './receiving.js'
import { settledWithin } from './settled-within.js'
import { StreamChanges } from './stream-changes.js'
import { performUnloaded } from './unloaded-pages.js'
import { WideItems } from './wide-items.js'

const TIDY_EVERY = 30_000
/** How often an operation is retried if its stream was unloaded. */
const MAX_ATTEMPTS = 3
/** Whose name work in the background has. */
const WORKER: Caller = { by: 'askance' }

/** Runs operations on streams. All changes are on disk before a promise resolves. */
class AskanceService {
  readonly settings: Settings
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly #metrics: ServiceOptions['metrics']
  readonly #streams: LoadedStreams
  readonly #claims = new NameLocks()
  readonly #followers = new Followers()
  readonly #running = new Set<Promise<unknown>>()
  readonly #tidying: NodeJS.Timeout
  readonly #limits: Limits
  readonly #computing: Computing
  readonly #changes: StreamChanges
  readonly #readiness: Readiness
  readonly #wide: WideItems
  #isClosing = false
  /** The number of the last request body. */
  #bodies = 0

  constructor(options: ServiceOptions) {
    const { settings, store, metrics, ownership, cluster } = options
    const { logger = SILENT, clock = Date.now, tidyEvery = TIDY_EVERY } = options
    this.settings = settings
    this.store = store
    this.now = clock
    this.#metrics = metrics
    this.#limits = { streamBytes: settings.streamBytes }
    const onWrite = (error?: Error): void => this.#readiness.written(error)
    this.#streams = new LoadedStreams({ store, settings, metrics, logger, ownership, now: clock, onWrite })
    this.#computing = new Computing(settings, metrics, this.#streams.memory)
    this.#readiness = ownership ? new Readiness(ownership, clock, 0) : new Readiness(store, clock)
    this.#changes = new StreamChanges({
      store,
      streams: this.#streams,
      locks: this.#claims,
      limits: this.#limits,
      now: clock,
      configure: (id, input, caller) => this.#run(id, 'configure', input, caller),
    })
    this.#wide = new WideItems(cluster, this.#streams, (stream, items) =>
      this.#run(stream, 'shape', { items }, WORKER),
    )
    this.#tidying = setInterval(() => void this.#streams.tidy(), tidyEvery).unref()
  }

  /** How many streams are in memory. */
  get loaded(): number {
    return this.#streams.size
  }

  createStream(id: string, config: StreamConfig): Promise<StreamRecord> {
    return this.#change(async () => {
      this.#wide.checkNew(id, config)
      return this.#changes.create(id, config)
    })
  }

  /** Changes the configuration if its version has not changed. */
  changeStream(id: string, version: number, change: StreamChange, by: string): Promise<StreamRecord> {
    return this.#change(() => this.#changes.change(id, version, change, by)).finally(() =>
      this.#wide.changed(id),
    )
  }

  async deleteStream(id: string): Promise<void> {
    await this.#change(() => this.#changes.delete(id))
    await this.#wide.ended(id)
  }

  /** A wide stream that this process owns; undefined if it does not exist or is not wide. */
  wideStream = (id: string): ReturnType<WideItems['owned']> => this.#wide.owned(id)

  /**
   * Runs an operation on a stream. Rejects with an `AskanceError`. A request with a known idempotency key gets the
   * stored response.
   */
  async run<Name extends OperationName>(
    stream: string,
    name: Name,
    input: Request<Name>,
    caller: Caller,
  ): Promise<Result<Name>> {
    const result = await this.#begin(async () => {
      const wide =
        name === 'observe' && this.#wide.observe(stream, (input as Request<'observe'>).items, caller)
      return ((await wide) || this.#run(stream, name, input, caller)) as Promise<Result<Name>>
    })
    if (this.#metrics) operationNamed(name).measure?.(this.#metrics, stream, result, input, caller.by)
    return result
  }

  #change<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#begin(work).finally(() => this.#metrics?.streamsChanged())
  }

  /** Tracks running requests, so that closing can wait for them. */
  #begin<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#isClosing) return Promise.reject(serverError('service/stopping'))
    const running = work()
    this.#running.add(running)
    running.finally(() => this.#running.delete(running)).catch(() => undefined)
    return running
  }

  /** Observes the items of a request body, which the thread of the stream parses and validates. */
  receive(stream: string, body: string, caller: Caller): Promise<DecisionTexts> {
    return this.#begin(
      async () =>
        (await this.#wide.receive(stream, body, caller, this.settings)) ??
        receiveBody(this, {
          ...{ stream, body, caller, number: ++this.#bodies, locks: this.#claims },
          operate: (prepared) => this.#operate(stream, 'receive', prepared, caller),
        }),
    )
  }

  async #run<Name extends OperationName>(
    stream: string,
    name: Name,
    input: Request<Name>,
    caller: Caller,
  ): Promise<Result<Name>> {
    const plan = operationNamed(name).plan?.(input, { store: this.store, stream, time: this.now() })
    checkWaiting(caller)
    return this.#claims.holding([...(plan?.claims ?? []), ...keyClaims(stream, caller)], async () => {
      checkWaiting(caller)
      const before = await storedResponse(this.store, stream, caller)
      if (before !== undefined) return before as Result<Name>
      return this.#operate(stream, name, plan ? await plan.prepare() : { input }, caller)
    })
  }

  /** Retries if the stream was unloaded before the operation began, because nothing has changed then. */
  async #operate<Name extends OperationName>(
    stream: string,
    name: Name,
    prepared: Prepared<Request<Name>, Result<Name>>,
    caller: Caller,
  ): Promise<Result<Name>> {
    const { input, complete, renumber, redaction, unloaded } = prepared
    if (input === undefined) return complete?.() as Result<Name>
    const context = { time: this.now(), by: caller.by }
    const done = unloaded && (await performUnloaded(this.#streams, stream, name, prepared, context, caller))
    if (done) {
      this.#followers.publish(done.page)
      return done.result
    }
    for (let attempt = 1; ; attempt++) {
      let loaded: LoadedStream | undefined
      try {
        loaded = await this.#streams.get(stream, redaction ? 'outdated' : neededBy(name))
        checkWaiting(caller)
        const operating = this.#operateOn(loaded, name, { ...prepared, input }, caller)
        const result = await (redaction?.rename ? whileRenaming(loaded, operating) : operating)
        // The stream in memory does not match the redacted log. Further erasures need not wait until it is rebuilt.
        if (redaction?.from !== undefined) loaded.isOutdated = true
        return result
      } catch (error) {
        if (!hasCode(error, 'stream/unloaded')) throw renumber ? renumber(error) : error
        if (loaded) this.#streams.discard(loaded, error)
        if (attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  async #operateOn<Name extends OperationName>(
    loaded: LoadedStream,
    name: Name,
    { input, complete, redaction }: Prepared<Request<Name>, Result<Name>> & { readonly input: Request<Name> },
    caller: Caller,
  ): Promise<Result<Name>> {
    if (loaded.waiting >= this.settings.queueLimit)
      throw serverError('stream/busy', { stream: loaded.id, waiting: loaded.waiting })
    loaded.waiting++
    loaded.used = this.now()
    try {
      const limits = this.#limits
      for (let begun: number | undefined; ; ) {
        checkWaiting(caller)
        const context = { time: this.now(), by: caller.by, limits, ...(begun !== undefined && { begun }) }
        const done = await this.#computing.run(loaded, name, input, context, caller)
        const { draft, hasWork } = done
        if (hasWork) this.#workOn(loaded)
        if (done.begun !== undefined) {
          begun = done.begun
          if (draft) await this.#append(loaded, draft, { by: caller.by })
          continue
        }
        const result = complete ? complete(done.result) : done.result
        const response = () => responseText(name, result)
        if (draft) await this.#append(loaded, redacted(draft, redaction), caller, response)
        else if (operationNamed(name).waitsForDisk) await this.#streams.written(loaded)
        // A page of another epoch is refused by the store; what was only read has no other check.
        if (!draft) this.#streams.checkOwned(loaded)
        return result
      }
    } finally {
      loaded.waiting--
    }
  }

  /** Continues the computation of a stream between requests. A failure unloads the stream, and the next request continues. */
  #workOn(loaded: LoadedStream): void {
    const work = () => this.#run(loaded.id, 'work', {}, WORKER)
    const finish = finishing(loaded, work, () => this.#isClosing)
    if (finish) this.#begin(finish).catch(() => undefined)
  }

  /** There is no await between the reply of the engine and the store, so that pages are appended in engine order. */
  async #append(
    loaded: LoadedStream,
    draft: Draft & Pick<Page, 'redaction'>,
    { key, span }: Caller,
    response = () => '',
  ): Promise<void> {
    const page = pageOf(loaded, draft, key, response)
    const appended = this.#streams.append(loaded, page)
    span?.follow('store append', loaded.id, appended)
    await appended
    this.#followers.publish(page)
    this.#streams.snapshotIfDue(loaded)
  }

  /** Finishes the requests of a stream, takes a snapshot, unloads it, and hands it over to another node. */
  release(stream: string, handOver: () => Promise<void>): Promise<void> {
    return this.#streams.release(stream, handOver)
  }

  /** Rereads the webhooks of a stream. */
  async hooksChanged(stream: string): Promise<void> {
    const loaded = await this.#streams.find(stream)
    if (loaded) loaded.hooks = await this.store.listHooks(stream)
  }

  /** Calls `onPage` with every page of a stream that is on disk, or of all streams, until the returned function is called. */
  follow(stream: string | undefined, onPage: (page: Page) => void): () => void {
    return this.#followers.add(stream, onPage)
  }

  /** Resolves when requests can be served; rejects with the reason why not. */
  ready(): Promise<void> {
    return this.#isClosing ? Promise.reject(serverError('service/stopping')) : this.#readiness.check()
  }

  /**
   * Finishes requests, takes snapshots and closes the store. After so many milliseconds, what still runs is stopped without
   * being stored, and streams without a new snapshot are replayed at the next start.
   */
  async close(milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    clearInterval(this.#tidying)
    const end = performance.now() + milliseconds
    await settledWithin(this.#running, milliseconds)
    await this.#streams.close(Math.max(0, end - performance.now()))
    await Promise.allSettled(this.#running)
    await this.store.close()
  }
}

export type { Caller } from './computing.js'

/** The public interface of the service. */
export type Service = Pick<AskanceService, keyof AskanceService>

export const createService = (options: ServiceOptions): Service => new AskanceService(options)
