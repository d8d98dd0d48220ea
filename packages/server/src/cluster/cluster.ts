import { setTimeout as wait } from 'node:timers/promises'
import { serverError } from '../errors.js'
import type { WideTotals } from '../metrics/metrics.js'
import type { NamedItem, WideDecision } from '../operations/types.js'
import type { WorkersView } from '../schema/workers.js'
import type { ServiceLogger } from '../service/loaded-stream.js'
import type { Service } from '../service/service.js'
import type { Settings } from '../settings/table.js'
import { StreamGateway } from './gateway.js'
import { encodeEnd } from './messages.js'
import { AllModels, type Models } from './models.js'
import { OwnerLoop } from './owner-loop.js'
import { streamId, type Wire } from './wire.js'
import { ClusterWorker, workersOn } from './work.js'

interface ClusterOptions {
  readonly wire: Wire
  readonly settings: Pick<Settings, 'pageItems' | 'pageMilliseconds' | 'dedupeSeconds' | 'noWork'>
  readonly logger: ServiceLogger
}

/** Where the streams of a cluster are owned. */
interface ClusterOwning {
  readonly service: Pick<Service, 'run' | 'now' | 'wideStream'>
  /** Whether this process owns a stream; claims one that nobody owns. */
  isHere(stream: string): Promise<boolean>
  /** The name of a wide stream on the wire; undefined if the store has no such stream. */
  nameOf(stream: string): Promise<string | undefined>
}

const TICK_MS = 1000
/** How long a request waits for the first version of a new stream. */
const FIRST_VERSION_MS = 10_000
const POLL_MS = 10
const CONFIRMED_MS = 5000

/** The wide streams of a service: takes their items, owns those whose owner this process is, and works on partitions. */
export class Cluster {
  readonly #options: ClusterOptions
  readonly models: AllModels
  readonly #worker: ClusterWorker | undefined
  readonly #gateways = new Map<string, StreamGateway>()
  readonly #owners = new Map<string, OwnerLoop>()
  /** The names on the wire by the ids of streams, and until when they need not be confirmed. */
  readonly #names = new Map<string, { readonly name: string; readonly until: number }>()
  #owning: ClusterOwning | undefined
  #timer: NodeJS.Timeout | undefined
  #ticking: Promise<void> | undefined
  #isClosed = false

  constructor(options: ClusterOptions) {
    const { wire, settings, logger } = options
    this.#options = options
    this.models = new AllModels(wire, {
      change: () => this.#changed(),
      error: (error) => logger.warn({ err: error }, 'cluster: reading versions failed'),
    })
    const { pageItems, dedupeSeconds } = settings
    this.#worker = settings.noWork
      ? undefined
      : new ClusterWorker({ wire, models: this.models, logger, pageItems, dedupeSeconds })
  }

  /** Begins to take items and to own streams. */
  start(owning: ClusterOwning): void {
    this.#owning = owning
    void this.models.follow()
    this.#worker?.start()
    this.#tick()
  }

  #changed(): void {
    for (const [name, gateway] of this.#gateways)
      if (!this.models.get(name)) {
        this.#gateways.delete(name)
        gateway.close()
      }
    this.#worker?.wake()
  }

  /** The versions of a wide stream that is known to be in the store; undefined if it is not wide or has none yet. */
  find(id: string): Models | undefined {
    const known = this.#names.get(id)
    return known && known.until > performance.now() ? this.models.get(known.name) : undefined
  }

  /** Whether this is a wide stream that has begun. The wire may have one of the same id that was deleted, so the store is asked now and then. */
  async has(id: string): Promise<boolean> {
    if (this.find(id)) return true
    if (![...this.models.all].some(({ stream }) => streamId(stream) === id)) return false
    const name = await this.#owning?.nameOf(id)
    if (name !== undefined) this.#confirm(id, name)
    return this.find(id) !== undefined
  }

  #confirm(id: string, name: string): void {
    this.#names.set(id, { name, until: performance.now() + CONFIRMED_MS })
  }

  /** Decides about items of a wide stream; undefined if the stream is not wide or has no version yet. */
  observe(id: string, items: readonly NamedItem[]): Promise<readonly WideDecision[]> | undefined {
    const models = this.find(id)
    if (!models) return undefined
    if (this.#isClosed) return Promise.reject(serverError('service/stopping'))
    const { wire, settings, logger } = this.#options
    const { pageItems, pageMilliseconds } = settings
    const onError = (error: unknown): void =>
      logger.warn({ err: error, stream: id }, 'gateway: reading pages failed')
    const known = this.#gateways.get(models.stream)
    const gateway = known ?? new StreamGateway(models, { wire, pageItems, pageMilliseconds, onError })
    this.#gateways.set(models.stream, gateway)
    return gateway.observe(items)
  }

  /** Begins to own a stream that has its first items, and waits for its first version. */
  async begin(id: string): Promise<void> {
    const { problem } = this.#options.wire
    if (problem !== undefined) throw serverError('cluster/away', { reason: problem })
    const name = await this.#own(id)
    if (name !== undefined) this.#confirm(id, name)
    const end = performance.now() + FIRST_VERSION_MS
    while (!this.find(id)) {
      if (performance.now() > end)
        throw serverError('cluster/away', { reason: 'the first version was not published in time' })
      await wait(POLL_MS)
    }
  }

  /** Owns a stream; returns its name on the wire, or undefined if it is not wide. */
  async #own(id: string): Promise<string | undefined> {
    const owning = this.#owning
    const stream = this.#isClosed ? undefined : await owning?.service.wideStream(id)
    if (!owning || !stream) return undefined
    const known = this.#owners.get(id)
    if (known && !known.isEnded && known.epoch === stream.epoch && known.name === stream.name)
      return stream.name
    await known?.stop()
    if (this.#isClosed || this.#owners.get(id) !== known) return stream.name
    const { wire, logger, settings } = this.#options
    const { dedupeSeconds } = settings
    this.#owners.set(id, new OwnerLoop({ wire, stream, service: owning.service, logger, dedupeSeconds }))
    return stream.name
  }

  #tick(): void {
    this.#ticking = this.#look().finally(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#tick(), TICK_MS)
    })
  }

  /** Owns the streams that belong here, and stops owning the others. */
  async #look(): Promise<void> {
    for (const id of this.streams)
      try {
        const name = await this.#owning?.nameOf(id)
        // Items are taken while the owner is being replaced.
        if (name !== undefined) this.#confirm(id, name)
        if (await this.#owning?.isHere(id)) await this.#own(id)
        else this.gone(id)
      } catch (error) {
        this.#options.logger.warn({ err: error, stream: id }, 'cluster: cannot own the stream')
      }
  }

  /** Called when another process owns a stream. */
  gone(id: string): void {
    const owner = this.#owners.get(id)
    this.#owners.delete(id)
    void owner?.stop()
  }

  /** Called when the configuration of a stream was changed. */
  changed(id: string): void {
    this.#owners.get(id)?.poke()
  }

  /** Removes a stream that was deleted from the wire. */
  async ended(id: string): Promise<void> {
    const { wire } = this.#options
    const name = this.#owners.get(id)?.name ?? this.#names.get(id)?.name
    await this.#owners.get(id)?.stop()
    this.#owners.delete(id)
    this.#names.delete(id)
    if (name === undefined) return
    await wire.remove(name)
    await wire.append({ kind: 'model', stream: name }, encodeEnd())
    this.models.forget(name)
  }

  /** The ids of the streams on the wire. */
  get streams(): readonly string[] {
    return [...new Set([...this.models.all].map(({ stream }) => streamId(stream)))]
  }

  /** Whether messages can be exchanged now. Without that, wide streams answer 503, and other streams go on. */
  get isAway(): boolean {
    return this.#options.wire.problem !== undefined
  }

  /** What the workers alive have done, and how far the owners in this process are. */
  async totals(): Promise<WideTotals> {
    const notes = (await workersOn(this.#options.wire)).map(({ note }) => note)
    const sum = (name: 'items' | 'forbidden' | 'refused' | 'waiting'): number =>
      notes.reduce((total, note) => total + note[name], 0)
    const lags = [...this.#owners.values()].map(({ lag }) => lag)
    const published = lags.map(({ publishedAt }) => publishedAt).filter(Number.isFinite)
    const now = this.#owning?.service.now() ?? 0
    return {
      wide_workers: notes.length,
      wide_items: sum('items'),
      wide_items_forbidden: sum('forbidden'),
      wide_pages_refused: sum('refused'),
      wide_packs_waiting: sum('waiting'),
      wide_pages_waiting: lags.reduce((total, { waiting }) => total + waiting, 0),
      wide_grants_left: lags.reduce((total, { grantsLeft = 0 }) => total + grantsLeft, 0),
      wide_version_age_seconds: published.length > 0 ? (now - Math.min(...published)) / 1000 : 0,
    }
  }

  /** Who works on a stream with so many partitions, and how far its owner is, if that is this process. */
  async workersOf(id: string, partitions: number): Promise<WorkersView> {
    if (this.isAway) return { away: true, partitions, workers: [] }
    const now = this.#owning?.service.now() ?? 0
    const lag = this.#owners.get(id)?.lag
    const workers = (await workersOn(this.#options.wire))
      .flatMap(({ note: { started, work } }) => {
        const own = Object.hasOwn(work, id) ? work[id] : undefined
        return own ? [{ started, ...own }] : []
      })
      .sort((a, b) => a.started - b.started)
    return {
      away: false,
      partitions,
      ...(lag &&
        Number.isFinite(lag.publishedAt) && {
          version: lag.version,
          versionAge: Math.max(0, now - lag.publishedAt) / 1000,
          pagesWaiting: lag.waiting,
          ...(lag.grantsLeft !== undefined && { grantsLeft: lag.grantsLeft }),
        }),
      workers,
    }
  }

  /** Stops owning and working. Items are refused from now on. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#ticking
    await Promise.all([...this.#owners.values()].map((owner) => owner.stop()))
    await this.#worker?.stop()
    for (const gateway of this.#gateways.values()) gateway.close()
    this.models.close()
    await this.#options.wire.close()
  }
}
